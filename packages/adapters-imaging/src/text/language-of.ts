/** The languages whose Han characters differ in shape; `en` stands for every other language. */
export type HanLanguage = 'en' | 'ja' | 'ko' | 'zh-Hans'

/**
 * The language in whose shapes the Han characters of a text are drawn. Kana mean Japanese and Hangul mean Korean: first
 * those in the text, then those in its neighbours on the ticket. Without either, the language is Japanese if the text
 * has a character that is in the Japanese standard JIS X 0208 and not in the Chinese standard GB 2312; otherwise
 * Simplified Chinese.
 */
export const languageOf = (text: string, neighbours: string): HanLanguage => {
  if (!/\p{Script=Han}/u.test(text)) return languageOfScript(text) ?? 'en'
  return languageOfScript(text) ?? languageOfScript(neighbours) ?? (hasJapaneseOnlyHan(text) ? 'ja' : 'zh-Hans')
}

const languageOfScript = (text: string): HanLanguage | undefined => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  // Hangul fillers are invisible, and tell nothing about the language.
  return /(?!\p{Default_Ignorable_Code_Point})\p{Script=Hangul}/u.test(text) ? 'ko' : undefined
}

const hasJapaneseOnlyHan = (text: string) => {
  const { jisX0208, gb2312 } = hanStandards()
  return Array.from(text).some((character) => jisX0208.has(character) && !gb2312.has(character))
}

let standards: Readonly<{ jisX0208: ReadonlySet<string>; gb2312: ReadonlySet<string> }> | undefined

/** The Han characters of the Japanese standard JIS X 0208 and of the Chinese standard GB 2312. */
export const hanStandards = (): NonNullable<typeof standards> =>
  (standards ??= { jisX0208: hanIn('euc-jp', 0xb0, 0xf4), gb2312: hanIn('gbk', 0xb0, 0xf7) })

/**
 * The Han characters in these rows of a standard. A row has 94 columns, and a character is two bytes in the encoding.
 */
const hanIn = (encoding: string, firstRow: number, lastRow: number) => {
  const bytes: number[] = []
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let column = 0xa1; column <= 0xfe; column += 1) bytes.push(row, column)
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)).match(/\p{Script=Han}/gu))
}
