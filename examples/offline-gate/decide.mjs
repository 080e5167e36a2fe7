import { decideOffline } from './decide-offline.mjs'

/** The server reads codes of up to this length. */
const maxLength = 1_000

/** @typedef {import('./decide-offline.mjs').Decision} Decision */

/**
 * Returns a function that decides a code: as the server does if it answers, otherwise by itself. A decision is durable
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
  /** A scan of this code today whose answer was lost. It is sent again, since the server may have admitted the ticket. */
  const unansweredScanOf = (/** @type {string} */ code) => {
    const letters = (/** @type {string} */ text) => text.replaceAll(/\s/g, '').toLowerCase()
    return scans
      .unanswered()
      .filter((scan) => scan.gate === gate && scan.eventId === eventId)
      .filter((scan) => clock.dateOf(scan.scannedAt) === clock.today())
      .find((scan) => letters(scan.code) === letters(code))
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
      const use = scans.useOf(answer.ticket?.ticketId)
      await scans.record({ scanId: scan.scanId, answer })
      // Since the earlier scan, the visitor may have entered with another code of the ticket.
      if (isRepeated && answer.admitted && use?.isHere) return alreadyAdmitted(use)
      if (!isRepeated || answer.admitted) return ofServer(answer)
      // That was the refusal of the earlier scan. The state of the ticket may be another now.
      scan = undefined
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
