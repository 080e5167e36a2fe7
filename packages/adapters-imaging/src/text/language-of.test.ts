import { describe, expect, it } from '@jest/globals'
import { languageOf } from './language-of.ts'

describe('languageOf', () => {
  it.each([
    ['is English for a text without Han, Kana and Hangul', 'Night at the Museum', '', 'en'],
    ['is Japanese for a text with kana', '美術館の夜', '', 'ja'],
    ['is Japanese for kana alone', 'ミュージアム', '', 'ja'],
    ['is Korean for a text with Hangul', '박물관 特別展', '', 'ko'],
    ['is Japanese when only its neighbours have kana', '直前', 'ミュージアム', 'ja'],
    ['is Korean when only its neighbours have Hangul', '特別展', '국립박물관', 'ko'],
    ['is Japanese for its own kana when the neighbours have Hangul', '美術館の夜', '국립박물관', 'ja'],
    ['is Japanese for a character that only the Japanese standard has', '東京国立博物館', '', 'ja'],
    ['is Simplified Chinese for a character that only the Chinese standard has', '博物馆之夜', '', 'zh-Hans'],
    ['is Simplified Chinese for a character that both standards have', '直', '', 'zh-Hans'],
    ['is Simplified Chinese for a character that neither standard has', '\u{20089}', '', 'zh-Hans'],
  ])('%s', (_, text, neighbours, language) => {
    expect(languageOf(text, neighbours)).toBe(language)
  })
})
