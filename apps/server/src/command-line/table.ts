// Commands load this module when they print a table, since string-width takes some 30 ms to load.
import stringWidth from 'string-width'
import { isolated } from '@museum/languages'
import { escapeForTerminal } from '../observability/log/escape-controls.ts'

/** The number of columns of a terminal that a text needs. */
export { stringWidth }

/** A column of a table. If `mayShorten` is true, its texts are shortened in a narrow terminal. */
export type Column<Row> = Readonly<{ title: string; textOf: (row: Row) => string; mayShorten?: true }>

const gap = '  '
const minWidth = 12

/**
 * Formats rows as a table with titles, for a terminal with `width` columns; without `width`, the table has any width. If not
 * even shortened texts fit, each row becomes a block of lines: its first text, and a line for each other column below.
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
        .map((text, column) => pad(isolated(shorten(text, widths[column]!)), widths[column]!))
        .join(gap)
        .trimEnd(),
    )
    .join('\n')
}

const blocks = (
  [titles = [], ...rows]: readonly string[][],
  columns: readonly Pick<Column<never>, 'mayShorten'>[],
  width: number,
) => {
  const titleWidth = Math.max(...titles.slice(1).map((title) => stringWidth(title)))
  const lineOf = (text: string, column: number) => {
    const start = gap + pad(titles[column]!, titleWidth) + gap
    return start + isolated(columns[column]!.mayShorten ? shorten(text, width - stringWidth(start)) : text)
  }
  return rows
    .map(([first, ...texts]) => [isolated(first!), ...texts.map((text, n) => lineOf(text, n + 1))].join('\n'))
    .join('\n\n')
}

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)))

const graphemes = new Intl.Segmenter()

/** Cuts a text that needs more than `width` columns, and ends it with …. */
export const shorten = (text: string, width: number): string => {
  if (stringWidth(text) <= width) return text
  let shortened = ''
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(shortened + segment) >= width) break
    shortened += segment
  }
  return `${shortened}…`
}
