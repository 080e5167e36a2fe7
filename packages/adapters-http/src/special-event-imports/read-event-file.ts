import type { ImportRow } from '@museum/application'
import { EventId } from '@museum/domain'
import { type SpecialEventFault, readSpecialEventFields } from '../special-events/special-event.wire.ts'
import { csvRecords } from './csv-records.ts'
import { type EventRecord, type ReportFault, FileFault, shown } from './event-record.ts'
import { jsonLineRecords } from './json-line-records.ts'

export type EventFileFormat = 'csv' | 'jsonl'

/** The result of reading a file of events: its rows, if it has no fault. */
export type EventFile = Readonly<{
  rows: readonly ImportRow[]
  /** The first faults, each a sentence with its line, and how many faults there are. */
  faults: readonly string[]
  faultCount: number
  /** Whether the last line ends with a line break. A CSV file without one may be cut off inside its last cell. */
  isLastLineEnded: boolean
}>

/** The maximum size of a file in bytes: all rows are kept in memory, in about three times the size of the file. */
const maxBytes = 100_000_000
const maxListedFaults = 20

/** Reads a whole file of events, and checks all of it. */
export const readEventFile = async (bytes: AsyncIterable<Uint8Array>, format: EventFileFormat): Promise<EventFile> => {
  const rows: ImportRow[] = []
  const faults: string[] = []
  let faultCount = 0
  const add = (fault: string) => {
    faultCount += 1
    if (faults.length < maxListedFaults) faults.push(fault)
  }
  const report: ReportFault = (line, fault) => add(`line ${line}: ${fault}.`)
  let end = ''
  const texts = async function* () {
    for await (const text of decodeUtf8(limited(bytes))) {
      if (text === '') continue
      end = text.slice(-1)
      yield text
    }
  }
  const records = format === 'csv' ? csvRecords : jsonLineRecords
  try {
    for await (const { line, members } of records(texts(), report)) {
      const read = readRow(members)
      if ('row' in read) rows.push(read.row)
      else for (const fault of read.faults) add(`line ${line}, ${describeFault(fault, members)}.`)
    }
    // The fault of a CSV file without titles is reported already.
    if (end === '' && faultCount === 0) report(1, 'is empty, and so is the file')
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    report(error.line, `${error.message}; the rest of the file was not checked`)
  }
  return { rows, faults, faultCount, isLastLineEnded: end === '\n' || end === '\r' }
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxBytes) throw new FileFault(1, 'begins a file of more than 100 MB; divide it into several files')
    yield chunk
  }
}

type Fault = Pick<SpecialEventFault, 'path' | 'detail'>

const readRow = (members: EventRecord['members']): Readonly<{ row: ImportRow } | { faults: readonly Fault[] }> => {
  const read = readSpecialEventFields(members)
  const givenId = members['eventId'] ?? undefined
  const faultOfId = givenId === undefined ? undefined : faultOfEventId(givenId)
  if ('draft' in read && faultOfId === undefined)
    return { row: { draft: read.draft, ...(givenId !== undefined && { givenId: EventId(givenId as string) }) } }
  const faults = 'faults' in read ? read.faults.map(withPlainDetail) : []
  return { faults: faultOfId === undefined ? faults : [faultOfId, ...faults] }
}

const faultOfEventId = (givenId: unknown): Fault | undefined => {
  const fault = EventId.faultOf(String(givenId))
  return fault && { path: ['eventId'], detail: `${fault.detail}, or absent for a new event` }
}

const withPlainDetail = ({ path, code, detail }: SpecialEventFault): Fault =>
  path[0] === 'price' && code === 'wrong-type' ? { path, detail: 'must be a number such as 12.50' } : { path, detail }

/** A fault with its member and, if there is one, the value: `price: "free" must be a number such as 12.50`. */
const describeFault = ({ path: [member, index], detail }: Fault, members: EventRecord['members']) => {
  const value = members[String(member)]
  const wrong = Array.isArray(value) && typeof index === 'number' ? (value[index] as unknown) : value
  return wrong === undefined || typeof wrong === 'object'
    ? `${String(member)}: ${detail}`
    : `${String(member)}: ${shown(wrong)} ${detail}`
}

const lineFeed = 10

/** The text of a file, without the byte order mark of a spreadsheet. Throws a `FileFault` where it is not UTF-8. */
async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  const decode = (some?: Uint8Array) => {
    try {
      return decoder.decode(some, { stream: some !== undefined })
    } catch {
      throw new FileFault(line, 'is not in UTF-8. In a spreadsheet, save the file as "CSV UTF-8"')
    }
  }
  for await (const chunk of bytes) {
    let text = ''
    // Decodes line by line, so that the fault has the right line number.
    for (let start = 0; start < chunk.length;) {
      const end = chunk.indexOf(lineFeed, start) + 1 || chunk.length
      text += decode(chunk.subarray(start, end))
      if (chunk[end - 1] === lineFeed) line += 1
      start = end
    }
    yield text
  }
  yield decode()
}
