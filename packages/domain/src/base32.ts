const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Base32 (RFC 4648, section 6) in upper case, without padding. The client decodes it by itself (`packages/client`), since it
 * has no dependencies.
 */
export const Base32 = {
  encode(bytes: Uint8Array): string {
    let [text, buffer, bits] = ['', 0, 0]
    for (const byte of bytes) {
      buffer = (buffer << 8) | byte
      bits += 8
      for (; bits >= 5; bits -= 5) text += alphabet[(buffer >> (bits - 5)) & 31]!
      buffer &= (1 << bits) - 1
    }
    return bits === 0 ? text : text + alphabet[buffer << (5 - bits)]!
  },

  /** The bytes that `encode` encodes as this text; `undefined` for a text that `encode` cannot return. */
  decode(text: string): Uint8Array | undefined {
    const bytes = new Uint8Array(Math.floor((text.length * 5) / 8))
    let [length, buffer, bits] = [0, 0, 0]
    for (const letter of text) {
      const value = alphabet.indexOf(letter)
      if (value < 0) return undefined
      buffer = (buffer << 5) | value
      bits += 5
      if (bits >= 8) {
        bits -= 8
        bytes[length] = buffer >> bits
        length += 1
        buffer &= (1 << bits) - 1
      }
    }
    // The bits that remain make no whole letter, and are zero.
    return bits < 5 && buffer === 0 ? bytes : undefined
  },
}
