import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Base32 } from './base32.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const anyBytes = fc.uint8Array({ maxLength: 200 })

describe('Base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes and decodes %j as RFC 4648 does, without padding', (text, encoded) => {
    expect(Base32.encode(bytesOf(text))).toBe(encoded)
    expect(Base32.decode(encoded)).toEqual(bytesOf(text))
  })

  it('decodes what it encoded', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(Base32.decode(Base32.encode(bytes))).toEqual(bytes)
      }),
    )
  })

  it('never decodes two texts to the same bytes', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')),
      maxLength: 40,
    })
    fc.assert(
      fc.property(letters, (text) => {
        const bytes = Base32.decode(text)
        if (bytes !== undefined) expect(Base32.encode(bytes)).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['a lower-case letter', 'mzxw6'],
    ['a digit that is not in the alphabet', 'MZXW1'],
    ['padding', 'MY======'],
    ['white space', 'MZ XW6'],
    ['a letter outside of ASCII', 'ΜZXW6'],
    ['a length that no encoded bytes have', 'MZX'],
    ['one letter', 'A'],
    ['remaining bits that are not zero', 'MZ'],
    ['a last remaining bit that is not zero', 'MZXW6YTBOJ'],
  ])('does not decode a text with %s', (_, text) => {
    expect(Base32.decode(text)).toBeUndefined()
  })
})
