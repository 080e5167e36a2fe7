import type { Instant } from '../instant.ts'
import { EntryTimes } from '../places/entry-times.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { AdmissionId, EventId } from '../uuid.ts'
import { AdmissionTime, type ScanTime } from './admission-time.ts'
import type { Ticket } from './ticket.ts'

/** Why a scan does not admit, in the order in which the reasons are checked. */
export const scanRefusalReasons = [
  'bad-signature',
  'unknown-ticket',
  'cancelled',
  'wrong-date',
  'wrong-event',
  'already-admitted',
  'too-early',
  'too-late',
] as const
/** Why a scan does not admit. */
export type ScanRefusalReason = (typeof scanRefusalReasons)[number]

/** The data that the admission rules need besides the ticket. */
export type AdmissionRuleInput = ScanTime &
  Readonly<{
    /** The moment of the scan. */
    at: Instant
    /** The event to which the gate admits, if it names one. */
    eventId?: EventId | undefined
    isOffline?: boolean | undefined
    /** Whether tickets are admitted at any time of their date. */
    anyTime?: boolean | undefined
  }>

/** The entry of the visitor who used a ticket. */
export type Admission = NonNullable<Ticket['admission']>

/** The rules of admissions. */
export const Admission = {
  /**
   * The admission rules: a ticket that is not cancelled admits once, on its date, to its event if the gate names one, and at its
   * entry time. Returns the first rule that fails, or `undefined` when the ticket admits. Offline scans arrive in any order, and
   * the earliest one admits: an offline scan that is earlier than the ticket's admission replaces it. The offline gate has
   * checked the entry time, and has let the visitor in.
   */
  refusal(
    ticket: Ticket,
    scan: AdmissionRuleInput,
  ): Refusal<'cancelled' | 'wrong-date' | 'wrong-event' | 'already-admitted' | 'too-early' | 'too-late'> | undefined {
    const { at, date, eventId, isOffline = false, anyTime = false } = scan
    const { state, ticketDate, admission } = ticket
    if (state === 'cancelled') return refuse('cancelled', 'The ticket is cancelled.')
    // The settings may have changed since the offline gate has admitted in the evening before.
    if (!AdmissionTime.isOnDate(ticket, isOffline ? { ...scan, early: EntryTimes.greatestEarly } : scan))
      return refuse('wrong-date', `The ticket is for ${ticketDate}, and the scan is of ${date}.`)
    if (eventId !== undefined && ticket.event?.eventId !== eventId)
      return refuse(
        'wrong-event',
        ticket.event === undefined
          ? 'The ticket is for general entry, not for the event of this gate.'
          : `The ticket is for another event, ${ticket.event.name}.`,
      )
    if (admission !== undefined && !(isOffline && at < admission.at)) {
      // Without the time: a person at a gate would need it in the museum's time zone, which this function does not know.
      const where = admission.gate === undefined ? '' : `, at ${admission.gate}`
      return refuse('already-admitted', `The ticket was used before${where}.`)
    }
    return isOffline || anyTime ? undefined : AdmissionTime.refusal(ticket, scan)
  },

  /** Whether a scan that admits would not do so without `anyTime`. */
  isByAnyTime: (ticket: Ticket, scan: AdmissionRuleInput): boolean =>
    scan.anyTime === true && Admission.refusal(ticket, { ...scan, anyTime: false }) !== undefined,

  /**
   * Whether a scan that is not the admission of its ticket let a visitor in all the same: the scanner was offline, and another
   * gate had admitted the ticket. Offline scanners send only the scans with which they let a visitor in.
   */
  isFurtherEntry: (reason: ScanRefusalReason, isOffline: boolean): boolean =>
    isOffline && reason === 'already-admitted',

  /** The refusal for an admissionId that no admission has. */
  notFound: (admissionId: AdmissionId): Refusal<'admission-not-found'> =>
    refuse('admission-not-found', `There is no admission ${admissionId}, or it was reverted.`),
}
