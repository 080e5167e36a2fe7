/** A UUID of version 4. `crypto.randomUUID` does not exist on pages that were not loaded over HTTPS or from localhost. */
export const randomUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return toUuid(bytes)
}

/** The text of a UUID of 16 bytes. */
export const toUuid = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
