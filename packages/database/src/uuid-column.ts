declare const uuid: unique symbol

/** The 16 bytes of a UUID, which sort in the order of its lower-case text. `Uuid` is the type of that text. */
export type UuidBytes<Uuid extends string = string> = Uint8Array & Readonly<{ [uuid]: Uuid }>

/** The bytes of a UUID. */
export const bytesOfUuid = <Uuid extends string>(text: Uuid): UuidBytes<Uuid> =>
  Buffer.from(text.replaceAll('-', ''), 'hex') as Uint8Array as UuidBytes<Uuid>

/** The lower-case text of a UUID that is stored as bytes. */
export const uuidOfBytes = <Uuid extends string>({ buffer, byteOffset, byteLength }: UuidBytes<Uuid>): Uuid => {
  const hex = Buffer.from(buffer, byteOffset, byteLength).toString('hex')
  const text = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return text as Uuid
}
