import { describe, expect, it } from '@jest/globals'
import { languageOf } from './language-of.ts'

describe('the language in which Han characters are drawn', () => {
  it.each([
    ['is none for a text without them', 'Night at the Museum', '', 'en'],
    ['is Japanese with kana', '美術館の夜', '', 'ja'],
    ['is Japanese for kana alone', 'ミュージアム', '', 'ja'],
    ['is Korean with Hangul', '박물관 特別展', '', 'ko'],
    ['is that of the neighbours if they tell', '直前', 'ミュージアム', 'ja'],
    ['is Korean among Korean neighbours', '特別展', '국립박물관', 'ko'],
    ['is its own, whatever the neighbours are', '美術館の夜', '국립박물관', 'ja'],
    ['is Japanese by a character that only the Japanese standard has', '東京国立博物館', '', 'ja'],
    ['is Simplified Chinese otherwise', '博物馆之夜', '', 'zh-Hans'],
    ['is Simplified Chinese when both standards have all of it', '直', '', 'zh-Hans'],
    ['is Simplified Chinese for a character beyond both', '\u{20089}', '', 'zh-Hans'],
  ])('%s', (_, text, neighbours, language) => {
    expect(languageOf(text, neighbours)).toBe(language)
  })
})
