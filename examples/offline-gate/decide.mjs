import { decideOffline } from './decide-offline.mjs'
import { verifyAdmissionCode } from './verify-admission-code.mjs'

/** The longest code that the server accepts. */
const maxLength = 1_000

/** The form of a code in which the server compares it. */
const normalized = (/** @type {string} */ code) =>
  code
    .replaceAll(/\s/g, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .toLowerCase()

/** @typedef {import('./decide-offline.mjs').Decision} Decision */

/**
 * Returns a function that decides a code: with the server if it responds, otherwise by itself. A decision is durable
 * before it is returned.
 * @param {object} parts
 * @param {string} parts.gate
 * @param {string | undefined} parts.eventId
 * @param {ReturnType<typeof import('./clock.mjs').clockIn>} parts.clock
 * @param {import('./scans.mjs').Scans} parts.scans
 * @param {import('./museum-data.mjs').OpenMuseumData} parts.museumData
 * @param {import('./synchronise.mjs').Link | undefined} parts.link the connection to the server, if the gate may use it
 */
export const decideWith = ({ gate, eventId, clock, scans, museumData, link }) => {
  /** The scans of today whose response was lost: the server may have admitted their tickets. */
  const unansweredToday = () =>
    scans
      .unanswered()
      .filter((scan) => scan.gate === gate && scan.eventId === eventId)
      .filter((scan) => clock.dateOf(scan.scannedAt) === clock.today())
  const unansweredScanOf = (/** @type {string} */ code) =>
    unansweredToday().find((scan) => normalized(scan.code) === normalized(code))
  /** The visitor may have presented another code of the ticket. Only scans of this ticket may be sent again. */
  const unansweredScanOfTicket = async (/** @type {string} */ ticketId) => {
    const unanswered = unansweredToday()
    const ticket = unanswered.length === 0 ? undefined : await link?.getTicket(ticketId)
    if (ticket === undefined) return undefined
    for (const scan of unanswered) {
      const signed = await verifyAdmissionCode(scan.code, museumData.keys() ?? [])
      if (signed?.ticketId === ticketId || normalized(scan.code).endsWith(ticket.confirmationCode)) return scan
    }
    return undefined
  }
  const now = () => new Date().toISOString()

  /** @returns {Decision} */
  const alreadyAdmitted = (/** @type {import('./scans.mjs').Use} */ { at, gate }) => ({
    verdict: 'REFUSED',
    reason: 'already-admitted',
    detail: `the ticket was used on ${clock.read(at)}${gate === null ? '' : ` at ${gate}`}`,
  })
  /** @returns {Decision} */
  const ofServer = (/** @type {any} */ { admitted, reason, detail, ticket, first }) => {
    if (first) return alreadyAdmitted(first)
    if (!admitted) return { verdict: 'REFUSED', reason, detail }
    return { verdict: 'ADMITTED', detail: `${ticket.eventName ?? 'general entry'}, ticket ${ticket.ticketId}` }
  }

  /** @returns {Promise<Decision>} */
  return async (/** @type {string} */ code) => {
    if (code.length > maxLength) return { verdict: 'REFUSED', reason: 'unknown-ticket', detail: 'the code is too long' }
    let scan = unansweredScanOf(code)
    while (link?.canAsk()) {
      const isRepeated = scan !== undefined
      scan ??= await scans.add({ code, gate, eventId, scannedAt: now(), isAsked: true })
      const answer = await link.ask(scan)
      if (answer === undefined) break
      const ticketId = answer.ticket?.ticketId
      const use = scans.useOf(ticketId)
      const { scanId } = scan
      if (isRepeated && answer.admitted) {
        // The server returns the stored response to a scan, also after its admission was reverted or replaced.
        const ticket = await link.getTicket(ticketId)
        if (ticket === undefined) break
        answer.admitted = ticket.admissionId === answer.admissionId
      }
      await scans.record({ scanId, answer })
      // The visitor may have entered with another code of the ticket since the earlier scan, or by an offline scan that the
      // server does not count. An admission that was counted and then reverted is not disputed: the visitor may enter again.
      if (answer.admitted && use?.isHere && (isRepeated || use.isDisputed)) return alreadyAdmitted(use)
      if (answer.admitted) return ofServer(answer)
      if (isRepeated) {
        // The earlier scan was refused. The state of the ticket may have changed since.
        scan = undefined
        continue
      }
      const mayBeUnanswered = answer.reason === 'already-admitted' && !use?.isHere
      scan = mayBeUnanswered ? await unansweredScanOfTicket(ticketId) : undefined
      if (scan === undefined) return ofServer(answer)
    }

    const scannedAt = now()
    const today = clock.dateOf(scannedAt)
    const decision = await decideOffline(code, { museumData, today, eventId, useOf: scans.useOf, alreadyAdmitted })
    const { verdict, reason, ticketId } = decision
    const facts = { scannedAt, verdict, reason, ticketId }
    if (scan === undefined) await scans.add({ code, gate, eventId, isAsked: false, ...facts })
    else await scans.record({ scanId: scan.scanId, ...facts })
    if (verdict === 'ADMITTED') link?.sendNow()
    return { ...decision, isOffline: true }
  }
}
