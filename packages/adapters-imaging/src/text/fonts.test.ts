import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { drawableText } from './drawable-text.ts'
import { type Language, type Typeface, emoji, lettersFor, registerFace, typewriter, wideLettersFor } from './fonts.ts'

const languages: readonly Language[] = ['en', 'ja', 'ko', 'zh-Hans']
const has = (character: string, typefaces: readonly Typeface[]) =>
  typefaces.some((typeface) => [...typeface.faces(character.codePointAt(0)!)].some((face) => face.covers(character)))
const missing = (characters: Iterable<string>, language: Language) => {
  const typefaces = [...lettersFor(language), emoji]
  return Array.from(characters).filter((character) => !has(character, typefaces))
}
const range = function* (first: number, last: number, of = /./u) {
  for (let codePoint = first; codePoint <= last; codePoint += 1) {
    const character = String.fromCodePoint(codePoint)
    if (of.test(character) && /\P{Cn}/u.test(character)) yield character
  }
}

describe('the fonts have', () => {
  it.each<[string, Iterable<string>]>([
    ['Latin', range(0x20, 0x24f, /[^\p{Cc}\p{Cf}]/u)],
    ['Vietnamese and other Latin with marks', range(0x1e00, 0x1eff)],
    ['the marks that go with them', range(0x300, 0x32f)],
    ['Greek', range(0x384, 0x3ff, /\p{sc=Greek}/u)],
    ['ancient Greek', range(0x1f00, 0x1fff)],
    ['Cyrillic', range(0x400, 0x52f)],
    ['Hebrew', range(0x591, 0x5f4)],
    ['Arabic', range(0x60c, 0x6ff, /[^\p{Cf}]/u)],
    ['Devanagari', range(0x900, 0x97f)],
    ['Thai', range(0xe01, 0xe5b)],
    ['Hiragana and Katakana', range(0x3041, 0x30ff)],
    ['every syllable of Korean', range(0xac00, 0xd7a3)],
    ['every character of JIS X 0208', new TextDecoder('euc-jp').decode(table(0xb0, 0xf4)).match(/\p{sc=Han}/gu)!],
    ['every character of GB 2312', new TextDecoder('gbk').decode(table(0xb0, 0xf7)).match(/\p{sc=Han}/gu)!],
    ['every emoji', range(0x203c, 0x1faff, /\p{Emoji}/u)],
    ['the replacement character, the dotted circle and the ellipsis', '\ufffd\u25cc…'],
  ])('%s', (_, characters) => {
    for (const language of languages) expect(missing(characters, language)).toEqual([])
  })

  it('the letters and digits of a code in one width', () => {
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789-')
    expect(letters.filter((letter) => !has(letter, [typewriter]))).toEqual([])
  })
})

describe('the order of the fonts', () => {
  const languageOf = (character: string, typefaces: ReturnType<typeof lettersFor>) =>
    typefaces
      .flatMap((typeface) => [...typeface.faces(character.codePointAt(0)!)])
      .find((face) => face.covers(character))?.language

  it('draws a Han character in the manner of the language', () => {
    expect(languages.map((language) => languageOf('直', lettersFor(language)))).toEqual(['ja', 'ja', 'ko', 'zh-Hans'])
  })

  it('falls back on the manner of a neighbour for a character that the language does not have', () => {
    expect(languageOf('们', lettersFor('ja'))).toBe('zh-Hans')
    expect(languageOf('込', lettersFor('ko'))).toBe('ja')
  })

  it('draws Latin letters alike in every language, and wide punctuation only where it is asked for', () => {
    expect(languages.map((language) => languageOf('a', lettersFor(language)))).toEqual(['en', 'en', 'en', 'en'])
    expect(languageOf('“', lettersFor('zh-Hans'))).toBe('en')
    expect(languageOf('“', wideLettersFor('zh-Hans'))).toBe('zh-Hans')
  })
})

describe('a weight', () => {
  it('is asked of a face only if the face has it', () => {
    const fonts = [...lettersFor('en')[0]!.faces(0x61), ...emoji.faces(0x1f600)].map((face) => face.font(600, 20))
    expect(fonts).toEqual([expect.stringMatching(/^600 20px "/), expect.stringMatching(/^400 20px "/)])
  })
})

describe('a face of several files', () => {
  // Latin, and Greek without Latin: real fonts with different characters. Only the space is in both.
  const [latin, greek] = ['latin', 'greek'].map((script) =>
    createRequire(import.meta.url).resolve(
      `@fontsource-variable/noto-serif/files/noto-serif-${script}-wght-normal.woff2`,
    ),
  ) as [string, string]

  it.each([
    ['the last file lacks', [greek, latin]],
    ['the first file lacks', [latin, greek]],
  ])('does not cover a character that %s', (_, files) => {
    const face = registerFace(`test ${files.join()}`, files, { weights: [400, 600] })
    expect(['a', 'α', ' ', 'aα'].map((text) => face.covers(text))).toEqual([false, false, true, false])
  })

  it('leaves a character that one of its files lacks to the next typeface', () => {
    const partial = registerFace('test partial', [latin, greek], { weights: [400, 600] })
    const { glyphs } = drawableText('a α', 'en', { faces: () => [partial] })
    expect(glyphs.map(({ text, face }) => [text, face === partial])).toEqual([
      ['a', false],
      [' ', true],
      ['α', false],
    ])
  })
})

describe('a font file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-fonts-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('that is missing is an error that names it', () => {
    const file = join(folder, 'none.ttf')
    expect(() => registerFace('none', [file])).toThrow(`The font file ${file} cannot be read.`)
  })

  it('that is no font is an error that names it', () => {
    const file = join(folder, 'broken.ttf')
    writeFileSync(file, 'no font')
    expect(() => registerFace('broken', [file])).toThrow(`The font file ${file} cannot be read.`)
  })
})

function table(firstRow: number, lastRow: number): Uint8Array {
  const bytes: number[] = []
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let column = 0xa1; column <= 0xfe; column += 1) bytes.push(row, column)
  return Uint8Array.from(bytes)
}
