import { readAdmissionCode, verifyAdmissionCode } from '../admission-code.ts'
import type { SoldTicket } from '../generated/schemas.ts'
import { type GateDecision, alreadyAdmitted, decideOffline, refused } from './decide-offline.ts'
import { confirmationCodesIn, readScannedText } from '../scanned-text.ts'
import type { GateMuseumData } from './museum-data.ts'
import type { GateScans, TicketUse } from './scans.ts'
import type { TicketScanOutcome } from './server.ts'
import type { GateLink } from './synchronise.ts'

/** The longest code that the server accepts. */
const maxLength = 1_000

/** From which difference of the clock on an offline decision says so, in milliseconds. */
const wrongClock = 2 * 60_000

/** The form in which codes are compared. */
const normalized = (code: string) => readScannedText(code).text.toLowerCase()
/** Whether only the server knows the ticket of a code. */
const isLookedUp = (code: string) => ['unsigned', 'confirmation code'].includes(readScannedText(code).form)
const hasConfirmationCode = (code: string, ticket: SoldTicket | undefined) =>
  ticket !== undefined && confirmationCodesIn(code).includes(ticket.confirmationCode)

/** What a gate decides with. */
export type GateParts = Readonly<{
  /** The name of the gate in the scan log. */
  gate: string
  /** The event of the gate, if it admits to one only. */
  eventId?: string | undefined
  /** Whether it admits tickets at any time of their date: `too-early` and `too-late` are not checked. */
  anyTime?: boolean | undefined
  scans: GateScans
  museumData: GateMuseumData
  /** The connection to the server, if the gate may use it now. */
  link: () => GateLink | undefined
}>

/**
 * Returns a function that decides a code: with the server if it responds, otherwise by itself. A decision is durable
 * before it is returned. Codes are decided one after another: do not call it before the earlier call has resolved.
 */
export const decideWith = ({ gate, eventId, anyTime = false, scans, museumData, link: currentLink }: GateParts) => {
  const now = museumData.time
  /** The time of a scan that is made now. */
  const scanTime = () => ({
    scannedAt: now(),
    clockAhead: museumData.clock.ahead(),
    isTimeUnsure: !museumData.clock.isMeasured(),
  })
  /**
   * The scans since the midnight with which the day of the gate begins whose response was lost: the server may have admitted
   * their tickets. Before the day before ended, they may be of tickets of either day.
   */
  const unansweredToday = () =>
    scans
      .unanswered()
      .filter((scan) => scan.gate === gate && scan.eventId === eventId)
      .filter((scan) => museumData.timeAt(scan.scannedAt).date >= museumData.today())
  /** To admit at any time is another scan: the server may have refused the earlier one for its time. */
  const unansweredScanOf = (code: string) =>
    unansweredToday().find((scan) => normalized(scan.code) === normalized(code) && (scan.anyTime ?? false) === anyTime)
  /** The visitor may have presented another code of the ticket. Only scans of this ticket may be sent again. */
  const unansweredScanOfTicket = async (ticketId: string, link: GateLink) => {
    const unanswered = unansweredToday()
    const ticket = unanswered.length === 0 ? undefined : await link.getTicket(ticketId)
    if (ticket === undefined) return undefined
    for (const scan of unanswered) {
      const signed = await verifyAdmissionCode(scan.code, museumData.keys() ?? [])
      if (signed?.ticketId === ticketId || hasConfirmationCode(scan.code, ticket)) return scan
    }
    return undefined
  }
  /**
   * The use of the ticket of a code by an admission of this gate that the server does not have yet: it would admit the ticket
   * again. Only the server knows the ticket of a confirmation code, so it is asked for those tickets while it responds.
   */
  const pendingUseOf = async (code: string, link: GateLink): Promise<TicketUse | undefined> => {
    const isTyped = readScannedText(code).form === 'confirmation code'
    const ticketIdOfCode = readAdmissionCode(code)?.ticketId ?? normalized(code).split('.')[0]
    for (const { ticketId } of scans.pending()) {
      if (!link.canAsk()) return undefined
      const isOfTicket = isTyped
        ? hasConfirmationCode(code, await link.getTicket(ticketId!))
        : ticketId === ticketIdOfCode
      if (isOfTicket) return scans.useOf(ticketId)
    }
    return undefined
  }

  const ofServer = (answer: TicketScanOutcome): GateDecision => {
    const { ticket, orderOpen } = answer
    const of = ticket && { ticketId: ticket.ticketId, ticket, ...(orderOpen !== undefined && { orderOpen }) }
    if (answer.admitted) {
      const { eventName = 'general entry', ticketId } = answer.ticket
      return { verdict: 'ADMITTED', detail: `${eventName}, ticket ${ticketId}`, ...of }
    }
    const { first, reason, detail } = answer
    if (first) return { ...alreadyAdmitted({ at: first.at, gate: first.gate ?? null }), ...of }
    return { ...refused(reason, detail), ...of }
  }

  return async (typed: string): Promise<GateDecision> => {
    const { text: code } = readScannedText(typed)
    if (code === '' || code.length > maxLength) return refused('unknown-ticket', 'the code is empty or too long')
    const made = { code, gate, eventId, ...(anyTime && { anyTime }) }
    let scan = unansweredScanOf(code)
    let pendingUse: TicketUse | undefined
    for (let link = currentLink(); link?.canAsk(); link = currentLink()) {
      pendingUse = await pendingUseOf(code, link)
      if (pendingUse !== undefined || !link.canAsk()) break
      const isRepeated = scan !== undefined
      scan ??= await scans.add({ ...made, ...scanTime(), isAsked: true })
      let answer = await link.ask(scan)
      if (answer === undefined) break
      const ticketId = answer.ticket?.ticketId
      const use = scans.useOf(ticketId)
      const { scanId } = scan
      if (isRepeated && answer.admitted) {
        // The server returns the stored response to a scan, also after its admission was reverted or replaced.
        const ticket = await link.getTicket(answer.ticket.ticketId)
        if (ticket === undefined) break
        if (ticket.admissionId !== answer.admissionId)
          answer = { ...answer, admitted: false } as unknown as TicketScanOutcome
      }
      await scans.record({ scanId, answer })
      // The visitor may have entered with another code of the ticket since the earlier scan, or by an offline scan that the
      // server does not count. An admission that was counted and then reverted is not disputed: the visitor may enter again.
      if (answer.admitted && use?.isHere && (isRepeated || use.isDisputed || use.isPending))
        return { ...ofServer(answer), ...alreadyAdmitted(use) }
      if (answer.admitted) return ofServer(answer)
      if (isRepeated) {
        // The earlier scan was refused. The state of the ticket may have changed since.
        scan = undefined
        continue
      }
      const mayBeUnanswered = answer.reason === 'already-admitted' && !use?.isHere
      scan = mayBeUnanswered && ticketId !== undefined ? await unansweredScanOfTicket(ticketId, link) : undefined
      if (scan === undefined) return ofServer(answer)
    }

    const time = scanTime()
    const facts = { museumData, at: museumData.timeAt(time.scannedAt), eventId, anyTime, useOf: scans.useOf }
    const decision =
      pendingUse !== undefined && isLookedUp(code) ? alreadyAdmitted(pendingUse) : await decideOffline(code, facts)
    const { verdict, reason, ticketId } = decision
    const decided = { ...time, verdict, reason, ticketId }
    if (scan === undefined) await scans.add({ ...made, isAsked: false, ...decided })
    else await scans.record({ scanId: scan.scanId, ...decided })
    if (verdict === 'ADMITTED') currentLink()?.sendNow()
    const clockAhead = museumData.clock.lastAhead()
    return { ...decision, isOffline: true, ...(Math.abs(clockAhead) > wrongClock && { clockAhead }) }
  }
}
