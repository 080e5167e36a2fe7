import { describe, expect, it } from '@jest/globals'
import { emoji, fullWidthTypefacesFor, monospace, typefacesFor } from './fonts.ts'
import { type HanLanguage, hanStandards } from './language-of.ts'
import type { Typeface } from './typeface.ts'

const languages: readonly HanLanguage[] = ['en', 'ja', 'ko', 'zh-Hans']
const isCovered = (character: string, typefaces: readonly Typeface[]) =>
  typefaces.some((typeface) => [...typeface.faces(character.codePointAt(0)!)].some((face) => face.covers(character)))
const missing = (characters: Iterable<string>, language: HanLanguage) => {
  const typefaces = [...typefacesFor(language), emoji]
  return Array.from(characters).filter((character) => !isCovered(character, typefaces))
}
const charactersFrom = function* (first: number, last: number, pattern = /./u) {
  for (let codePoint = first; codePoint <= last; codePoint += 1) {
    const character = String.fromCodePoint(codePoint)
    if (pattern.test(character) && /\P{Cn}/u.test(character)) yield character
  }
}

describe('the fonts', () => {
  it.each<[string, Iterable<string>]>([
    ['Latin', charactersFrom(0x20, 0x24f, /[^\p{Cc}\p{Cf}]/u)],
    ['Vietnamese and other Latin with marks', charactersFrom(0x1e00, 0x1eff)],
    ['the combining marks of Latin', charactersFrom(0x300, 0x32f)],
    ['Greek', charactersFrom(0x384, 0x3ff, /\p{sc=Greek}/u)],
    ['ancient Greek', charactersFrom(0x1f00, 0x1fff)],
    ['Cyrillic', charactersFrom(0x400, 0x52f)],
    ['Hebrew', charactersFrom(0x591, 0x5f4)],
    ['Arabic', charactersFrom(0x60c, 0x6ff, /[^\p{Cf}]/u)],
    ['Devanagari', charactersFrom(0x900, 0x97f)],
    ['Thai', charactersFrom(0xe01, 0xe5b)],
    ['Hiragana and Katakana', charactersFrom(0x3041, 0x30ff)],
    ['every syllable of Korean', charactersFrom(0xac00, 0xd7a3)],
    ['every character of JIS X 0208', hanStandards().jisX0208],
    ['every character of GB 2312', hanStandards().gb2312],
    ['every emoji', charactersFrom(0x203c, 0x1faff, /\p{Emoji}/u)],
    ['the replacement character, the dotted circle and the ellipsis', '\ufffd\u25cc…'],
  ])('have %s', (_, characters) => {
    for (const language of languages) expect(missing(characters, language)).toEqual([])
  })

  it('have letters and digits of the same width for codes', () => {
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789-')
    expect(letters.filter((letter) => !isCovered(letter, [monospace]))).toEqual([])
  })
})

describe('typefacesFor', () => {
  const languageOf = (character: string, typefaces: readonly Typeface[]) =>
    typefaces
      .flatMap((typeface) => [...typeface.faces(character.codePointAt(0)!)])
      .find((face) => face.covers(character))?.language

  it('prefers the typeface of the language for a Han character', () => {
    expect(languages.map((language) => languageOf('直', typefacesFor(language)))).toEqual(['ja', 'ja', 'ko', 'zh-Hans'])
  })

  it('has the typefaces of the other languages for a Han character that the language lacks', () => {
    expect(languageOf('们', typefacesFor('ja'))).toBe('zh-Hans')
    expect(languageOf('込', typefacesFor('ko'))).toBe('ja')
  })

  it('has the same Latin letters for every language, and full-width punctuation only in fullWidthTypefacesFor', () => {
    expect(languages.map((language) => languageOf('a', typefacesFor(language)))).toEqual(['en', 'en', 'en', 'en'])
    expect(languageOf('“', typefacesFor('zh-Hans'))).toBe('en')
    expect(languageOf('“', fullWidthTypefacesFor('zh-Hans'))).toBe('zh-Hans')
  })
})
