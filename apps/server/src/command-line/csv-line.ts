import { stringify } from 'csv-stringify/sync'

/** What a spreadsheet may take for a formula. After apostrophes too, so that the one of `textCell` can be told apart. */
const formula = /^'*[=+\-@\t\r]/

/**
 * A text as a cell that a spreadsheet does not take for a formula: with an apostrophe before it where it could be one. The
 * cells that begin with an apostrophe and then match `formula` are just these.
 */
export const textCell = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Cells as a line of CSV (RFC 4180, but with a line feed). */
export const csvLine = (cells: readonly string[]): string => stringify([cells])

/** The text of which `textCell` made a cell. */
export const textOfCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
