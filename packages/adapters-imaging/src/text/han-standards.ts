let standards: Readonly<{ jisX0208: ReadonlySet<string>; gb2312: ReadonlySet<string> }> | undefined

/** The Han characters of the Japanese standard JIS X 0208 and of the Chinese standard GB 2312. */
export const hanStandards = (): NonNullable<typeof standards> =>
  (standards ??= { jisX0208: hanIn('euc-jp', 0xb0, 0xf4), gb2312: hanIn('gbk', 0xb0, 0xf7) })

/** The Han characters in these rows of a standard, each of 94 columns; the encoding has them at two bytes a character. */
const hanIn = (encoding: string, firstRow: number, lastRow: number) => {
  const bytes: number[] = []
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let column = 0xa1; column <= 0xfe; column += 1) bytes.push(row, column)
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)).match(/\p{Script=Han}/gu))
}
