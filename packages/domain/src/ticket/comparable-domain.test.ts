import { domainToASCII, domainToUnicode } from 'node:url'
import { beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { codePoint, everyCharacter } from '../../../../tools/fast-check/characters.ts'
import { comparableDomain } from './comparable-domain.ts'

/** A domain in every form that a client may send: as Node encodes and decodes it, and in both normalization forms. */
const formsOf = (domain: string) => {
  const ascii = domainToASCII(domain)
  return [ascii, ascii.toUpperCase(), domainToUnicode(ascii), domain.normalize('NFC'), domain.normalize('NFD')]
}

describe('the comparable form of a domain', () => {
  /** Every character that the mapping of UTS #46 could change, except those that URLs end a host with. */
  let mappedCharacters: readonly string[] = []
  beforeAll(() => {
    mappedCharacters = everyCharacter(/[\p{Changes_When_NFKC_Casefolded}\p{Changes_When_Casemapped}。]/gu)
  })

  it.each([
    ['bücher.example', 'xn--bcher-kva.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['ΝΉΣΟΣ.gr', 'xn--jxa3ahmd.gr'],
    ['نامه\u200cای.com', 'xn--mgba3gch31f.com'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['example.org.', 'EXAMPLE.org'],
    ['𝐞xam\u00adple.ｏrg', 'example.org'],
  ])('of %s is that of %s', (one, other) => {
    expect(comparableDomain(one)).toBe(comparableDomain(other))
  })

  it.each([
    ['straße.example', 'strasse.example'],
    ['ırmak.example', 'irmak.example'],
    ['bücher.example', 'bucher.example'],
    ['bücher.example', 'bcher-kva.example'],
    ['a.b', 'ab'],
    ['[192.0.2.1]', '192.0.2.1'],
  ])('of %s differs from that of %s', (one, other) => {
    expect(comparableDomain(one)).not.toBe(comparableDomain(other))
  })

  it.each([
    ['that is no Punycode', 'xn--bcher-kv!'],
    ['that is empty', 'xn--'],
    ['of ASCII alone', 'xn--bucher-'],
    ['of ASCII after the mapping, with the beginning of a label', 'xn--4g7ca7qmb'],
    ['with a dot', 'xn--ab-r13a'],
    ['that is not in the ASCII form', 'xn--bücher'],
  ])('keeps a label %s', (_, label) => {
    expect(comparableDomain(`A.${label}.example`)).toBe(`a.${label}.example`)
  })

  it('is the same for a character and for every form that Node makes of it', () => {
    let count = 0
    const differing = mappedCharacters.filter((character) => {
      const domain = `ü${character}b.example`
      if (domainToASCII(domain) === '') return false
      count += 1
      return formsOf(domain).some((form) => comparableDomain(form) !== comparableDomain(domain))
    })
    expect(count).toBeGreaterThan(5_000)
    expect(differing).toEqual([])
  })

  const anyDomain = () => {
    const letter = fc.oneof(
      fc.constantFrom('.', '。', '-', 'x', 'N', 'xn--', 'ς', 'Σ', 'ß', 'ẞ', 'ı', '\u200c', '\u00ad', 'u\u0308', '語'),
      // An iota subscript before another mark would become a letter on one side of it or on the other.
      fc.constantFrom(...mappedCharacters.filter((character) => !character.normalize('NFD').includes('\u0345'))),
    )
    return fc.string({ unit: letter, maxLength: 8 })
  }

  it('is the same for every domain and for every form that Node makes of it', () => {
    fc.assert(
      fc.property(anyDomain(), (text) => {
        // A number alone would be an IP address.
        const domain = `${text}.example`
        const ascii = domainToASCII(domain)
        // Node skips a delimiter before which there is nothing; by RFC 3492, it is an error.
        fc.pre(ascii !== '' && !/(?:^|\.)xn---/.test(ascii))
        for (const form of formsOf(domain)) expect(comparableDomain(form)).toBe(comparableDomain(domain))
      }),
      { numRuns: 1_000 },
    )
  })

  it('is the comparable form of itself', () => {
    fc.assert(
      fc.property(fc.oneof(anyDomain(), fc.string({ unit: codePoint })), (domain) => {
        const form = comparableDomain(domain)
        expect(comparableDomain(form)).toBe(form)
      }),
      { numRuns: 2_000 },
    )
  })
})
