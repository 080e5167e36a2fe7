/**
 * The places in a text where a spreadsheet may see a formula: at the beginning, and after each character that may separate
 * cells, since some spreadsheets split even quoted texts there. It also matches apostrophes before a formula, so that
 * `textOfCell` removes exactly the apostrophes that `textCell` has added.
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
