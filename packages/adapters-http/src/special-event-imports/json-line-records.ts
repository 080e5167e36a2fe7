import { type EventRecord, type ReportFault, faultOfMemberName, maxRowLength, rowTooLong } from './event-record.ts'

const form = 'each line is one event as a JSON object'

/** Reads the events of a file of JSON lines. Empty lines are ignored. */
export async function* jsonLineRecords(texts: AsyncIterable<string>, report: ReportFault): AsyncIterable<EventRecord> {
  for await (const { line, text } of lines(texts)) {
    if (text.trim() === '') continue
    const members = parseObject(text)
    if (members === undefined) {
      report(line, { code: 'not-json', detail: `is not JSON: ${form}` })
      continue
    }
    for (const name of Object.keys(members)) {
      const fault = faultOfMemberName('member', name)
      if (fault !== undefined) report(line, fault)
    }
    yield { line, members }
  }
}

// node:readline is not used: it also ends lines at U+2028 and U+2029, which JSON may contain.
async function* lines(texts: AsyncIterable<string>): AsyncIterable<Readonly<{ line: number; text: string }>> {
  let [line, rest] = [1, '']
  const add = (text: string) => {
    rest += text
    // Checked before parsing: parsed, a line of brackets would take many times its length in memory.
    if (rest.length > maxRowLength) throw rowTooLong(line, 'or write each event on a line of its own')
  }
  for await (const text of texts) {
    const [first = '', ...others] = text.split('\n')
    add(first)
    for (const other of others) {
      yield { line, text: rest }
      ;[line, rest] = [line + 1, '']
      add(other)
    }
  }
  yield { line, text: rest }
}

const parseObject = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
