import {
  type AdmissionId,
  type CalendarDate,
  type Gate,
  type Instant,
  type Refusal,
  type ScanId,
  type ScanRefusalReason,
  type TicketId,
  refuse,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { Page, PageRequest } from '../paging.ts'
import type { ScanOutcome } from './scan-outcome.ts'

/** One row of the scan log. */
export type LoggedScan = Readonly<{
  /** Identifies the scan, and the admission if it is one. */
  admissionId: AdmissionId
  /** When the code was scanned, and the date of that moment in the museum's time zone. */
  at: Instant
  date: CalendarDate
  gate?: Gate
  /** The user of the scanner. */
  scannedBy: string
  isOffline: boolean
  /** Absent when the code is that of no ticket. */
  ticketId?: TicketId
  /** Why the scan is not the admission of its ticket; absent when it is. An admission can become one of these later. */
  reason?: ScanRefusalReason | 'reverted'
}>

/** The answer that is kept for a scan with a scanId, and the scan as it was sent. */
export type KeptAnswer = Readonly<{ scanId: ScanId; request: string; outcome: ScanOutcome }>

/** Whether a scan admits its ticket. `replaces` is the admission that the ticket has now, if it has one. */
export type ScanDecision =
  | Readonly<{ reason: ScanRefusalReason; ticketId?: TicketId }>
  | Readonly<{ reason?: undefined; ticketId: TicketId; replaces?: AdmissionId | undefined }>

/** A scan that is about to be stored. */
export type NewScan = Omit<LoggedScan, 'reason' | 'ticketId'> & Readonly<{ answer?: KeptAnswer }> & ScanDecision

/** The ticket has been cancelled, admitted or reverted; read it again and apply the admission rules again. */
export type TicketChanged = Refusal<'ticket-changed'>
/** The refusal for a scan whose ticket has changed. */
export const ticketChanged = (ticketId: TicketId): TicketChanged =>
  refuse('ticket-changed', `Ticket ${ticketId} has changed.`)

/** Another scan has the scanId. */
export type ScanIdTaken = Refusal<'scan-id-taken'>
/** The refusal for a scanId that another scan has. */
export const scanIdTaken = (scanId: ScanId): ScanIdTaken =>
  refuse('scan-id-taken', `Another scan has the scanId ${scanId}.`)

/** No admission has the admissionId, or it was reverted. */
export type AdmissionNotFound = Refusal<'admission-not-found'>
/** The refusal for an admissionId that no admission has. */
export const admissionNotFound = (admissionId: AdmissionId): AdmissionNotFound =>
  refuse('admission-not-found', `There is no admission ${admissionId}, or it was reverted.`)

/** Which scans. What is not given does not limit them. */
export type ScanFilter = Readonly<{
  date?: CalendarDate | undefined
  gate?: Gate | undefined
  isAdmitted?: boolean | undefined
  ticketId?: TicketId | undefined
}>

/** The scans of one date, counted. Reverted admissions are not counted. */
export type ScanCounts = Readonly<{
  admitted: number
  /** The scans that did not admit, by reason; a reason without scans is absent. */
  refused: Readonly<Partial<Record<ScanRefusalReason, number>>>
  /** In ascending order of the names; the scans without a gate come first. */
  gates: readonly Readonly<{ gate: Gate | null; admitted: number; refused: number }>[]
}>

/** The scans, and the admissions of tickets. */
export interface AdmissionRepository {
  /**
   * Stores a scan, durably when it resolves. One that admits is stored together with the admission of its ticket, and only
   * while the ticket is not cancelled itself and has the admission `replaces`, or none without it; otherwise the result is
   * `ticket-changed`. Of any number of such scans of a ticket at the same time one is stored. The scan of an admission that
   * is replaced gets the reason `already-admitted`. Storing a stored scan again, by its admissionId, changes nothing.
   */
  add(scan: NewScan): Promise<NewScan | TicketChanged | ScanIdTaken>
  /** The answer that is kept under a scanId. */
  findAnswer(scanId: ScanId): Promise<KeptAnswer | undefined>
  /** One page of the scans, the latest first, and among those of one millisecond the one with the highest admissionId. */
  list(filter: ScanFilter, page: PageRequest): Promise<Page<LoggedScan>>
  /** The scans of a date, counted. */
  count(date: CalendarDate): Promise<ScanCounts>
  /**
   * Reverts an admission: the ticket has none any more, and the scan gets the reason `reverted`. It is stored together with
   * its audit entry. Returns the scan as it was.
   */
  revert(
    admissionId: AdmissionId,
    entryOf: (before: LoggedScan) => NewAuditEntry,
  ): Promise<LoggedScan | AdmissionNotFound>
}
