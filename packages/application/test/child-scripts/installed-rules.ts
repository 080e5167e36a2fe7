// A program on the installed domain and application, for every Node that they run on. Prints what it has seen.
import { aMuseum, anActor, unrefused } from '@museum/testing'
import type { Museum } from '@museum/application'
import { CalendarDate, Email, type Ticket, isRefusal } from '@museum/domain'
import { aSpecialEventDraft } from '@museum/testing/examples'

const museum = aMuseum()
await museum.ensureTicketKey(anActor)
const event = unrefused(await museum.createSpecialEvent(aSpecialEventDraft(), { actor: anActor }))
const buy: Museum['buyMuseumTickets'] = museum.buyMuseumTickets
const purchaser = { email: Email('visitor@example.org') }
const outcome = await buy({
  ticketType: 'event',
  eventId: event.eventId,
  ticketDate: CalendarDate('2030-05-17'),
  purchaser,
})
if (isRefusal(outcome)) throw new Error(outcome.because)
const ticket: Ticket = outcome
const code = await museum.getTicketCode(ticket.ticketId)
const past = await buy({ purchaser, ticketType: 'general', ticketDate: CalendarDate('2029-05-17') })
const seen = {
  ticketType: ticket.ticketType,
  image: !isRefusal(code) && code.image.length > 0,
  past: isRefusal(past) && past.refusal,
}
console.log(JSON.stringify(seen))
