import { type AdmissionCodeContent, verifyAdmissionCode } from '../admission-code.ts'
import type { ScannedTicket } from '../generated/schemas.ts'
import { readScannedText } from '../scanned-text.ts'
import { isOnDate, timeRefusal } from './admission-time.ts'
import type { GateMuseumData } from './museum-data.ts'
import type { MuseumTime } from './museum-time.ts'
import type { GateScans, TicketUse, Verdict } from './scans.ts'

/** A decision on a code. */
export type GateDecision = Readonly<{
  verdict: Verdict
  /** One of the reasons of `POST /admissions`, for `REFUSED`. */
  reason?: string
  /** A sentence fragment in English. */
  detail: string
  ticketId?: string
  /** What is known of the ticket: offline, only what its code says. */
  ticket?: AdmissionCodeContent | ScannedTicket
  /** When and where the ticket was used, for `already-admitted`. */
  first?: Readonly<{ at: string; gate: string | null }>
  /** How many other tickets of the order would admit now, if the ticket has one. Only the server knows that. */
  orderOpen?: number
  /** Whether the gate has decided by itself. */
  isOffline?: boolean
  /**
   * How far the clock of this device was ahead of the server's at its last response, in milliseconds (less than 0: behind), if the gate
   * has decided by itself and it was more than two minutes. The decision allows for it, unless that response was more than an hour
   * before this run.
   */
  clockAhead?: number
}>

/** A refusal of a code whose ticket is not known. */
export const refused = (reason: string, detail: string): GateDecision => ({ verdict: 'REFUSED', reason, detail })

/** The refusal of a ticket that was used. */
export const alreadyAdmitted = ({ at, gate }: Pick<TicketUse, 'at' | 'gate'>): GateDecision => ({
  ...refused('already-admitted', 'the ticket was used'),
  first: { at, gate },
})

/** What an offline decision is made of. */
export type OfflineFacts = Readonly<{
  museumData: Pick<GateMuseumData, 'keys' | 'isRevoked' | 'times'>
  /** When the code is scanned. */
  at: MuseumTime
  /** The event of the gate, if it admits to one only. */
  eventId?: string | undefined
  /** Whether the gate admits at any time of the date. */
  anyTime?: boolean | undefined
  useOf: GateScans['useOf']
}>

/** Decides a code without the server, by the rules of the server in their order. */
export const decideOffline = async (
  code: string,
  { museumData, at, eventId, anyTime = false, useOf }: OfflineFacts,
): Promise<GateDecision> => {
  const { text, form } = readScannedText(code)
  const isSigned = /^m1:/i.test(text)
  if (form === 'garbled')
    return refused(
      isSigned ? 'bad-signature' : 'unknown-ticket',
      'the code has other characters than that of a ticket: check the keyboard layout of the scanner',
    )
  if (!isSigned) {
    if (form === 'other') return refused('unknown-ticket', 'the code is not that of a ticket')
    return { verdict: 'NEEDS NETWORK', detail: 'only the server knows this code; the QR code of the ticket may work' }
  }
  const keys = museumData.keys()
  // A platform without Ed25519, or a page without HTTPS, can use none of the keys.
  if (keys === undefined || keys.length === 0)
    return { verdict: 'NEEDS NETWORK', detail: 'this gate has no key with which it can verify codes' }
  const ticket = await verifyAdmissionCode(code, keys)
  if (ticket === undefined) return refused('bad-signature', 'the code is cut, or no valid key of this museum signed it')

  const { ticketId, ticketDate } = ticket
  const what = ticket.ticketType === 'event' ? `event ${ticket.eventId}` : 'general entry'
  const of = { ticketId, ticket }
  const use = useOf(ticketId)
  // As on the server, a used ticket stays used when its event is deleted.
  if (use === undefined && museumData.isRevoked(ticket))
    return { ...refused('cancelled', 'the ticket is cancelled'), ...of }
  const times = museumData.times()
  if (!isOnDate(ticket, at, times))
    return { ...refused('wrong-date', `the ticket is for ${ticketDate}, today is ${at.date}`), ...of }
  if (eventId !== undefined && !(ticket.ticketType === 'event' && ticket.eventId === eventId.toLowerCase()))
    return { ...refused('wrong-event', `the ticket is for ${what}`), ...of }
  if (use !== undefined) return { ...alreadyAdmitted(use), ...of }
  const atOtherTime = anyTime ? undefined : timeRefusal(ticket, at, times)
  if (atOtherTime) return { ...refused(atOtherTime.reason, atOtherTime.detail), ...of }
  return { verdict: 'ADMITTED', detail: `${what}, ticket ${ticketId}`, ...of }
}
