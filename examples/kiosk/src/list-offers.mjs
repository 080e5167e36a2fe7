import { isRefusal } from '@museum/domain'

/** @import { Museum } from '@museum/application' */
/** @import { Availability, CalendarDate, TicketOrder } from '@museum/domain' */

/**
 * The offers of the kiosk: entry today, if the museum is open, and the special events of today.
 *
 * @typedef {Readonly<{ title: string, order: Omit<TicketOrder, 'purchaser'>, availability: Availability }>} Offer
 */

/**
 * @param {Museum} museum
 * @param {CalendarDate} today
 * @returns {Promise<Offer[]>}
 */
export const listOffers = async (museum, today) => {
  const period = { startDate: today, endDate: today }
  /** @type {Offer[]} */
  const offers = []
  const { items: openDays } = await museum.getGeneralEntryAvailability(period, { page: 1, limit: 1 })
  for (const availability of openDays)
    offers.push({ title: 'General entry', order: { ticketType: 'general', ticketDate: today }, availability })
  const { items: events } = await museum.listSpecialEvents(period, { page: 1, limit: 8 })
  for (const { eventId, name } of events) {
    const availabilities = await museum.getEventAvailability(eventId)
    // The event may have been deleted since it was listed.
    const availability = isRefusal(availabilities) ? undefined : availabilities.find(({ date }) => date === today)
    if (availability !== undefined)
      offers.push({ title: name, order: { ticketType: 'event', eventId, ticketDate: today }, availability })
  }
  return offers
}
