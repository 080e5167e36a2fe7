import { stringify } from 'csv-stringify/sync'

/**
 * The places in a text where a spreadsheet may see a formula: at the beginning, and after each character that may separate
 * cells, since some spreadsheets split even quoted texts there. It also matches apostrophes before a formula, so that
 * `textOfCell` removes exactly those that `textCell` has added.
 */
const formulas = (apostrophe: '' | "'") =>
  new RegExp(
    String.raw`(?<=^|[;,|\t\r\n])${apostrophe}(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])|^${apostrophe}(?='*[\t\r])`,
    'g',
  )
const [places, apostrophes] = [formulas(''), formulas("'")]

/** A text as a cell in which a spreadsheet sees no formula: with an apostrophe before each part that could be one. */
export const textCell = (text: string): string => text.replace(places, "'")

/** The text of which `textCell` made a cell. */
export const textOfCell = (cell: string): string => cell.replace(apostrophes, '')

/**
 * Cells as a line of CSV (RFC 4180, but with a line feed): texts in quotation marks and as `textCell` makes them, numbers with
 * two decimals, bigints as integers, null as an empty cell.
 */
export const csvLine = (cells: readonly (string | number | bigint | null)[]): string =>
  stringify([cells], {
    quoted_string: true,
    cast: { string: textCell, number: (number) => number.toFixed(2) },
  })
