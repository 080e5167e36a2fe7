import { textCell } from '@museum/adapters-http'
import { stringify } from 'csv-stringify/sync'

/**
 * Cells as a line of CSV (RFC 4180, but with a line feed): texts in quotation marks and as `textCell` makes them, numbers with
 * two decimals, bigints as integers, null as an empty cell.
 */
export const csvLine = (cells: readonly (string | number | bigint | null)[]): string =>
  stringify([cells], {
    quoted_string: true,
    cast: { string: textCell, number: (number) => number.toFixed(2) },
  })
