import type { CalendarDate } from '../calendar-date.ts'
import type { Instant } from '../instant.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { AdmissionId, EventId } from '../uuid.ts'
import type { Ticket } from './ticket.ts'

/** Why a scan does not admit, in the order in which the reasons are checked. */
export const scanRefusalReasons = [
  'bad-signature',
  'unknown-ticket',
  'cancelled',
  'wrong-date',
  'wrong-event',
  'already-admitted',
] as const
/** Why a scan does not admit. */
export type ScanRefusalReason = (typeof scanRefusalReasons)[number]

/** The data that the admission rules need besides the ticket. */
export type AdmissionRuleInput = Readonly<{
  /** The moment of the scan, and its date in the museum's time zone. */
  at: Instant
  date: CalendarDate
  /** The event to which the gate admits, if it names one. */
  eventId?: EventId | undefined
  isOffline?: boolean | undefined
}>

/** The entry of the visitor who used a ticket. */
export type Admission = NonNullable<Ticket['admission']>

/** The rules of admissions. */
export const Admission = {
  /**
   * The admission rules: a ticket that is not cancelled admits once, on its date, and to its event if the gate names one.
   * Returns the first rule that fails, or `undefined` when the ticket admits. Offline scans arrive in any order, and the
   * earliest one admits: an offline scan that is earlier than the ticket's admission replaces it.
   */
  refusal(
    ticket: Ticket,
    { at, date, eventId, isOffline = false }: AdmissionRuleInput,
  ): Refusal<'cancelled' | 'wrong-date' | 'wrong-event' | 'already-admitted'> | undefined {
    const { state, ticketDate, admission } = ticket
    if (state === 'cancelled') return refuse('cancelled', 'The ticket is cancelled.')
    if (ticketDate !== date) return refuse('wrong-date', `The ticket is for ${ticketDate}, and the scan is of ${date}.`)
    if (eventId !== undefined && ticket.event?.eventId !== eventId)
      return refuse(
        'wrong-event',
        ticket.event === undefined
          ? 'The ticket is for general entry, not for the event of this gate.'
          : `The ticket is for another event, ${ticket.event.name}.`,
      )
    if (admission === undefined || (isOffline && at < admission.at)) return undefined
    // Without the time: a person at a gate would need it in the museum's time zone, which this function does not know.
    const where = admission.gate === undefined ? '' : `, at ${admission.gate}`
    return refuse('already-admitted', `The ticket was used before${where}.`)
  },

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
