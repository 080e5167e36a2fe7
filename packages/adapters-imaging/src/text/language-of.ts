import type { Language } from './fonts.ts'

/**
 * The language in whose manner the Han characters of a text are drawn.
 * Kana make it Japanese and Hangul Korean, in the text or else in its neighbours. Otherwise it is Japanese when it has a
 * character that Japan's standard JIS X 0208 knows and China's GB 2312 does not, and Simplified Chinese when not.
 */
export const languageOf = (text: string, neighbours: string): Language => {
  if (!/\p{Script=Han}/u.test(text)) return lettersOf(text) ?? 'en'
  return lettersOf(text) ?? lettersOf(neighbours) ?? (hanOnly(text) ? 'ja' : 'zh-Hans')
}

const lettersOf = (text: string): Language | undefined => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  // Its fillers are invisible, and tell nothing.
  return /(?!\p{Default_Ignorable_Code_Point})\p{Script=Hangul}/u.test(text) ? 'ko' : undefined
}

const hanOnly = (text: string) => {
  const { jis, gb } = standards()
  return Array.from(text).some((character) => jis.has(character) && !gb.has(character))
}

let decoded: Readonly<{ jis: Set<string>; gb: Set<string> }> | undefined
// Both standards are tables of 94 columns, and every Node can decode them.
const standards = () => (decoded ??= { jis: tableOf('euc-jp', 0xb0, 0xf4), gb: tableOf('gbk', 0xb0, 0xf7) })

const tableOf = (encoding: string, firstRow: number, lastRow: number) => {
  const decoder = new TextDecoder(encoding)
  const bytes: number[] = []
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let column = 0xa1; column <= 0xfe; column += 1) bytes.push(row, column)
  return new Set(decoder.decode(Uint8Array.from(bytes)).match(/\p{Script=Han}/gu))
}
