/** What the scanners and the box office of a run sent and received, and when events were gone. */
import type { Period } from './effects.ts'
import type { Attempt, Outage } from './history.ts'

/** A ticket that was sold before it is scanned. */
export type SoldTicket = Readonly<{
  ticketId: string
  ticketType: 'general' | 'event'
  ticketDate: string
  confirmationCode: string
  eventId?: string
  eventName?: string
}>

/**
 * A scan. One with a scanId may have several attempts, also concurrent ones, of which each must have the same answer. One
 * without a scanId is sent once and has a gate of its own, so that its row is found again.
 */
export type RecordedScan = Readonly<{
  body: Readonly<{
    code: string
    gate: string
    eventId?: string
    scanId?: string
    scannedAt?: string
    offline?: boolean
  }>
  /** The ticket that the code is of, or the reason why it is of none. */
  of: SoldTicket | 'bad-signature' | 'unknown-ticket'
  /** Whether another scan was answered under the scanId, so that the server must refuse this one. */
  reusesScanId?: boolean
  attempts: Attempt[]
}>

/** Sent until the outcome is known. */
type Revert = Readonly<{ admissionId: string; attempts: Attempt[] }>
/** Sent until the outcome is known. */
type Cancellation = Readonly<{ ticketId: string; attempts: Attempt[] }>

/** When an event may have been deleted, and when it certainly was. `until` is infinite while it is not restored. */
type Absence = Readonly<{ eventId: string; possible: Period; certain: Period }>

export type AdmissionHistory = Readonly<{
  /** The museum's present day. */
  today: string
  tickets: SoldTicket[]
  scans: RecordedScan[]
  reverts: Revert[]
  cancellations: Cancellation[]
  absences: Absence[]
  outages: Outage[]
  /** The attempts of every other request. */
  others: Attempt[]
}>

export const emptyAdmissionHistory = (today: string): AdmissionHistory => ({
  today,
  tickets: [],
  scans: [],
  reverts: [],
  cancellations: [],
  absences: [],
  outages: [],
  others: [],
})

/** The answer to a scan, as it is sent. */
export type ScanAnswer = Readonly<{
  admitted: boolean
  admissionId?: string
  reason?: string
  ticket?: Omit<SoldTicket, 'confirmationCode' | 'eventId'>
  first?: Readonly<{ at: string; gate: string | null }>
}>

/** Whether the response has the answer to a scan. */
export const isScanAnswer = ({ status }: Attempt) => status === 200
export const answerIn = ({ body }: Attempt) => JSON.parse(body) as ScanAnswer
