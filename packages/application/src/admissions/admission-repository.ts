import {
  Admission,
  type AdmissionId,
  type AdmissionRuleInput,
  type CalendarDate,
  type EventName,
  type Gate,
  type Instant,
  type OrderId,
  type Refusal,
  type ScanId,
  type ScanRefusalReason,
  type Ticket,
  type TicketId,
  type TicketType,
  type TimeOfDay,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { Page, PageRequest } from '../lists.ts'

/** One row of the scan log. */
export type LoggedScan = Readonly<{
  /** Identifies the scan, and the admission if it is one. */
  admissionId: AdmissionId
  /** When the code was scanned, and the date under which the scan stands. */
  at: Instant
  date: CalendarDate
  gate?: Gate
  /** The user of the scanner. */
  scannedBy: string
  isOffline: boolean
  /** Absent when no ticket has the code. */
  ticketId?: TicketId
  /** The entry time of the ticket. */
  entryTime?: TimeOfDay
  /** Why the scan is not the admission of its ticket; absent when it is. An admission can become one of these later. */
  reason?: ScanRefusalReason | 'reverted'
  /**
   * Whether the scan let a visitor in: it is the admission of its ticket, or it is not because another gate had admitted the
   * ticket, which this gate did not know.
   */
  isEntry: boolean
  /** Present when the scan has admitted only because it was to admit at any time. */
  anyTime?: true
  /** The admissionId of the first row of the press, for a scan of a whole order. */
  pressId?: AdmissionId
}>

/** What a scanner shows of a ticket: no personal data. */
export type ScannedTicket = Readonly<{
  ticketId: TicketId
  ticketType: TicketType
  ticketDate: CalendarDate
  entryTime?: TimeOfDay
  /** As it was when the ticket was sold. */
  eventName?: EventName
  /** The price category, with its name when the ticket was sold; absent for the full price. */
  priceCategory?: Ticket['priceCategory']
}>
/** What a scanner shows. */
export const ScannedTicket = {
  /** The part of a ticket that a scanner shows. */
  of({ ticketId, ticketType, ticketDate, entryTime, event, priceCategory }: Ticket): ScannedTicket {
    return {
      ticketId,
      ticketType,
      ticketDate,
      ...(entryTime !== undefined && { entryTime }),
      ...(event && { eventName: event.name }),
      ...(priceCategory !== undefined && { priceCategory }),
    }
  },
}

/** The result of a press: the admitted tickets of the order by price category, and the refused ones by reason. */
export type PressResult = Readonly<{
  pressId: AdmissionId
  orderId: OrderId
  /** The admissions, in the order in which the log has them. */
  admissions: readonly (Readonly<{ admissionId: AdmissionId }> &
    Pick<ScannedTicket, 'ticketId' | 'ticketDate'> &
    Pick<LoggedScan, 'anyTime'>)[]
  /** How many tickets of each price category were admitted, by its name when they were sold; null for the full price. */
  categories: readonly Readonly<{ name: string | null; tickets: number }>[]
  /** The number of refused tickets of the order, by reason. */
  refused: readonly Readonly<{ reason: ScanRefusalReason; tickets: number }>[]
}>

/** What was decided on a scan. `press` is that of a scan of a whole order. */
export type ScanOutcome =
  | (Readonly<{ isAdmitted: true; admissionId: AdmissionId; ticket: ScannedTicket; press?: undefined }> &
      Pick<LoggedScan, 'anyTime'>)
  | Readonly<{ isAdmitted: true; press: PressResult; ticket?: undefined }>
  | Readonly<{
      isAdmitted: false
      reason: ScanRefusalReason
      detail: string
      /** The ticket that has the code, if there is one. */
      ticket?: ScannedTicket
      /** When and where the ticket was used, for `already-admitted`. */
      first?: Readonly<{ at: Instant; gate: Gate | null }>
      press?: PressResult
    }>

/** The other tickets of the order, in the order of the sale, for a scan of a whole order, and how many tickets it admits at most. */
type PressInput = Readonly<{
  orderId: OrderId
  others: readonly Ticket[]
  otherAdmissionIds: readonly AdmissionId[]
  maxTickets?: number | undefined
}>
type AdmittingScan = AdmissionRuleInput & Readonly<{ admissionId: AdmissionId }>

/** Decides scans. */
export const ScanOutcome = {
  /** Applies the admission rules to a scan of a ticket, or of the tickets of an order: it admits those that the rules admit. */
  of(found: Ticket, scan: AdmittingScan, ofPress?: PressInput): ScanOutcome {
    const ticket = ScannedTicket.of(found)
    const refused = Admission.refusal(found, scan)
    const press = ofPress && pressResult([found, ...ofPress.others], scan, ofPress)
    if (press && press.admissions.length > 0) return { isAdmitted: true, press }
    if (refused === undefined)
      return { isAdmitted: true, admissionId: scan.admissionId, ticket, ...anyTimeOf(found, scan) }
    const { refusal: reason, because: detail } = refused
    const { at, gate = null } = found.admission ?? {}
    const first = reason === 'already-admitted' && at !== undefined ? { first: { at, gate } } : {}
    return { isAdmitted: false, reason, detail, ticket, ...first, ...(press && { press }) }
  },

  /** The rows of the scan log for a scan: one for each ticket that it admits, or one if it admits none. */
  logRows(
    { admissionId, date, newDate }: Pick<NewScan, 'admissionId' | 'date' | 'newDate'>,
    outcome: ScanOutcome,
  ): readonly (Pick<LoggedScan, 'admissionId' | 'date' | 'ticketId' | 'anyTime' | 'pressId'> &
    Readonly<{ reason?: ScanRefusalReason }>)[] {
    const dateOf = (ticketDate?: CalendarDate) => (newDate !== undefined && ticketDate === newDate ? newDate : date)
    const ofPress = outcome.press && { pressId: outcome.press.pressId }
    if (outcome.isAdmitted && outcome.press)
      return outcome.press.admissions.map(({ ticketDate, ...admission }) =>
        Object.assign(admission, { date: dateOf(ticketDate) }, ofPress),
      )
    const { ticket } = outcome
    return [
      {
        admissionId,
        date: dateOf(ticket?.ticketDate),
        ...(ticket !== undefined && { ticketId: ticket.ticketId }),
        ...(outcome.isAdmitted ? outcome.anyTime && { anyTime: true as const } : { reason: outcome.reason }),
        ...ofPress,
      },
    ]
  },
}

const anyTimeOf = (ticket: Ticket, scan: AdmittingScan): Pick<LoggedScan, 'anyTime'> =>
  Admission.isByAnyTime(ticket, scan) ? { anyTime: true } : {}

/** Admits each ticket of an order that the rules admit, until there are `maxTickets`. */
const pressResult = (
  tickets: readonly Ticket[],
  scan: AdmittingScan,
  { orderId, otherAdmissionIds, maxTickets = tickets.length }: PressInput,
): PressResult => {
  const reasons = tickets.map((ticket) => Admission.refusal(ticket, scan)?.refusal)
  const admitted = tickets.filter((_, n) => reasons[n] === undefined).slice(0, maxTickets)
  // The first row of the press has the response.
  const admissionIds = [scan.admissionId, ...otherAdmissionIds]
  const names = admitted.map(({ priceCategory }) => priceCategory?.name ?? null)
  return {
    pressId: scan.admissionId,
    orderId,
    admissions: admitted.map((ticket, n) => {
      const { ticketId, ticketDate } = ticket
      return Object.assign({ admissionId: admissionIds[n]!, ticketId, ticketDate }, anyTimeOf(ticket, scan))
    }),
    categories: countByValue(names).map(([name, count]) => ({ name, tickets: count })),
    refused: countByValue(reasons.flatMap((reason) => reason ?? [])).map(([reason, count]) => ({
      reason,
      tickets: count,
    })),
  }
}

/** How often each value occurs, in the order of their first occurrences. */
const countByValue = <Value>(values: readonly Value[]): (readonly [Value, number])[] => {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
}

/** The stored response to a scan with a scanId, and the scan as it was sent. */
export type StoredResponse = Readonly<{ scanId: ScanId; request: string; outcome: ScanOutcome }>

/**
 * A scan that is about to be decided and stored. `date` is the day of the gate; from midnight until it ends, scans of tickets of
 * `newDate` stand under that. `ticketId` is in the code, if a ticket has it; `otherTicketIds` are the other
 * tickets of its order, for a scan of a whole order, which is never offline. `scanId` and `request`, for the stored response, are both given or both
 * absent.
 */
export type NewScan = Omit<LoggedScan, 'entryTime' | 'reason' | 'isEntry' | 'anyTime' | 'pressId'> &
  Readonly<{ newDate?: CalendarDate; otherTicketIds?: readonly TicketId[] }> &
  Partial<Omit<StoredResponse, 'outcome'>>

/** Decides a scan on its ticket, if there is one, and on the other tickets of the order for a scan of a whole order. */
export type DecideScan = (ticket: Ticket | undefined, others: readonly Ticket[]) => ScanOutcome

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
   * Decides a scan and stores it, durably when it resolves. `decide` gets the tickets of the scan that there are, and returns the
   * outcome. The tickets do not change until the scan is stored. `decide` may be called again.
   *
   * - A scan that admits is stored together with the admissions of its tickets, each in a row of the log. The first row has the
   *   stored response. An admission replaces an earlier one of its ticket, whose scan gets the reason `already-admitted` and
   *   remains an entry.
   * - A scan that does not admit is stored with its reason. It is an entry if `Admission.isFurtherEntry` says so.
   * - When another scan has the scanId, nothing is stored, and the response to that one is returned.
   */
  add(scan: NewScan, decide: DecideScan): Promise<ScanOutcome | StoredResponse>
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
