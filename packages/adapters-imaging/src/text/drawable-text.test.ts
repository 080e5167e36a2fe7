import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { codePoint, grapheme } from '../../../../tools/fast-check/characters.ts'
import { aTicketTo } from '../../test/a-ticket-to.ts'
import { namePixels, partPixels } from '../../test/draw-layout.ts'
import { inkBox, inkHash } from '../../test/pixels.ts'
import { breakOpportunities, drawableText, replacementCharacter } from './drawable-text.ts'
import { sampleTexts } from './font-faults-in.ts'
import type { HanLanguage } from './language-of.ts'

const clustersOf = (text: string, language: HanLanguage = 'en') =>
  drawableText(text, language).clusters.map(({ text }) => text)

describe('drawableText', () => {
  it.each(Object.entries(sampleTexts))('finds a glyph for every character: %s', (_, text) => {
    expect(clustersOf(text).join('')).toBe(text)
    expect(inkHash(namePixels(text))).not.toBe('')
    expect(inkHash(namePixels(text))).not.toBe(
      inkHash(namePixels(replacementCharacter.repeat(Array.from(text).length))),
    )
  })

  it('gives every letter its own glyph', () => {
    const letters = Array.from(`aąảαбبבकก夜밤馆🌙${replacementCharacter}`)
    expect(new Set(letters.map((letter) => inkHash(namePixels(letter)))).size).toBe(letters.length)
  })

  it.each([
    ['Bengali', 'বাংলা'],
    ['Georgian', 'ქართ'],
    ['cuneiform', '\u{12000}'],
    ['a private-use character that a font has', '\ue001'],
    ['an unassigned character', '\u{10fffd}'],
    ['a noncharacter', '\uffff'],
    ['a control character', '\u0085'],
    ['a mathematical letter', '𝕏'],
  ])('replaces each character that no font has by U+FFFD: %s', (_, text) => {
    const replaced = replacementCharacter.repeat(Array.from(text).length)
    expect(clustersOf(`a${text}b`).join('')).toBe(`a${replaced}b`)
    expect(inkHash(namePixels(`a${text}b`))).toBe(inkHash(namePixels(`a${replaced}b`)))
  })

  it('replaces only the mark of a letter when no font has it, and gives a mark without a letter a circle or a space to stand on', () => {
    expect(clustersOf('x\u{1e8d0}y')).toEqual(['x', replacementCharacter, 'y'])
    expect(clustersOf('\u0301')).toEqual(['\u00a0\u0301'])
    expect(clustersOf('\u0e48')).toEqual(['\u25cc\u0e48'])
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
  ])('draws a text the same with and without an invisible character: %s', (_, invisible) => {
    expect(inkHash(namePixels(`Night ab${invisible}cd`))).toBe(inkHash(namePixels('Night abcd')))
    expect(inkHash(namePixels(`${invisible}漢字`))).toBe(inkHash(namePixels('漢字')))
  })

  it('returns no cluster for a text of invisible characters', () => {
    expect(clustersOf('\u2060\u200b\u{e0100}')).toEqual([])
  })

  it.each([
    ['a couple', '👩‍❤️‍👨'],
    ['a skin tone', '👍🏽'],
    ['a flag', '🇯🇵'],
    ['the flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['a keycap', '1️⃣'],
    ['a heart', '❤️'],
    ['a heart on fire', '❤️‍🔥'],
    ['an astronaut', '👩🏽‍🚀'],
    ['an emoji with a text variation selector', '😀\ufe0e'],
  ])('draws an emoji sequence as one emoji in colour: %s', (_, text) => {
    expect(clustersOf(text)).toHaveLength(1)
    const [pixels, one] = [namePixels(text), inkBox(namePixels('😀'))]
    expect(Math.abs(inkBox(pixels).width - one.width)).toBeLessThan(one.width / 4)
    expect(isColourful(pixels)).toBe(true)
  })

  it('draws in black the digits and signs that can also be emoji', () => {
    for (const text of ['2030', '©', '★', '#']) expect(isColourful(namePixels(text))).toBe(false)
  })

  it('draws a text the same in NFC and NFD', () => {
    for (const text of ['Łódź é ệ', 'ά й', 'ガ', '밤', 'नि'])
      expect(inkHash(namePixels(text.normalize('NFD')))).toBe(inkHash(namePixels(text.normalize('NFC'))))
  })

  it('joins the letters of Arabic', () => {
    const [joined, apart] = [namePixels('سلم'), namePixels('س\u200cل\u200cم')]
    expect(inkBox(joined).width).toBeLessThan(inkBox(apart).width)
    expect(inkHash(namePixels('لا'))).not.toBe(inkHash(namePixels('ل\u200cا')))
  })

  it('draws the conjuncts of Devanagari, and a vowel sign before the letter that it follows', () => {
    expect(inkBox(namePixels('क्ष')).width).toBeLessThan(inkBox(namePixels('क्\u200cष')).width)
    expect(inkHash(namePixels('कि'))).not.toBe(inkHash(namePixels('क\u200b\u25ccि')))
    expect(inkBox(namePixels('कि')).width).toBeGreaterThan(inkBox(namePixels('क')).width)
  })

  it('draws the tone marks of Thai above its letters', () => {
    expect(inkBox(namePixels('ก่')).width).toBe(inkBox(namePixels('ก')).width)
    expect(inkBox(namePixels('กี่')).height).toBeGreaterThan(inkBox(namePixels('กี')).height)
  })

  it.each([
    ['Hebrew', 'לוו'],
    ['Arabic', 'ابب'],
  ])('draws %s from right to left', (_, text) => {
    const pixels = namePixels(text)
    const box = inkBox(pixels)
    // The tall letter is first in the text, so it must be at the right.
    const tall = inkBox({ ...pixels, data: pixels.data.slice(0, (box.y + 4) * pixels.width * 4), height: box.y + 4 })
    expect(tall.x).toBeGreaterThan(box.x + box.width / 2)
  })

  it('mirrors brackets in a text that runs from right to left', () => {
    for (const text of ['(a)', '(א)', '(ب)']) {
      const pixels = namePixels(text)
      const { x, y, height } = inkBox(pixels)
      // The leftmost bracket opens to the right: its middle is farther left than its upper end.
      const end = Math.round(y + height / 8)
      const upperEnd = inkBox({ ...pixels, data: pixels.data.slice(0, end * pixels.width * 4), height: end })
      expect(upperEnd.x).toBeGreaterThan(x + 2)
    }
  })

  it('draws a Han character in its Japanese, Chinese or Korean shape, depending on the neighbours of the text', () => {
    const hashes = (['ミュージアム', '馆', '박물관'] as const).map((location) =>
      inkHash(partPixels(aTicketTo('直', location))),
    )
    expect(new Set(hashes).size).toBe(3)
  })

  it('draws quotation marks and dashes full-width in Chinese, but not in English', () => {
    const faces = (text: string, language: HanLanguage) =>
      drawableText(text, language).clusters.map(({ face }) => face.language)
    expect(new Set(faces('“夜”——光', 'zh-Hans'))).toEqual(new Set(['zh-Hans']))
    expect(faces('夜 “a”', 'zh-Hans').slice(2)).toEqual(['en', 'en', 'en'])
  })

  it('selects for every cluster a face that covers it, for any text', () => {
    const characters = fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: grapheme }))
    fc.assert(
      fc.property(characters, fc.constantFrom<HanLanguage>('en', 'ja', 'ko', 'zh-Hans'), (text, language) => {
        for (const { text: clusterText, face } of drawableText(text, language).clusters)
          expect(face.covers(clusterText.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

const isColourful = ({ data }: { data: Uint8ClampedArray }) => {
  for (let start = 0; start < data.length; start += 4) {
    const [red, green, blue] = [data[start]!, data[start + 1]!, data[start + 2]!]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) return true
  }
  return false
}

const withBreaks = (text: string, language: HanLanguage) => {
  const indices = [0, ...breakOpportunities(text, language), text.length]
  return indices
    .slice(1)
    .map((end, index) => text.slice(indices[index], end))
    .join('|')
}

describe('breakOpportunities', () => {
  it.each<[string, HanLanguage, string]>([
    ['allows a break after a space', 'en', 'Night |at |the |Museum'],
    ['allows a break after a hyphen or slash that follows a letter', 'en', 'well-|known |art/|history |-5'],
    ['allows no break at a no-break space', 'en', 'Room\u00a012 |and\u00a0€'],
    ['allows no break between a bracket or quotation mark and its word', 'en', '(Night) |“at” |the |«Museum»'],
    ['allows no break before a mark that ends a sentence', 'en', 'Who? |Me! |3.14, |12:30; |don’t…'],
    [
      'allows a break between words of Japanese, but not before a small letter or a closing mark',
      'ja',
      '「美術館」|の|夜、|ミュージアム',
    ],
    ['allows a break between words of Chinese', 'zh-Hans', '博物|馆|之夜——|光影'],
    ['allows a break at the spaces of Korean', 'ko', '박물관의 |밤'],
    ['allows a break between words of Thai', 'en', 'คืน|ที่|พิพิธภัณฑ์'],
    ['allows a break beside an emoji', 'en', '🦕|Dino|🌙'],
    ['allows a break beside a character outside of the basic plane', 'ja', '𠮷|abc|𠮷'],
    ['allows a break at a zero width space', 'en', 'Donau\u200b|dampf'],
  ])('%s', (_, language, expected) => {
    expect(withBreaks(expected.replaceAll('|', ''), language)).toBe(expected)
  })
})
