/** The 16 bytes of a UUID, which sort in the order of its lower-case text. */
export const bytesOfUuid = (text: string): Uint8Array => Buffer.from(text.replaceAll('-', ''), 'hex')

/** The lower-case text of a UUID that is stored as bytes. */
export const uuidOfBytes = ({ buffer, byteOffset, byteLength }: Uint8Array): string => {
  const hex = Buffer.from(buffer, byteOffset, byteLength).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
