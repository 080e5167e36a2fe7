import { type SpecialEventFault, readSpecialEventFields } from '@museum/adapters-http'
import type { ImportRow } from '@museum/application'
import { EventId } from '@museum/domain'
import { csvRecords } from './csv-records.ts'
import { decodeUtf8 } from './decode-utf-8.ts'
import { type EventRecord, type ReportFault, shown } from './event-record.ts'
import { FileFault } from './file-fault.ts'
import { jsonLineRecords } from './json-line-records.ts'

export type EventFileFormat = 'csv' | 'jsonl'

/** A file of events: its rows if it has no fault. */
export type EventFile = Readonly<{
  rows: readonly ImportRow[]
  /** The first faults, each a sentence with its line, and how many faults there are. */
  faults: readonly string[]
  faultCount: number
  /** Whether its last line has a line break at its end. A CSV file without one may be cut off inside its last cell. */
  isLastLineEnded: boolean
}>

/** All rows are in memory, in about three times the size of the file. */
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

/** A fault with its member and the value, if there is one: `price: "free" must be a number such as 12.50`. */
const describeFault = ({ path: [member, index], detail }: Fault, members: EventRecord['members']) => {
  const value = members[String(member)]
  const wrong = Array.isArray(value) && typeof index === 'number' ? (value[index] as unknown) : value
  return wrong === undefined || typeof wrong === 'object'
    ? `${String(member)}: ${detail}`
    : `${String(member)}: ${shown(wrong)} ${detail}`
}
