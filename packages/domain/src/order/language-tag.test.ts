import { describe, expect, it } from '@jest/globals'
import { LanguageTag } from '../index.ts'

describe('the language of a visitor', () => {
  it.each([
    ['de', 'de'],
    ['PT-br', 'pt-BR'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['de-1996', 'de-1996'],
    ['en-u-ca-gregory', 'en-u-ca-gregory'],
    // A language that is part of another one.
    ['sh', 'sr-Latn'],
  ])('may be %s, which is stored as %s', (text, tag) => {
    expect(LanguageTag.faultOf(text)).toBeUndefined()
    expect(LanguageTag(text)).toBe(tag)
  })

  it.each([
    '',
    'd',
    'deutschland',
    'de_DE',
    'x-klingon',
    'de--DE',
    'dé',
    'de ',
    'de-x-abcdefgh-abcdefgh-abcdefgh-abcd',
  ])('not-a-language: may not be "%s"', (text) => {
    expect(LanguageTag.faultOf(text)).toMatchObject({ code: 'not-a-language' })
  })

  it('not-a-language: has at most 35 characters, also in its canonical form', () => {
    const variants = 'abcde-bcdef-cdefg-defgh-efghi'
    expect(LanguageTag(`sr-${variants}`)).toHaveLength(32)
    expect(LanguageTag.faultOf(`sh-${variants}`)).toMatchObject({ code: 'not-a-language' })
  })
})
