/** A control character, C0 or C1. HTTP Basic authentication transmits none (RFC 7617, section 2). */
export const controlCharacter = /\p{Cc}/u
