import { describe, expect, it } from '@jest/globals'
import type { Language } from './fonts.ts'
import { lineBreaks } from './break-opportunities.ts'

const parted = (text: string, language: Language) => {
  const places = [0, ...lineBreaks(text, language), text.length]
  return places
    .slice(1)
    .map((end, place) => text.slice(places[place], end))
    .join('|')
}

describe('a line may end', () => {
  it.each<[string, Language, string]>([
    ['after a space', 'en', 'Night |at |the |Museum'],
    ['after a hyphen between letters', 'en', 'well-|known |art/|history |-5'],
    ['never at a no-break space', 'en', 'Room\u00a012 |and\u00a0€'],
    ['never between a bracket or quotation mark and its word', 'en', '(Night) |“at” |the |«Museum»'],
    ['never before a mark that ends a sentence', 'en', 'Who? |Me! |3.14, |12:30; |don’t…'],
    [
      'between words of Japanese, but before no small letter and no closing mark',
      'ja',
      '「美術館」|の|夜、|ミュージアム',
    ],
    ['between words of Chinese', 'zh-Hans', '博物|馆|之夜——|光影'],
    ['at the spaces of Korean', 'ko', '박물관의 |밤'],
    ['between words of Thai', 'en', 'คืน|ที่|พิพิธภัณฑ์'],
    ['beside an emoji', 'en', '🦕|Dino|🌙'],
    ['beside a character beyond the basic plane', 'ja', '𠮷|abc|𠮷'],
    ['at a zero width space', 'en', 'Donau\u200b|dampf'],
  ])('%s', (_, language, expected) => {
    expect(parted(expected.replaceAll('|', ''), language)).toBe(expected)
  })
})
