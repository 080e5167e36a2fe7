import {
  Admission,
  AdmissionCode,
  AdmissionId,
  type AdmissionRuleInput,
  AdmissionTime,
  CalendarDate,
  ConfirmationCode,
  EntryTimes,
  type GateTime,
  type Instant,
  type Order,
  type Refusal,
  Scan,
  type ScanRefusalReason,
  type ScannedCode,
  type Ticket,
  type TicketId,
  isRefusal,
  refuse,
  refuseFaults,
} from '@museum/domain'
import { Unavailable } from '@museum/concurrency'
import type { Actor } from '../access/principal.ts'
import { type MuseumPorts, midnight } from '../ports.ts'
import type { AdmissionCodes } from '../ticket-keys/admission-codes.ts'
import type { TicketRepository } from '../tickets/ticket-repository.ts'
import { ScanOutcome, type StoredResponse } from './admission-repository.ts'

/** The response to a scan. `orderOpen`: how many other tickets of the order would admit now, if the scan asks for it. */
type ScanResponse = ScanOutcome & Readonly<{ orderOpen?: number }>

export const admitTicket = (
  { admissions, tickets, orders, museumHours, now, today, dateOf, timeOf, dayEnds = midnight, newId }: MuseumPorts,
  codes: AdmissionCodes,
) => {
  /** The moment of a scan on the museum's clock. The date and the time of day are read at once: midnight may be near. */
  const scanTime = (at: Instant, isOffline: boolean): TimeOfScan => ({
    at,
    date: isOffline ? dateOf(at) : today(),
    timeOfDay: timeOf(at),
    dayEnds,
  })
  /** How early and late tickets admit. Read only if a ticket may have an entry time. */
  const readMargins = async (isTimed: boolean): Promise<Margins | undefined> =>
    isTimed ? (await museumHours.schedule(CalendarDate.first, CalendarDate.first)).entryTimes : undefined
  /** The order in which a ticket was sold, if it was sold in one. */
  const findOrder = async (ticket: Ticket | undefined): Promise<Order | undefined> =>
    ticket?.orderId && orders.find(ticket.orderId)
  /** How many other tickets of the order would admit now; `undefined` for a ticket without an order. */
  const countOpen = async (
    { ticketId }: Pick<Ticket, 'ticketId'>,
    scanned: Ticket | undefined,
    scan: Scan,
    margins: Margins | undefined,
  ): Promise<number | undefined> => {
    try {
      const order = await findOrder(scanned ?? (await tickets.find(ticketId)))
      if (order === undefined) return undefined
      const marginsNow = margins ?? (await readMargins(order.tickets.some(hasEntryTime)))
      const rules = ruleInput({ ...scan, isOffline: false }, scanTime(now(), false), marginsNow)
      const isOpen = (other: Ticket) => other.ticketId !== ticketId && Admission.refusal(other, rules) === undefined
      return order.tickets.filter(isOpen).length
    } catch (error) {
      // The scan is stored: its response does not say that it had no effect.
      if (error instanceof Unavailable) return undefined
      throw error
    }
  }

  return async (
    scan: Scan,
    { username }: Actor,
  ): Promise<ScanResponse | Refusal<'scan-id-reused' | 'validation-failed'>> => {
    const receivedAt = now()
    const fault = Scan.faultOf(scan, receivedAt)
    if (fault !== undefined) {
      // A scan that was stored in time gets the same response later, when its moment is too long ago.
      const stored = scan.scanId && !scan.isWholeOrder && (await admissions.findResponse(scan.scanId))
      if (!stored) return refuseFaults(fault)
      return responseAgain(stored, scan)
    }
    const { gate, scanId, isOffline = false } = scan
    const time = scanTime(Scan.at(scan, receivedAt), isOffline)
    const content = await readScannedCode(scan.code, codes, tickets)
    const { ticketId, isTimed = false }: CodeContent = isRefusal(content) ? {} : content
    const order = ticketId && scan.isWholeOrder ? await findOrder(await tickets.find(ticketId)) : undefined
    const otherTicketIds = order?.tickets.map((other) => other.ticketId).filter((other) => other !== ticketId) ?? []
    const margins = await readMargins(isTimed || order?.tickets.some(hasEntryTime) === true)
    const rules = ruleInput(scan, time, margins)
    const day = AdmissionTime.dayOf(rules)
    const [admissionId, ...otherAdmissionIds] = [ticketId, ...otherTicketIds].map(() => AdmissionId(newId()))
    let scanned: Ticket | undefined
    const outcome = await admissions.add(
      {
        admissionId: admissionId!,
        at: time.at,
        date: day,
        ...(day !== rules.date && { newDate: rules.date }),
        ...(gate !== undefined && { gate }),
        scannedBy: username,
        isOffline,
        ...(ticketId !== undefined && { ticketId }),
        ...(order && { otherTicketIds }),
        ...(scanId !== undefined && { scanId, request: requestOf(scan) }),
      },
      (ticket, others) => {
        if (isRefusal(content)) return notAdmitted(content)
        if (ticket === undefined) return notAdmitted(unknownTicket)
        const { confirmationCodes } = content
        if (confirmationCodes?.includes(ticket.confirmationCode) === false) return notAdmitted(unknownTicket)
        scanned = ticket
        const ofPress = order && { orderId: order.orderId, others, otherAdmissionIds, maxTickets: scan.maxTickets }
        return ScanOutcome.of(ticket, { ...rules, admissionId: admissionId! }, ofPress)
      },
    )
    const response = 'scanId' in outcome ? responseAgain(outcome, scan) : outcome
    if (!scan.asksForOrder || isRefusal(response) || response.press || response.ticket === undefined) return response
    if (!response.isAdmitted && response.reason !== 'already-admitted') return response
    const orderOpen = await countOpen(response.ticket, scanned, scan, margins)
    return { ...response, ...(orderOpen !== undefined && { orderOpen }) }
  }
}

/**
 * The ticketId in a code, and whether its ticket may have an entry time; an unsigned code also contains the confirmation code of
 * the ticket.
 */
type CodeContent = Readonly<{
  ticketId?: TicketId
  isTimed?: boolean
  confirmationCodes?: readonly ConfirmationCode[]
}>

/** Reads a code: a signed code, an unsigned one of earlier versions, or a confirmation code that was typed. */
const readScannedCode = async (
  code: ScannedCode,
  { verify }: AdmissionCodes,
  tickets: TicketRepository,
): Promise<CodeContent | Refusal<'bad-signature' | 'unknown-ticket'>> => {
  if (AdmissionCode.isGarbled(code))
    return refuse(
      AdmissionCode.isSigned(code) ? 'bad-signature' : 'unknown-ticket',
      'The text has the length of a code, but other characters: check the keyboard layout of the scanner.',
    )
  if (AdmissionCode.isSigned(code)) {
    const content = await verify(code)
    return isRefusal(content) ? content : { ticketId: content.ticketId, isTimed: hasEntryTime(content) }
  }
  const unsigned = AdmissionCode.decodeUnsigned(code)
  if (unsigned !== undefined) return { ...unsigned, isTimed: true }
  const confirmationCodes = ConfirmationCode.read(code) ?? []
  const found = await Promise.all(confirmationCodes.map((each) => tickets.findByConfirmationCode(each)))
  const ticket = found.find((each) => each !== undefined)
  return ticket === undefined ? {} : { ticketId: ticket.ticketId, isTimed: hasEntryTime(ticket) }
}

type TimeOfScan = GateTime & Pick<AdmissionRuleInput, 'at'>
type Margins = Pick<AdmissionRuleInput, 'early' | 'late'>

/** What the rules need for a scan. */
const ruleInput = (
  { eventId, isOffline = false, anyTime }: Scan,
  time: TimeOfScan,
  { early, late }: Margins = EntryTimes.none,
): AdmissionRuleInput => ({ ...time, early, late, eventId, isOffline, anyTime })

const hasEntryTime = ({ entryTime }: Pick<Ticket, 'entryTime'>) => entryTime !== undefined

const unknownTicket = refuse('unknown-ticket', 'The code is not that of a ticket.')

const notAdmitted = ({ refusal: reason, because: detail }: Refusal<ScanRefusalReason>): ScanOutcome => ({
  isAdmitted: false,
  reason,
  detail,
})

/** The members of a scan that must be the same when it is sent again. */
const requestOf = (scan: Scan): string => {
  const { code, gate = null, eventId = null, scannedAt = null, isOffline = false, anyTime, maxTickets = null } = scan
  const ofPress = scan.isWholeOrder ? ['wholeOrder', maxTickets] : []
  return JSON.stringify([code, gate, eventId, scannedAt, isOffline, ...ofPress, ...(anyTime ? ['anyTime'] : [])])
}

const responseAgain = (
  { scanId, request, outcome }: StoredResponse,
  scan: Scan,
): ScanOutcome | Refusal<'scan-id-reused'> =>
  request === requestOf(scan)
    ? outcome
    : refuse('scan-id-reused', `The scanId ${scanId} belongs to another scan: use a new one for each scan.`)
