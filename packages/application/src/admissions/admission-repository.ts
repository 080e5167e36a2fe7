import {
  Admission,
  type AdmissionId,
  type AdmissionRuleInput,
  type CalendarDate,
  type EventName,
  type Gate,
  type Instant,
  type Refusal,
  type ScanId,
  type ScanRefusalReason,
  type Ticket,
  type TicketId,
  type TicketType,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { Page, PageRequest } from '../lists.ts'

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
  /** Absent when no ticket has the code. */
  ticketId?: TicketId
  /** Why the scan is not the admission of its ticket; absent when it is. An admission can become one of these later. */
  reason?: ScanRefusalReason | 'reverted'
  /**
   * Whether the scan let a visitor in: it is the admission of its ticket, or it is not because another gate had admitted the
   * ticket, which this gate did not know.
   */
  isEntry: boolean
}>

/** What a scanner shows of a ticket: no personal data. */
export type ScannedTicket = Readonly<{
  ticketId: TicketId
  ticketType: TicketType
  ticketDate: CalendarDate
  /** As it was when the ticket was sold. */
  eventName?: EventName
  /** The price category, with its name when the ticket was sold; absent for the full price. */
  priceCategory?: Ticket['priceCategory']
}>
/** What a scanner shows. */
export const ScannedTicket = {
  /** The part of a ticket that a scanner shows. */
  of({ ticketId, ticketType, ticketDate, event, priceCategory }: Ticket): ScannedTicket {
    return {
      ticketId,
      ticketType,
      ticketDate,
      ...(event && { eventName: event.name }),
      ...(priceCategory !== undefined && { priceCategory }),
    }
  },
}

/** What was decided on a scan. */
export type ScanOutcome =
  | Readonly<{ isAdmitted: true; admissionId: AdmissionId; ticket: ScannedTicket }>
  | Readonly<{
      isAdmitted: false
      reason: ScanRefusalReason
      detail: string
      /** The ticket that has the code, if there is one. */
      ticket?: ScannedTicket
      /** When and where the ticket was used, for `already-admitted`. */
      first?: Readonly<{ at: Instant; gate: Gate | null }>
    }>
/** Decides scans. */
export const ScanOutcome = {
  /** Applies the admission rules to a scan of a ticket. */
  of(found: Ticket, scan: AdmissionRuleInput & Readonly<{ admissionId: AdmissionId }>): ScanOutcome {
    const ticket = ScannedTicket.of(found)
    const refused = Admission.refusal(found, scan)
    if (refused === undefined) return { isAdmitted: true, admissionId: scan.admissionId, ticket }
    const { refusal: reason, because: detail } = refused
    const { at, gate = null } = found.admission ?? {}
    const first = reason === 'already-admitted' && at !== undefined ? { first: { at, gate } } : {}
    return { isAdmitted: false, reason, detail, ticket, ...first }
  },
}

/** The stored response to a scan with a scanId, and the scan as it was sent. */
export type StoredResponse = Readonly<{ scanId: ScanId; request: string; outcome: ScanOutcome }>

/**
 * A scan that is about to be decided and stored. `ticketId` is in the code, if a ticket has it. `scanId`
 * and `request`, for the stored response, are both given or both absent.
 */
export type NewScan = Omit<LoggedScan, 'reason' | 'isEntry'> & Partial<Omit<StoredResponse, 'outcome'>>

/** Which scans. A member that is absent does not limit them. */
export type ScanFilter = Readonly<{
  date?: CalendarDate | undefined
  /** Only scans of this date or a later one. */
  fromDate?: CalendarDate | undefined
  gate?: Gate | undefined
  isAdmitted?: boolean | undefined
  ticketId?: TicketId | undefined
  /** Only the scans of tickets with which visitors entered twice. */
  isConflict?: true | undefined
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
   * Decides a scan and stores it, durably when it resolves. `decide` gets the ticket of the scan, or `undefined` when
   * there is none, and returns the outcome. The ticket does not change until the scan is stored. `decide` may be called
   * again.
   *
   * - A scan that admits is stored together with the admission of its ticket. It replaces an earlier admission of the
   *   ticket, whose scan gets the reason `already-admitted` and remains an entry.
   * - A scan that does not admit is stored with its reason. It is an entry if `Admission.isFurtherEntry` says so.
   * - When another scan has the scanId, nothing is stored, and the response to that one is returned.
   */
  add(scan: NewScan, decide: (ticket: Ticket | undefined) => ScanOutcome): Promise<ScanOutcome | StoredResponse>
  /** The response to the scan with this scanId, if there is one. */
  findResponse(scanId: ScanId): Promise<StoredResponse | undefined>
  /**
   * One page of the scans, the latest first; of scans in the same millisecond, the one with the highest admissionId
   * first.
   */
  list(filter: ScanFilter, page: PageRequest): Promise<Page<LoggedScan>>
  /** The scans of a date, counted. */
  count(date: CalendarDate): Promise<ScanCounts>
  /**
   * Reverts an admission: removes it from the ticket, and gives the scan the reason `reverted`, so that it is no
   * entry. Stored together with the audit entry. Returns the scan as it was.
   */
  revert(
    admissionId: AdmissionId,
    entryOf: (before: LoggedScan) => NewAuditEntry,
  ): Promise<LoggedScan | Refusal<'admission-not-found'>>
}
