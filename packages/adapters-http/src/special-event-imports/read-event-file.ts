import type { ImportRow } from '@museum/application'
import { Capacity, type Currency, type Fault, EventId, Price } from '@museum/domain'
import { readAmount, readDate } from '@museum/languages'
import type { WireFaultCode } from '../problems/fault-codes.ts'
import { type SpecialEventFault, readSpecialEventFields } from '../special-events/special-event.wire.ts'
import { csvRecords } from './csv-records.ts'
import { type EventRecord, type ReportFault, FileFault, shown } from './event-record.ts'
import { jsonLineRecords } from './json-line-records.ts'

/** The format of a file of events: CSV with titles, or JSON lines. */
export type EventFileFormat = 'csv' | 'jsonl'

/**
 * A fault of a file. `row` is the index of its event in the file, and `path` the place in it; both are absent for a fault of
 * the line itself. `detail` says what must be true there, `sentence` the same with line and value.
 */
export type EventFileFault = Fault<WireFaultCode> &
  Readonly<{ line: number; row?: number; path?: readonly PropertyKey[]; sentence: string }>

/** The result of reading a file of events: its rows, if it has no fault. */
export type EventFile = Readonly<{
  rows: readonly ImportRow[]
  /** The first faults, and how many faults there are. */
  faults: readonly EventFileFault[]
  faultCount: number
  /** Whether the last line ends with a line break. A CSV file without one may be cut off inside its last cell. */
  isLastLineEnded: boolean
}>

/** The limits of the command. The maximum size of a file is in bytes: all rows are kept in memory, in about three times the size of the file. */
const maxBytes = 100_000_000
const maxFaults = 20

/** Reads a whole file of events of a museum with this currency, and checks all of it. It lists `maxListedFaults` of its faults. */
export const readEventFile = async (
  bytes: AsyncIterable<Uint8Array>,
  format: EventFileFormat,
  { currency, maxListedFaults = maxFaults }: Readonly<{ currency: Currency; maxListedFaults?: number }>,
): Promise<EventFile> => {
  const rows: ImportRow[] = []
  const faults: EventFileFault[] = []
  let faultCount = 0
  const add = (fault: EventFileFault) => {
    faultCount += 1
    if (faults.length < maxListedFaults) faults.push(fault)
  }
  const report: ReportFault = (line, fault) => add({ line, ...fault, sentence: `line ${line}: ${fault.detail}.` })
  let end = ''
  const texts = async function* () {
    for await (const text of decodeUtf8(limited(bytes))) {
      if (text === '') continue
      end = text.slice(-1)
      yield text
    }
  }
  const records = format === 'csv' ? csvRecords : jsonLineRecords
  let row = 0
  try {
    for await (const { line, members } of records(texts(), report, currency)) {
      const read = readRow(members, currency)
      if ('row' in read) rows.push(read.row)
      else
        for (const fault of read.faults)
          add({ line, row, ...fault, sentence: `line ${line}, ${describeFault(fault, members)}.` })
      row += 1
    }
    // The fault of a CSV file without titles is reported already.
    if (end === '' && faultCount === 0) report(1, { code: 'empty-file', detail: 'is empty, and so is the file' })
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    const { line, code, message, values } = error
    report(line, { code, detail: `${message}; the rest of the file was not checked`, ...(values && { values }) })
  }
  return { rows, faults, faultCount, isLastLineEnded: end === '\n' || end === '\r' }
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxBytes)
      throw new FileFault(1, 'file-too-large', 'begins a file of more than 100 MB; divide it into several files', {
        maxBytes,
      })
    yield chunk
  }
}

const readRow = (
  members: EventRecord['members'],
  currency: Currency,
): Readonly<{ row: ImportRow } | { faults: readonly SpecialEventFault[] }> => {
  const read = readSpecialEventFields(members)
  const givenId = members['eventId'] ?? undefined
  const capacity = members['capacity'] ?? undefined
  const faultOfId = givenId === undefined ? undefined : faultOfEventId(givenId)
  const faultOfPrice = faultInCurrency(members['price'], currency)
  const faultOfPlaces = capacity === undefined ? undefined : faultOfCapacity(capacity)
  if ('draft' in read && faultOfId === undefined && faultOfPrice === undefined && faultOfPlaces === undefined) {
    const row = {
      draft: read.draft,
      ...(capacity !== undefined && { capacity: Capacity(capacity as number) }),
      ...(givenId !== undefined && { givenId: EventId(givenId as string) }),
    }
    return { row }
  }
  const faults =
    'faults' in read ? read.faults.map((fault) => withPlainDetail(fault, valueAt(fault, members), currency)) : []
  return { faults: [faultOfId, ...faults, faultOfPrice, faultOfPlaces].filter((fault) => fault !== undefined) }
}

/** The fault of a price that is finer than the currency, and has no other one. */
const faultInCurrency = (price: unknown, currency: Currency): SpecialEventFault | undefined => {
  if (typeof price !== 'number' || Price.ofAmount.faultOf(price) !== undefined) return undefined
  const fault = Price.faultIn(Price.ofAmount(price), currency)
  return fault && { path: ['price'], ...fault }
}

const faultOfCapacity = (capacity: unknown): SpecialEventFault | undefined => {
  if (typeof capacity !== 'number')
    return { path: ['capacity'], code: 'wrong-type', detail: 'must be a number such as 120, or empty for no limit' }
  const fault = Capacity.faultOf(capacity)
  return fault && { path: ['capacity'], ...fault }
}

const faultOfEventId = (givenId: unknown): SpecialEventFault | undefined => {
  const fault = EventId.faultOf(typeof givenId === 'string' ? givenId : '')
  return fault && { path: ['eventId'], code: fault.code, detail: `${fault.detail}, or absent for a new event` }
}

/** The fault with what to write in a file: where the value is a text that a spreadsheet has written, how else to write it. */
const withPlainDetail = (fault: SpecialEventFault, value: unknown, currency: Currency): SpecialEventFault => {
  const [member] = fault.path
  const text = typeof value === 'string' ? value : ''
  const typed = member === 'price' ? readAmount(text, currency).fault : readDate(text).fault
  if (member === 'price' && fault.code === 'wrong-type')
    return typed?.code === 'thousands-separator'
      ? { ...fault, code: typed.code, detail: typed.detail, values: { meanings: typed.meanings.map(String) } }
      : { ...fault, detail: 'must be a number such as 12.50' }
  return member === 'dates' && typed?.code === 'day-or-month'
    ? { ...fault, detail: typed.detail, values: { meanings: typed.meanings.map(String) } }
    : fault
}

/** The value that has the fault; `undefined` for a list as a whole. */
const valueAt = ({ path: [member, index] }: SpecialEventFault, members: EventRecord['members']): unknown => {
  const value = members[String(member)]
  return Array.isArray(value) && typeof index === 'number' ? value[index] : value
}

/** A fault with its member and, if there is one, the value: `price: "free" must be a number such as 12.50`. */
const describeFault = (fault: SpecialEventFault, members: EventRecord['members']) => {
  const [member, wrong] = [String(fault.path[0]), valueAt(fault, members)]
  return wrong === undefined || typeof wrong === 'object'
    ? `${member}: ${fault.detail}`
    : `${member}: ${shown(wrong)} ${fault.detail}`
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
      throw new FileFault(line, 'not-utf-8', 'is not in UTF-8. In a spreadsheet, save the file as "CSV UTF-8"')
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
