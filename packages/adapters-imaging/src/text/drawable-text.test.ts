import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { drawableText, replacementCharacter } from './drawable-text.ts'
import type { Language } from './fonts.ts'
import { aTicketTo, ink, inkBox, nameOf, partOf, scripts } from '../../test/image.ts'

const parts = (text: string, language: Language = 'en') => drawableText(text, language).glyphs.map(({ text }) => text)

describe('a text is drawn', () => {
  it.each(Object.entries(scripts))('with a glyph for every character: %s', (_, text) => {
    expect(parts(text).join('')).toBe(text)
    expect(ink(nameOf(text))).not.toBe('')
    expect(ink(nameOf(text))).not.toBe(ink(nameOf(replacementCharacter.repeat(Array.from(text).length))))
  })

  it('with glyphs of its own for every letter', () => {
    const letters = Array.from(`aąảαбبבकก夜밤馆🌙${replacementCharacter}`)
    expect(new Set(letters.map((letter) => ink(nameOf(letter)))).size).toBe(letters.length)
  })

  it.each([
    ['Bengali', 'বাংলা'],
    ['Georgian', 'ქართ'],
    ['cuneiform', '\u{12000}'],
    ['a private character, though a font has it', '\ue001'],
    ['a character beyond the last that is assigned', '\u{10fffd}'],
    ['a noncharacter', '\uffff'],
    ['a control character', '\u0085'],
    ['a mathematical letter', '𝕏'],
  ])('with the replacement character for each that no font has: %s', (_, text) => {
    const replaced = replacementCharacter.repeat(Array.from(text).length)
    expect(parts(`a${text}b`).join('')).toBe(`a${replaced}b`)
    expect(ink(nameOf(`a${text}b`))).toBe(ink(nameOf(`a${replaced}b`)))
  })

  it('with the letter when only its mark is missing, and with a circle for a mark that has no letter', () => {
    expect(parts('x\u{1e8d0}y')).toEqual(['x', replacementCharacter, 'y'])
    expect(parts('\u0301')).toEqual(['\u00a0\u0301'])
    expect(parts('\u0e48')).toEqual(['\u25cc\u0e48'])
  })

  it.each([
    ['soft hyphen', '\u00ad'],
    ['zero width space', '\u200b'],
    ['word joiner', '\u2060'],
    ['byte order mark', '\ufeff'],
    ['left-to-right mark', '\u200e'],
    ['right-to-left mark', '\u200f'],
    ['override', '\u202e'],
    ['embedding', '\u202b'],
    ['isolate', '\u2068'],
    ['text and emoji style', '\ufe0e\ufe0f'],
    ['variation of a Han character', '\u{e0100}'],
    ['tag', '\u{e0067}'],
    ['Hangul filler', '\u3164'],
    ['combining grapheme joiner', '\u034f'],
    ['annotation', '\ufff9'],
    ['joiners', '\u200c\u200d'],
  ])('as if there were no %s in it', (_, invisible) => {
    expect(ink(nameOf(`Night ab${invisible}cd`))).toBe(ink(nameOf('Night abcd')))
    expect(ink(nameOf(`${invisible}漢字`))).toBe(ink(nameOf('漢字')))
  })

  it('in full when it holds nothing but invisible characters: nothing', () => {
    expect(parts('\u2060\u200b\u{e0100}')).toEqual([])
  })

  it.each([
    ['a couple', '👩‍❤️‍👨'],
    ['a skin tone', '👍🏽'],
    ['a flag', '🇯🇵'],
    ['a flag of a part of a country', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a rainbow', '🏳️‍🌈'],
    ['a key', '1️⃣'],
    ['a heart', '❤️'],
    ['a heart on fire', '❤️‍🔥'],
    ['an astronaut', '👩🏽‍🚀'],
    ['an emoji asked for as text', '😀\ufe0e'],
  ])('with one emoji, in colour, for %s', (_, text) => {
    expect(parts(text)).toHaveLength(1)
    const [pixels, one] = [nameOf(text), inkBox(nameOf('😀'))]
    expect(Math.abs(inkBox(pixels).width - one.width)).toBeLessThan(one.width / 4)
    expect(colourful(pixels)).toBe(true)
  })

  it('in black where an emoji is also a letter or a sign', () => {
    for (const text of ['2030', '©', '★', '#']) expect(colourful(nameOf(text))).toBe(false)
  })

  it('alike however its accents and syllables are encoded', () => {
    for (const text of ['Łódź é ệ', 'ά й', 'ガ', '밤', 'नि'])
      expect(ink(nameOf(text.normalize('NFD')))).toBe(ink(nameOf(text.normalize('NFC'))))
  })

  it('with joined letters in Arabic', () => {
    const [joined, apart] = [nameOf('سلم'), nameOf('س\u200cل\u200cم')]
    expect(inkBox(joined).width).toBeLessThan(inkBox(apart).width)
    expect(ink(nameOf('لا'))).not.toBe(ink(nameOf('ل\u200cا')))
  })

  it('with conjuncts in Devanagari, and a vowel sign before the letter that it follows', () => {
    expect(inkBox(nameOf('क्ष')).width).toBeLessThan(inkBox(nameOf('क्\u200cष')).width)
    expect(ink(nameOf('कि'))).not.toBe(ink(nameOf('क\u200b\u25ccि')))
    expect(inkBox(nameOf('कि')).width).toBeGreaterThan(inkBox(nameOf('क')).width)
  })

  it('with the tones of Thai above its letters', () => {
    expect(inkBox(nameOf('ก่')).width).toBe(inkBox(nameOf('ก')).width)
    expect(inkBox(nameOf('กี่')).height).toBeGreaterThan(inkBox(nameOf('กี')).height)
  })

  it.each([
    ['Hebrew', 'לוו'],
    ['Arabic', 'ابب'],
  ])('from right to left in %s', (_, text) => {
    const pixels = nameOf(text)
    const box = inkBox(pixels)
    // The tall letter comes first.
    const tall = inkBox({ ...pixels, data: pixels.data.slice(0, (box.y + 4) * pixels.width * 4), height: box.y + 4 })
    expect(tall.x).toBeGreaterThan(box.x + box.width / 2)
  })

  it('with brackets turned towards what they enclose, in either direction', () => {
    for (const text of ['(a)', '(א)', '(ب)']) {
      const pixels = nameOf(text)
      const { x, y, height } = inkBox(pixels)
      // The leftmost bracket opens to the right: its middle is farther left than its upper end.
      const end = Math.round(y + height / 8)
      const upperEnd = inkBox({ ...pixels, data: pixels.data.slice(0, end * pixels.width * 4), height: end })
      expect(upperEnd.x).toBeGreaterThan(x + 2)
    }
  })

  it('differently in Japanese, Chinese and Korean where a Han character differs', () => {
    const looks = (['ミュージアム', '馆', '박물관'] as const).map((location) => ink(partOf(aTicketTo('直', location))))
    expect(new Set(looks).size).toBe(3)
  })

  it('with the quotation marks and dashes of Chinese as wide as its letters, but not those of English', () => {
    const faces = (text: string, language: Language) =>
      drawableText(text, language).glyphs.map(({ face }) => face.language)
    expect(new Set(faces('“夜”——光', 'zh-Hans'))).toEqual(new Set(['zh-Hans']))
    expect(faces('夜 “a”', 'zh-Hans').slice(2)).toEqual(['en', 'en', 'en'])
  })

  it('with a face that has all of it, whatever it is', () => {
    const characters = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(characters, fc.constantFrom<Language>('en', 'ja', 'ko', 'zh-Hans'), (text, language) => {
        for (const { text: drawn, face } of drawableText(text, language).glyphs)
          expect(face.covers(drawn.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

const colourful = ({ data }: { data: Uint8ClampedArray }) => {
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) return true
  }
  return false
}
