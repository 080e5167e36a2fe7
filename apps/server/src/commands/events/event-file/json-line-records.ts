import { type EventRecord, type ReportFault, faultOfMemberName } from './event-record.ts'

/** Reads the events of a file of JSON lines. Empty lines are ignored. */
export async function* jsonLineRecords(texts: AsyncIterable<string>, report: ReportFault): AsyncIterable<EventRecord> {
  let line = 0
  for await (const text of lines(texts)) {
    line += 1
    if (text.trim() === '') continue
    const members = parseObject(text)
    if (members === undefined) {
      report(line, 'is not JSON: each line is one event as a JSON object')
      continue
    }
    for (const name of Object.keys(members)) {
      const fault = faultOfMemberName('member', name)
      if (fault !== undefined) report(line, fault)
    }
    yield { line, members }
  }
}

// Not by node:readline, which also ends lines at U+2028 and U+2029: JSON may contain them.
async function* lines(texts: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const text of texts) {
    const [first = '', ...others] = text.split('\n')
    rest += first
    for (const other of others) {
      yield rest
      rest = other
    }
  }
  yield rest
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
