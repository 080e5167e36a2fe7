import { describe, expect, it } from '@jest/globals'
import { breakOpportunities } from './break-opportunities.ts'
import type { Language } from './language-of.ts'

const withBreaks = (text: string, language: Language) => {
  const indices = [0, ...breakOpportunities(text, language), text.length]
  return indices
    .slice(1)
    .map((end, index) => text.slice(indices[index], end))
    .join('|')
}

describe('breakOpportunities', () => {
  it.each<[string, Language, string]>([
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
