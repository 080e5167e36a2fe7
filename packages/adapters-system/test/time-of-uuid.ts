/** The milliseconds since 1970 with which a UUID of version 7 begins (RFC 9562, section 5.7). */
export const timeOfUuid = (uuid: string): number => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16)
