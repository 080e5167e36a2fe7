import stringWidth from 'string-width'
import { escapeForTerminal } from '../system/escape-controls.ts'
import { shorten } from './shorten.ts'

/** A column of a table. Its texts are shortened where the terminal is too narrow if `mayShorten` is true. */
export type Column<Row> = Readonly<{ title: string; textOf: (row: Row) => string; mayShorten?: true }>

const gap = '  '
/** Shortened texts are not made shorter than this. */
const minWidth = 12

/**
 * Rows as a table with titles, for a terminal with `width` columns, or without a limit. Where not even the shortened
 * texts fit, each row is a block of lines: its first text, and below it a line for each other column.
 */
export const table = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], width?: number): string => {
  const lines = [
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map((row) => columns.map(({ textOf }) => escapeForTerminal(textOf(row)))),
  ]
  const widths = columns.map((_, column) => Math.max(...lines.map((texts) => stringWidth(texts[column]!))))
  if (width !== undefined) {
    const total = () => widths.reduce((sum, each) => sum + each, gap.length * (columns.length - 1))
    const canShrink = () =>
      columns.map(({ mayShorten }, column) => (mayShorten && widths[column]! > minWidth ? widths[column]! : 0))
    for (let shrinking = canShrink(); total() > width && Math.max(...shrinking) > 0; shrinking = canShrink())
      widths[shrinking.indexOf(Math.max(...shrinking))]! -= 1
    if (total() > width) return blocks(lines, columns, width)
  }
  return lines
    .map((texts) =>
      texts
        .map((text, column) => pad(shorten(text, widths[column]!), widths[column]!))
        .join(gap)
        .trimEnd(),
    )
    .join('\n')
}

/** The rows below the titles, each as a block of lines. */
const blocks = (
  [titles = [], ...rows]: readonly string[][],
  columns: readonly Pick<Column<never>, 'mayShorten'>[],
  width: number,
) => {
  const titleWidth = Math.max(...titles.slice(1).map((title) => stringWidth(title)))
  const lineOf = (text: string, column: number) => {
    const start = gap + pad(titles[column]!, titleWidth) + gap
    return start + (columns[column]!.mayShorten ? shorten(text, width - stringWidth(start)) : text)
  }
  return rows
    .map(([first, ...texts]) => [first, ...texts.map((text, n) => lineOf(text, n + 1))].join('\n'))
    .join('\n\n')
}

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)))
