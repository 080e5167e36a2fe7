/** How a UUID is kept: as its 16 bytes, which sort as its lower-case text does. */
export const bytesOfUuid = (text: string): Uint8Array => Buffer.from(text.replaceAll('-', ''), 'hex')

/** The lower-case text of a UUID that was kept as bytes. */
export const uuidOfBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
