import { finished } from 'node:stream/promises'
import type { Fault } from '@museum/domain'
import { eventFileTitles, readAmount, readCount, readDate } from '@museum/languages'
import { CsvError, parse } from 'csv-parse'
import type { WireFaultCode } from '../problems/fault-codes.ts'
import { textOfCell } from './csv-cell.ts'
import {
  type EventRecord,
  type MemberName,
  type ReportFault,
  FileFault,
  faultOfMemberName,
  maxRowLength,
  memberNames,
  requiredMembers,
  rowTooLong,
  shown,
} from './event-record.ts'

const notClosed = 'has a quotation mark that is not closed, or the file is cut off'
const faultByCode: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    CSV_QUOTE_NOT_CLOSED: notClosed,
    CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quotation mark; one that is part of a text must be doubled',
    INVALID_OPENING_QUOTE: 'has a quotation mark in a text; it must be doubled, and the text put in quotation marks',
  }),
)

/**
 * Reads the events of a CSV file. The titles are on the first line, in any order. The cells are separated by commas, or by
 * semicolons or tabs if the titles are, as spreadsheets write them in countries with a decimal comma, or if a line `sep=;` before the
 * titles says so. Prices of the currency and
 * dates are read as a person types them. Rows without any text are ignored, and so are columns to the right of the titles.
 */
export async function* csvRecords(
  texts: AsyncIterable<string>,
  report: ReportFault,
  currency: string,
): AsyncIterable<EventRecord> {
  const { firstLine, all } = await peekFirstLine(texts)
  const givenDelimiter = delimiterLine.exec(firstLine)?.[1] as Delimiter | undefined
  const delimiter = givenDelimiter ?? delimiterOf(firstLine)
  let titles: readonly string[] | undefined
  for await (const { line, cells } of rows(all, delimiter)) {
    if (cells.every((cell) => cell === '') || (givenDelimiter !== undefined && line === 1)) continue
    if (titles === undefined) {
      titles = withoutEmptyEnd(cells.map((cell) => asMemberName(cell.trim())))
      if (reportTitles(titles, line, report)) return
    } else {
      const own = [...cells.slice(0, titles.length), ...withoutEmptyEnd(cells.slice(titles.length))]
      if (own.length === titles.length) yield { line, members: membersOf(titles, own, currency) }
      else
        report(line, {
          code: 'wrong-cell-count',
          detail: `has ${own.length} cells, and ${titles.length} titles are above; ${faultOfCells(delimiter)}`,
          values: { cells: own.length, titles: titles.length },
        })
    }
  }
  if (titles === undefined)
    report(1, { code: 'empty-file', detail: 'is empty, and must have the titles of the columns' })
}

type Delimiter = ',' | ';' | '\t'
/** The line before the titles by which some programs tell Excel what separates the cells. */
const delimiterLine = /^"?sep=([,;\t])"?$/i
const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const

const faultOfCells = (delimiter: Delimiter) =>
  `a text with a ${delimiterNames[delimiter]} or a line break must be in quotation marks`

/** Yields the texts unchanged, and finds their first line, or the beginning of one that is too long. */
const peekFirstLine = async (texts: AsyncIterable<string>) => {
  const iterator = texts[Symbol.asyncIterator]()
  let beginning = ''
  while (!beginning.includes('\n') && beginning.length <= maxRowLength) {
    const next = await iterator.next()
    if (next.done) break
    beginning += next.value
  }
  const all = async function* () {
    yield beginning
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { firstLine: beginning.split(/\r\n|[\r\n]/, 1)[0]!, all: all() }
}

/** The delimiter that occurs most often in the line of the titles. */
const delimiterOf = (titles: string): Delimiter => {
  const count = (delimiter: string) => titles.split(delimiter).length
  return ([';', '\t'] as const).find((delimiter) => count(delimiter) > count(',')) ?? ','
}

/** Yields the rows of a CSV file, each with the number of its first line. A fault is thrown after the rows before it. */
async function* rows(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncIterable<Readonly<{ line: number; cells: readonly string[] }>> {
  let parsed: Readonly<{ cells: readonly string[]; emptyLines: number }>[] = []
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    // An unclosed quotation mark makes a row extend over the next ones, so its length is limited.
    max_record_size: maxRowLength,
    relax_column_count: true,
    // For a row with fewer cells than the first, even an empty one, the parser makes an error that it then ignores: 9 µs each.
    skip_empty_lines: true,
    // The rows are not read from the stream: on a fault, it would discard rows that are parsed but not read yet.
    on_record: (cells: readonly string[], { empty_lines: emptyLines }) => {
      parsed.push({ cells, emptyLines })
      return null
    },
  })
  const ended = finished(parser.resume()).catch((error: Error) => error)
  let line = 1
  const takeRows = function* () {
    for (const { cells, emptyLines } of parsed) {
      yield { line: line + emptyLines, cells }
      // The parser's own count is not used: within quotation marks, it counts CRLF twice.
      line += 1 + cells.reduce((sum, cell) => sum + lineBreaksIn(cell), 0)
    }
    parsed = []
  }
  const tooLong = () => rowTooLong(line + parser.info.empty_lines, 'or close its quotation mark if one is open')
  let inRow = 0
  for await (const text of texts) {
    const { empty_lines: emptyLines } = parser.info
    await new Promise<void>((resolve) => parser.write(text, () => resolve()))
    // The parser itself limits the length of a row without its delimiters.
    inRow = parsed.length > 0 || parser.info.empty_lines > emptyLines ? 0 : inRow + text.length
    yield* takeRows()
    if (parser.errored) break
    if (inRow > maxRowLength) {
      parser.destroy()
      throw tooLong()
    }
  }
  parser.end()
  const error = await ended
  yield* takeRows()
  if (error instanceof CsvError) {
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw tooLong()
    throw new FileFault(
      line + parser.info.empty_lines,
      'not-csv',
      faultByCode.get(error.code) ?? `is not CSV (${error.code})`,
    )
  }
  if (error !== undefined) throw error
}

const lineBreaksIn = (text: string) => text.match(/\r\n|[\r\n]/g)?.length ?? 0

const withoutEmptyEnd = (texts: readonly string[]) => texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)

const asKnown = (title: string) => title.normalize('NFC').toLowerCase()
const titlesOfMembers = [Object.fromEntries(memberNames.map((name) => [name, name])), ...Object.values(eventFileTitles)]
const membersByTitle: ReadonlyMap<string, string> = new Map(
  titlesOfMembers.flatMap(Object.entries<string>).map(([member, title]) => [asKnown(title), member]),
)
/** The member that a title names: by its name in the API, or by the title of the template in one of the languages. */
const asMemberName = (title: string) => membersByTitle.get(asKnown(title)) ?? title

/** Of more titles, the faults are not listed: a line of 100,000 characters could have 50,000. */
const maxTitles = 100

/** Reports the faults of the titles, and returns whether there are any. */
const reportTitles = (titles: readonly string[], line: number, report: ReportFault): boolean => {
  if (titles.length > maxTitles) {
    report(line, {
      code: 'unknown-column',
      detail: `has ${titles.length} titles, of which at most ${memberNames.length} are known: remove the other columns`,
      values: { titles: titles.length, known: memberNames.length },
    })
    return true
  }
  const missing = requiredMembers.filter((member) => !titles.includes(member))
  const twice = titles.filter((title, n) => titles.indexOf(title) < n)
  const faults: (Fault<WireFaultCode> | undefined)[] = [
    ...[...new Set(titles)].map((title) => faultOfMemberName('column', title)),
    ...[...new Set(twice)].map((title) => ({
      code: 'duplicate-column' as const,
      detail: `the column ${shown(title)} is there more than once`,
      values: { column: title },
    })),
    ...missing.map((column) => ({
      code: 'missing' as const,
      detail: `the column ${column} is missing`,
      values: { column },
    })),
  ]
  const found = faults.filter((fault) => fault !== undefined)
  for (const fault of found) report(line, fault)
  return found.length > 0
}

const membersOf = (titles: readonly string[], cells: readonly string[], currency: string) =>
  Object.fromEntries(titles.map((title, n) => [title, valueOf[title as MemberName](cells[n]!, currency)]))

/** The value of a cell as in JSON; the text itself if it cannot be converted. */
const valueOf: Readonly<Record<MemberName, (cell: string, currency: string) => unknown>> = {
  eventId: (cell) => cell.trim() || undefined,
  name: textOfCell,
  location: textOfCell,
  eventDescription: textOfCell,
  dates: (cell) =>
    cell
      .split(/[;,\r\n]/)
      .map((date) => date.trim())
      .filter((date) => date !== '')
      .map((date) => readDate(date).value ?? date),
  price: (cell, currency) => readAmount(cell, currency).value ?? cell.trim(),
  capacity: (cell) => (cell.trim() === '' ? undefined : (readCount(cell).value ?? cell.trim())),
}
