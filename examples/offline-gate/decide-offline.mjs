import { verifyAdmissionCode } from './verify-admission-code.mjs'

/**
 * @typedef {object} Decision
 * @property {'ADMITTED' | 'REFUSED' | 'NEEDS NETWORK'} verdict
 * @property {string} [reason] one of the reasons of POST /admissions, for REFUSED
 * @property {string} detail
 * @property {string} [ticketId]
 * @property {boolean} [isOffline]
 */

/** Codes that only the server can look up: typed confirmation codes, and the unsigned codes of earlier versions. */
const lookedUp = /ticket-(general|event)-[a-z2-9]{6}-[a-z2-9]{5}$/i

/** @returns {Decision} */
const refused = (/** @type {string} */ reason, /** @type {string} */ detail) => ({ verdict: 'REFUSED', reason, detail })

/**
 * Decides a code without the server, by the same rules in the same order.
 * @param {string} code
 * @param {object} facts
 * @param {import('./museum-data.mjs').OpenMuseumData} facts.museumData
 * @param {string} facts.today
 * @param {string | undefined} facts.eventId the event of this gate, if it admits to one only
 * @param {import('./scans.mjs').Scans['useOf']} facts.useOf
 * @param {(use: import('./scans.mjs').Use) => Decision} facts.alreadyAdmitted
 * @returns {Promise<Decision>}
 */
export const decideOffline = async (code, { museumData, today, eventId, useOf, alreadyAdmitted }) => {
  if (!/^m1:/i.test(code)) {
    const typed = code.replaceAll(/\s/g, '').replaceAll(/\p{Pd}/gu, '-')
    if (!lookedUp.test(typed)) return refused('unknown-ticket', 'the code is not that of a ticket')
    return { verdict: 'NEEDS NETWORK', detail: 'only the server knows this code; the QR code of the ticket may work' }
  }
  const keys = museumData.keys()
  if (keys === undefined) return { verdict: 'NEEDS NETWORK', detail: 'this gate has never loaded the keys' }
  const ticket = await verifyAdmissionCode(code, keys)
  if (ticket === undefined) return refused('bad-signature', 'the code is cut, or no valid key of this museum signed it')

  const { ticketId, ticketDate } = ticket
  const what = ticket.eventId === undefined ? 'general entry' : `event ${ticket.eventId}`
  const use = useOf(ticketId)
  // As on the server, a used ticket stays used when its event is deleted.
  if (use === undefined && museumData.isRevoked(ticket))
    return { ...refused('cancelled', 'the ticket is cancelled'), ticketId }
  if (ticketDate !== today)
    return { ...refused('wrong-date', `the ticket is for ${ticketDate}, today is ${today}`), ticketId }
  if (eventId !== undefined && ticket.eventId !== eventId)
    return { ...refused('wrong-event', `the ticket is for ${what}`), ticketId }
  if (use !== undefined) return { ...alreadyAdmitted(use), ticketId }
  return { verdict: 'ADMITTED', detail: `${what}, ticket ${ticketId}`, ticketId }
}
