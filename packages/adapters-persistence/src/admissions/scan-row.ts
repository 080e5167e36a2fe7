import type { KeptAnswer, LoggedScan, NewScan, ScanOutcome } from '@museum/application'
import type { AdmissionId, CalendarDate, Gate, Instant, ScanId, TicketId } from '@museum/domain'
import type { Selectable } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'

export type ScanRow = Selectable<MuseumTables['scan']>

/** The columns of a scan without its kept answer. */
export const loggedColumns = [
  'admission_id',
  'scanned_at',
  'scan_date',
  'gate',
  'scanned_by',
  'is_offline',
  'ticket_id',
  'reason',
] as const satisfies (keyof ScanRow)[]

export const scanColumns = [...loggedColumns, 'scan_id', 'request', 'outcome'] as const satisfies (keyof ScanRow)[]

/** Turns a scan into a row. */
export const rowOf = (scan: NewScan): ScanRow => ({
  admission_id: bytesOfUuid(scan.admissionId),
  scanned_at: scan.at,
  scan_date: scan.date,
  gate: scan.gate === undefined ? null : Buffer.from(scan.gate),
  scanned_by: Buffer.from(scan.scannedBy),
  is_offline: Number(scan.isOffline),
  ticket_id: scan.ticketId === undefined ? null : bytesOfUuid(scan.ticketId),
  reason: scan.reason ?? null,
  scan_id: scan.answer === undefined ? null : bytesOfUuid(scan.answer.scanId),
  request: scan.answer?.request ?? null,
  outcome: scan.answer === undefined ? null : JSON.stringify(scan.answer.outcome),
})

/** Turns a row into a scan. The values are not validated again: a row that was stored under an older rule stays readable. */
export const scanOf = (row: Pick<ScanRow, (typeof loggedColumns)[number]>): LoggedScan => ({
  admissionId: uuidOfBytes(row.admission_id) as AdmissionId,
  at: row.scanned_at as Instant,
  date: row.scan_date as CalendarDate,
  ...(row.gate !== null && { gate: gateOf(row.gate) }),
  scannedBy: Buffer.from(row.scanned_by).toString(),
  isOffline: row.is_offline === 1,
  ...(row.ticket_id !== null && { ticketId: uuidOfBytes(row.ticket_id) as TicketId }),
  ...(row.reason !== null && { reason: row.reason as NonNullable<LoggedScan['reason']> }),
})

export const gateOf = (bytes: Uint8Array): Gate => Buffer.from(bytes).toString() as Gate

/** The answer that is kept in a row with a scan_id. */
export const answerOf = ({
  scan_id,
  request,
  outcome,
}: Pick<ScanRow, 'scan_id' | 'request' | 'outcome'>): KeptAnswer => ({
  scanId: uuidOfBytes(scan_id!) as ScanId,
  request: request!,
  outcome: JSON.parse(outcome!) as ScanOutcome,
})
