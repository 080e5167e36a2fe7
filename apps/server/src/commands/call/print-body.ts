import type { Delimiter } from '../../command-line/argument-parsers.ts'
import { textForTerminal } from '../../observability/log/escape-controls.ts'
import { counted, print, terminalWidth, writeCsv } from '../../command-line/output.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Prints the body of a response, or `undefined` for none: by default as a table in a terminal, and as JSON otherwise. In CSV the
 * values of a list are joined by semicolons. `isChanged` as for `print`.
 */
export const printBody = async (
  body: unknown,
  {
    format = process.stdout.isTTY ? 'table' : 'json',
    delimiter,
  }: Readonly<{ format?: 'table' | 'csv' | 'json' | undefined; delimiter: Delimiter }>,
  isChanged = false,
): Promise<void> => {
  if (format === 'json') {
    if (body !== undefined) print({ json: true }, body, () => '', isChanged)
    return
  }
  if (format === 'csv') return writeCsv(csvOf(rowsOf(body), delimiter))
  if (body === undefined) return print({}, body, () => 'Done.', isChanged)
  const { table } = await import('../../command-line/table.ts')
  const rows = rowsOf(body)
  if (rows.length === 0) return console.error('The list is empty.')
  const isOne = !Array.isArray(body) && rows[0] === body
  // The members of one object are whole: a secret that is shown once may be among them.
  const text = isOne ? membersOf(rows[0]!).join('\n') : table(rows, columnsOf(rows), terminalWidth())
  print({}, body, () => (isOne ? text : `${text}\n${counted(rows.length, 'row')}`), isChanged)
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The items of a list; those of the one list in an object, such as the rows of a report; or the object itself. */
const rowsOf = (body: unknown): readonly Row[] => {
  if (Array.isArray(body)) return body.map((item) => (isObject(item) ? item : { value: item as unknown }))
  if (!isObject(body)) return []
  const lists = Object.values(body).filter((value) => Array.isArray(value) && value.every(isObject))
  const scalars = Object.values(body).filter((value) => typeof value !== 'object')
  return lists.length === 1 && scalars.length <= 2 ? (lists[0] as readonly Row[]) : [body]
}

const namesOf = (rows: readonly Row[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))]

/** A value as text: the values of a list joined, and JSON for an object. */
const textOf = (value: unknown, separator = ', ', none = '-'): string => {
  if (value === undefined || value === null) return none
  if (Array.isArray(value) && !value.some(isObject)) return value.join(separator)
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

const columnsOf = (rows: readonly Row[]) =>
  namesOf(rows).map((name) => ({
    title: name,
    textOf: (row: Row) => textOf(new Map(Object.entries(row)).get(name)),
    mayShorten: true as const,
  }))

/** The members of an object, each as a line. */
const membersOf = (row: Row): readonly string[] => {
  const width = Math.max(...Object.keys(row).map((name) => name.length))
  return Object.entries(row).map(([name, value]) => `${name.padEnd(width)}  ${textForTerminal(textOf(value))}`)
}

async function* csvOf(rows: readonly Row[], delimiter: Delimiter): AsyncIterable<string> {
  const { csvLineForPeople } = await import('../../command-line/csv-line.ts')
  const names = namesOf(rows)
  if (names.length > 0) yield csvLineForPeople(names, delimiter)
  for (const row of rows) {
    const members = new Map(Object.entries(row))
    const cells = names.map((name) => {
      const value = members.get(name)
      const text = textOf(value, ';', '')
      return typeof value === 'number' && delimiter === ';' ? text.replace('.', ',') : text
    })
    yield csvLineForPeople(cells, delimiter)
  }
}
