import { textCell } from '@museum/adapters-http/wire'
import { stringify } from 'csv-stringify/sync'
import type { Delimiter } from './argument-parsers.ts'
import { escapeControls } from '../observability/log/escape-controls.ts'

type Cell = string | number | bigint | null

/**
 * Cells as a line of CSV (RFC 4180, but with a line feed): texts in quotation marks and as `textCell` makes them, numbers with
 * two decimals, after a comma where cells are separated by semicolons, bigints as integers, null as an empty cell.
 */
export const csvLine = (cells: readonly Cell[], delimiter: Delimiter = ','): string =>
  stringify([cells], {
    delimiter,
    quoted_string: true,
    cast: { string: textCell, number: (number) => number.toFixed(2).replace('.', delimiter === ';' ? ',' : '.') },
  })

/** As `csvLine`, for people: control characters are escaped, so that a list cannot be read back. Undefined is an empty cell, too. */
export const csvLineForPeople = (cells: readonly (Cell | undefined)[], delimiter: Delimiter): string =>
  csvLine(
    cells.map((cell) => (typeof cell === 'string' ? escapeControls(cell) : (cell ?? null))),
    delimiter,
  )
