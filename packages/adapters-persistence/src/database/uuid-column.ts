/** The 16 bytes of a UUID, which sort in the order of its lower-case text. */
export const bytesOfUuid = (text: string): Uint8Array => Buffer.from(text.replaceAll('-', ''), 'hex')

/** The lower-case text of a UUID that is stored as bytes. */
export const uuidOfBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
