import { type LoggedScan, type NewScan, ScanOutcome, type StoredResponse } from '@museum/application'
import { Admission, type AdmissionId, type ScanId, type TicketId, TimeOfDay } from '@museum/domain'
import { type CompiledQuery, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import {
  bytesOfUuid,
  compiledForEachCount,
  compiledForUuids,
  type Engine,
  type Reads,
  type UuidBytes,
  uuidOfBytes,
} from '@museum/database'
import type { MuseumTables } from '../database/museum-tables.ts'
import {
  type TicketAndOccurrenceRow,
  type TicketRow,
  type TicketStatements,
  gateOf,
  noTicketId,
  selectToLock,
} from '../tickets/ticket-rows.ts'

/**
 * A scan with its outcome. `replaced` is the admission that its ticket had before; `isRepeated` says that an earlier attempt to
 * store the scan may have been committed.
 */
export type DecidedScan = Readonly<{
  scan: NewScan
  outcome: ScanOutcome
  replaced: AdmissionId | undefined
  isRepeated?: boolean
}>

type LockedRow = Pick<TicketRow, 'ticket_id'>
/** A scan that is stored, with its stored response if it has one. */
export type StoredRow = Pick<ScanRow, 'admission_id' | 'scan_id' | 'request' | 'outcome'>
/** The rows that were locked, the tickets as they were read after that, and, for a group, the scans that are stored already. */
export type ScanRows = readonly [LockedRow, TicketAndOccurrenceRow, ...StoredRow[]]

/** The statements of a scan, which are compiled once for each number of scans. */
export const scanStatements = (
  kysely: Kysely<MuseumTables>,
  { selectTickets }: Pick<TicketStatements, 'selectTickets'>,
  engine: Engine,
) => {
  const lockTickets = (lock: RawBuilder<unknown>) =>
    compiledForUuids((ticketIds: readonly UuidBytes<TicketId>[]) =>
      selectToLock(kysely, engine, ticketIds).modifyEnd(lock).compile(),
    )
  const [waiting, skipping] = [lockTickets(engine.forUpdate), lockTickets(engine.forUpdateSkipLocked)]
  const withScanIds = compiledForUuids((scanIds: readonly UuidBytes<ScanId>[]) =>
    selectResponses(kysely).where('scan_id', 'in', scanIds).compile(),
  )
  const setAdmissions = compiledForEachCount(
    (rows: readonly ScanRow[]) => {
      const columns = ['admission_id', 'scanned_at', 'gate'] as const
      return [
        ...columns.flatMap((column) => rows.flatMap((row) => [row.ticket_id, row[column]])),
        ...rows.map(({ ticket_id }) => ticket_id),
      ]
    },
    (rows) => {
      /**
       * An expression that gives each ticket the value of its scan. Both engines accept it for any number of scans, zero
       * included.
       */
      const cases = rows.map(() => sql`when ${null} then ${null}`)
      const ofScan = sql<never>`case ticket_id ${sql.join(cases, sql` `)} end`
      const ticketIds = rows.map(({ ticket_id }) => ticket_id!)
      return kysely
        .updateTable('museum_ticket')
        .set({ admission_id: ofScan, admitted_at: ofScan, admission_gate: ofScan })
        .where('ticket_id', 'in', ticketIds)
        .compile()
    },
  )
  const replaceScan = (admissionId: AdmissionId) =>
    kysely
      .updateTable('scan')
      .set({ reason: 'already-admitted' })
      .where('admission_id', '=', bytesOfUuid(admissionId))
      .compile()
  const addFurtherEntry = (admissionId: AdmissionId, { scan, outcome }: DecidedScan) =>
    kysely
      .insertInto('further_entry')
      .values({
        admission_id: bytesOfUuid(admissionId),
        ticket_id: bytesOfUuid(scan.ticketId!),
        scan_date: ScanOutcome.logRows(scan, outcome)[0]!.date,
      })
      .compile()
  const insertScans = compiledForEachCount(
    (rows: readonly ScanRow[]) => rows.flatMap((row) => Object.values(row)),
    (rows) =>
      kysely
        .insertInto('scan')
        .values([...rows])
        .compile(),
  )
  return {
    /**
     * Locks the tickets of scans, and then reads them. In a group, tickets that another transaction has locked are left out,
     * and stored scans with the same scanIds are read too.
     */
    reads(scans: readonly NewScan[], isGroup: boolean): Reads<ScanRows> {
      const ticketIds = orNone([...new Set(scans.flatMap(ticketIdsOf))])
      const scanIds = scans.flatMap(({ scanId }) => scanId ?? [])
      const locks = (isGroup ? skipping : waiting)(ticketIds)
      const isLookedUp = isGroup && scanIds.length > 0
      return [locks, selectTickets(ticketIds), ...(isLookedUp ? [withScanIds(scanIds)] : [])]
    },
    /** Stores scans, and the admissions of those that admit: one at most for each ticket, which must be locked. */
    writes(decided: readonly DecidedScan[]): readonly CompiledQuery[] {
      const rows = decided.flatMap(rowsOf)
      const admitting = rows.filter(({ reason }) => reason === null)
      return [
        ...(admitting.length > 0 ? [setAdmissions(admitting)] : []),
        ...decided.flatMap((each) => {
          const { scan, outcome, replaced } = each
          if (replaced !== undefined) return [replaceScan(replaced), addFurtherEntry(replaced, each)]
          return !outcome.isAdmitted && Admission.isFurtherEntry(outcome.reason, scan.isOffline)
            ? [addFurtherEntry(scan.admissionId, each)]
            : []
        }),
        insertScans(rows),
      ]
    },
  }
}

/** Selects scans with their stored responses. */
export const selectResponses = (tables: Kysely<MuseumTables>) =>
  tables.selectFrom('scan').select(['admission_id', 'scan_id', 'request', 'outcome'])

/** The tickets on which a scan is decided. */
export const ticketIdsOf = ({ ticketId, otherTicketIds = [] }: NewScan): readonly TicketId[] =>
  ticketId === undefined ? [] : [ticketId, ...otherTicketIds]

/** The identifiers of tickets, or one that no ticket has, since MySQL has no empty list. */
const orNone = (ticketIds: readonly TicketId[]): readonly TicketId[] =>
  ticketIds.length > 0 ? ticketIds : [uuidOfBytes(noTicketId)]

type ScanRow = Selectable<MuseumTables['scan']>

/** The columns of a scan without its stored response. */
export const loggedColumns = [
  'admission_id',
  'scanned_at',
  'scan_date',
  'gate',
  'scanned_by',
  'is_offline',
  'ticket_id',
  'reason',
  'any_time',
  'press_id',
] as const satisfies (keyof ScanRow)[]
/** Selects scans as the log shows them. */
export const selectLogged = (tables: Kysely<MuseumTables>) =>
  tables
    .selectFrom('scan')
    .leftJoin('museum_ticket', 'museum_ticket.ticket_id', 'scan.ticket_id')
    .leftJoin('further_entry', 'further_entry.admission_id', 'scan.admission_id')
    .select(loggedColumns.map((column) => `scan.${column}` as const))
    .select(['further_entry.admission_id as further_entry', 'museum_ticket.entry_minute'])

/** The rows of a scan, of which the first has the stored response. */
export const rowsOf = ({ scan, outcome, isRepeated = false }: Omit<DecidedScan, 'replaced'>): readonly ScanRow[] =>
  ScanOutcome.logRows(scan, outcome).map(({ admissionId, date, ticketId, reason, anyTime, pressId }, n) => ({
    admission_id: bytesOfUuid(admissionId),
    scanned_at: scan.at,
    scan_date: date,
    gate: scan.gate === undefined ? null : Buffer.from(scan.gate),
    scanned_by: Buffer.from(scan.scannedBy),
    is_offline: Number(scan.isOffline),
    ticket_id: ticketId === undefined ? null : bytesOfUuid(ticketId),
    reason: reason ?? null,
    any_time: anyTime ? 1 : null,
    press_id: pressId === undefined ? null : bytesOfUuid(pressId),
    scan_id: n > 0 || scan.scanId === undefined ? null : bytesOfUuid(scan.scanId),
    request: n > 0 ? null : (scan.request ?? null),
    outcome: n > 0 || (scan.scanId === undefined && !isRepeated) ? null : JSON.stringify(outcome),
  }))

/** Turns a row into a scan. The values are not validated again: a row that was stored under an older rule stays readable. */
export const scanOf = (
  row: Pick<ScanRow, (typeof loggedColumns)[number]> &
    Readonly<{ further_entry: Uint8Array | null; entry_minute: number | null }>,
): LoggedScan => ({
  admissionId: uuidOfBytes(row.admission_id),
  at: row.scanned_at,
  date: row.scan_date,
  ...(row.gate !== null && { gate: gateOf(row.gate) }),
  scannedBy: Buffer.from(row.scanned_by).toString(),
  isOffline: row.is_offline === 1,
  ...(row.ticket_id !== null && { ticketId: uuidOfBytes(row.ticket_id) }),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.entry_minute !== null && { entryTime: TimeOfDay.ofMinutes(row.entry_minute) }),
  isEntry: row.reason === null || row.further_entry !== null,
  ...(row.any_time !== null && { anyTime: true }),
  ...(row.press_id !== null && { pressId: uuidOfBytes(row.press_id) }),
})

/** The stored response in a row; `undefined` for a scan without a scanId. */
export const storedResponseOf = ({
  scan_id,
  request,
  outcome,
}: Pick<ScanRow, 'scan_id' | 'request' | 'outcome'>): StoredResponse | undefined =>
  scan_id === null || request === null || outcome === null
    ? undefined
    : { scanId: uuidOfBytes(scan_id), request, outcome: JSON.parse(outcome) as ScanOutcome }
