import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { escapeForLog, escapeLines } from '../observability/log/escape-controls.ts'
import type { Column } from './table.ts'

/**
 * Prints the result of a command to standard output: as JSON with `--json`, otherwise as text. Control characters other than
 * line feeds are escaped. If the result cannot be written and `isChanged` is true, a sentence on standard error says that the
 * change was made.
 */
export const print = (
  { json = false }: Readonly<{ json?: boolean | undefined }>,
  value: unknown,
  text: () => string,
  isChanged = false,
): void => {
  process.stdout.write(`${json ? asJson(value) : escapeLines(text())}\n`, (error) => {
    if (error && isChanged) console.error('The change was made; only its result was not printed.')
  })
}

const asJson = (value: unknown) => escapeForLog(JSON.stringify(value, null, 2))

/**
 * Writes texts to standard output; takes the next one when the output has room for it. In a terminal, control characters other
 * than line feeds are escaped. Stops without an error when the output cannot be written: either the reader has ended, as in
 * `museum … | head`, or `handleOutputErrors` reports the error.
 */
export const writeOutput = async (texts: AsyncIterable<string>, output: Writable = process.stdout): Promise<void> => {
  const failed = new AbortController()
  output.once('error', () => failed.abort())
  // Outside of a terminal a program reads the output, so texts are written unchanged.
  const written = 'isTTY' in output && output.isTTY ? escapeLines : (text: string) => text
  for await (const text of texts) {
    if (!output.write(written(text))) await once(output, 'drain', { signal: failed.signal }).catch(() => undefined)
    if (failed.signal.aborted) return
  }
}

/**
 * Writes lines of CSV as `writeOutput` does. Outside of a terminal, a byte order mark comes first: without it, a spreadsheet takes a
 * file for one in the encoding of its country.
 */
export const writeCsv = (lines: AsyncIterable<string>, output: Writable = process.stdout): Promise<void> =>
  writeOutput('isTTY' in output && output.isTTY ? lines : withByteOrderMark(lines), output)

async function* withByteOrderMark(lines: AsyncIterable<string>): AsyncIterable<string> {
  yield '\ufeff'
  yield* lines
}

/**
 * Keeps a command from ending with a stack trace when its standard output cannot be written. If the reader has ended, as in
 * `museum … | head`, the command has not failed. Any other error, such as a full disk, is reported, and the exit code is 1.
 */
export const handleOutputErrors = (): void => {
  process.stdout.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return
    process.exitCode = 1
    console.error(`The output cannot be written (${code}).`)
  })
}

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** A number of things, in words: `1 ticket`, `2 tickets`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** A time in a time zone, to the second: `2030-05-17 20:02:11`. */
export const localTime = (milliseconds: number, timeZone: string): string => {
  const time = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone)
  return `${time.toPlainDate().toString()} ${time.toPlainTime().toString({ smallestUnit: 'second' })}`
}

type ListFormat<Item> = Readonly<{
  /** The sentence that is printed for an empty list. */
  none: string
  recordOf: (item: Item) => unknown
  columns: readonly Column<Item>[]
}>

/**
 * Prints a list as `print` does: its text is a table in the width of the terminal. If the list is empty, a sentence on standard
 * error says so.
 */
export const printList = async <Item>(
  options: Readonly<{ json?: true }>,
  items: readonly Item[],
  { none, recordOf, columns }: ListFormat<Item>,
): Promise<void> => {
  const { table } = await import('./table.ts')
  if (items.length === 0) console.error(none)
  if (items.length > 0 || options.json)
    print(options, items.map(recordOf), () => table(items, columns, terminalWidth()))
}

/** The number of columns of the terminal, or `undefined` when the output does not go to a terminal. */
export const terminalWidth = (): number | undefined =>
  // Some terminals report no width.
  process.stdout.isTTY ? process.stdout.columns || 80 : undefined
