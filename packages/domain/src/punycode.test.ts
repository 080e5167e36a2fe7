import { domainToASCII } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decodePunycode } from './punycode.ts'

describe('Punycode', () => {
  // From RFC 3492, section 7.1.
  it.each([
    ['egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
    ['ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
    ['4dbcagdahymbxekheh6e0a7fei0b', 'למההםפשוטלאמדבריםעברית'],
    ['porqunopuedensimplementehablarenespaol-fmd56a', 'porquénopuedensimplementehablarenespañol'],
    ['3b-ww4c5e180e575a65lsy2b', '3年b組金八先生'],
    ['hello-another-way--fc4qua05auwb3674vfr0b', 'hello-another-way-それぞれの場所'],
    ['d9juau41awczczp', 'そのスピードで'],
    ['-> $1.00 <--', '-> $1.00 <-'],
  ])('decodes %s as the RFC does', (text, decoded) => {
    expect(decodePunycode(text)).toBe(decoded)
  })

  it('decodes what Node encodes', () => {
    // Characters that no mapping changes, of all lengths in UTF-8.
    const letter = fc.constantFrom(...Array.from('aü-zδж語한🦣𠀀'))
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 30 }), (text) => {
        const encoded = domainToASCII(`ü${text}ü`)
        expect(decodePunycode(encoded.slice('xn--'.length))).toBe(`ü${text}ü`)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['a character that is no digit', 'bcher-kv!'],
    ['an upper-case digit', 'bcher-KVA'],
    ['an end within a number', 'bcher-kv'],
    ['nothing before its only hyphen', '-kva'],
    ['a code point beyond the last one', 'a-bb00z'],
    ['a number that is too great', '999999'],
    ['half of a surrogate pair', 'ib9b'],
    ['an endless number', 'z'.repeat(250)],
  ])('does not decode a text with %s', (_, text) => {
    expect(decodePunycode(text)).toBeUndefined()
  })
})
