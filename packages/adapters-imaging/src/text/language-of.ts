import { hanStandards } from './han-standards.ts'

/** The languages whose Han characters differ in shape; `en` stands for every other language. */
export type Language = 'en' | 'ja' | 'ko' | 'zh-Hans'

/**
 * The language in whose shapes the Han characters of a text are drawn.
 * Kana make it Japanese and Hangul make it Korean: those of the text, else those of its neighbours on the ticket.
 * Without them the text is Japanese when it has a character that the Japanese standard JIS X 0208 has and the Chinese
 * standard GB 2312 lacks, and Simplified Chinese otherwise.
 */
export const languageOf = (text: string, neighbours: string): Language => {
  if (!/\p{Script=Han}/u.test(text)) return languageOfScript(text) ?? 'en'
  return languageOfScript(text) ?? languageOfScript(neighbours) ?? (hasJapaneseOnlyHan(text) ? 'ja' : 'zh-Hans')
}

const languageOfScript = (text: string): Language | undefined => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  // Hangul fillers are invisible: they say nothing about the language.
  return /(?!\p{Default_Ignorable_Code_Point})\p{Script=Hangul}/u.test(text) ? 'ko' : undefined
}

const hasJapaneseOnlyHan = (text: string) => {
  const { jisX0208, gb2312 } = hanStandards()
  return Array.from(text).some((character) => jisX0208.has(character) && !gb2312.has(character))
}
