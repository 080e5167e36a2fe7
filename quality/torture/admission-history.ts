/** The requests and responses of a run's scanners and box office, and the periods in which events were deleted. */
import type { Period } from './effects.ts'
import type { Attempt, Outage } from './history.ts'

/** A ticket that was sold before it is scanned. */
export type SoldTicket = Readonly<{
  ticketId: string
  ticketType: 'general' | 'event'
  ticketDate: string
  confirmationCode: string
  entryTime?: string
  eventId?: string
  eventName?: string
}>

/**
 * A scan. With a scanId, it may have several attempts, also concurrent ones, which must all get the same result. Without a
 * scanId, it is sent once and has a gate of its own, so that its row can be found.
 */
export type RecordedScan = Readonly<{
  body: Readonly<{
    code: string
    gate: string
    eventId?: string
    scanId?: string
    scannedAt?: string
    offline?: boolean
    anyTime?: boolean
    wholeOrder?: boolean
    tickets?: number
  }>
  /** The ticket of the code, or the reason why the code belongs to no ticket. */
  of: SoldTicket | 'bad-signature' | 'unknown-ticket'
  /** All tickets of the order, for a scan of a whole order, which has a scanId. */
  order?: readonly SoldTicket[]
  /** Whether another scan got a response with the same scanId, so that the server must refuse this one. */
  reusesScanId?: boolean
  attempts: Attempt[]
}>

/** A revert or a cancellation is sent until its outcome is known. */
type Revert = Readonly<{ admissionId: string; attempts: Attempt[] }>
/** A revert or a cancellation is sent until its outcome is known. */
type Cancellation = Readonly<{ ticketId: string; attempts: Attempt[] }>

/**
 * When an event may have been deleted, and when it certainly was deleted. `until` is infinite as long as it is not restored.
 */
type Absence = Readonly<{ eventId: string; possible: Period; certain: Period }>

/** A PUT of how many minutes before and after its entry time a ticket admits, one at a time; `late` null: until the end of the day. */
type AdmissionTimesChange = Readonly<{ early: number; late: number | null; attempts: Attempt[] }>

export type AdmissionHistory = Readonly<{
  /** The museum's present day, and the time at which it began. */
  today: string
  midnight: number
  tickets: SoldTicket[]
  scans: RecordedScan[]
  reverts: Revert[]
  cancellations: Cancellation[]
  admissionTimes: AdmissionTimesChange[]
  /** The attempts of `GET /ticket-keys`. */
  keyReads: Attempt[]
  absences: Absence[]
  outages: Outage[]
  /** The attempts of every other request. */
  others: Attempt[]
}>

export const emptyAdmissionHistory = (
  today: string,
  midnight = Date.parse(today) - performance.timeOrigin,
): AdmissionHistory => ({
  today,
  midnight,
  tickets: [],
  scans: [],
  reverts: [],
  cancellations: [],
  admissionTimes: [],
  keyReads: [],
  absences: [],
  outages: [],
  others: [],
})

/** The result of a scan, as the server sends it. */
export type ScanAnswer = Readonly<{
  admitted: boolean
  admissionId?: string
  reason?: string
  ticket?: Omit<SoldTicket, 'confirmationCode' | 'eventId'>
  first?: Readonly<{ at: string; gate: string | null }>
  admissionIds?: readonly string[]
  pressId?: string
  order?: Readonly<{ admitted: number; refused: readonly Readonly<{ reason: string; tickets: number }>[] }>
}>

/** Whether the response has the result of a scan. */
export const isScanAnswer = ({ status }: Attempt) => status === 200
export const answerIn = ({ body }: Attempt) => JSON.parse(body) as ScanAnswer
