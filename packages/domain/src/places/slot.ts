import type { CalendarDate } from '../calendar-date.ts'
import { SpecialEvent } from '../special-event/special-event.ts'
import type { PurchaseContext, Ticket, TicketOrder } from '../ticket/ticket.ts'
import type { EventId } from '../uuid.ts'

/** What tickets are sold for: general entry, or a special event. */
export type Offer = 'general' | EventId

/**
 * What takes place once, and whose tickets share one number of places: general entry on a day, or an occurrence of an event.
 * `number` distinguishes the occurrences of an event on one date: a date that was removed and added again has another one. General
 * entry has 0.
 */
export type Slot = Readonly<{ offer: Offer; date: CalendarDate; number: number }>

/** Names slots. */
export const Slot = {
  /** The slot in which a ticket has a place. */
  of: ({ event, ticketDate: date, occurrenceNumber = 0 }: Ticket): Slot => ({
    offer: event?.eventId ?? 'general',
    date,
    number: occurrenceNumber,
  }),
  /** What an order asks for; undefined for an event that it does not name. */
  offer: ({ ticketType, eventId }: Pick<TicketOrder, 'ticketType' | 'eventId'>): Offer | undefined =>
    ticketType === 'general' ? ticketType : eventId,
  /** The slot in which an order wants places, by what is offered to it; undefined when nothing takes place then. */
  wanted(
    { ticketType, ticketDate: date }: TicketOrder,
    { event, openingHours }: Pick<PurchaseContext, 'event' | 'openingHours'>,
  ): Slot | undefined {
    if (ticketType === 'general') return openingHours && { offer: 'general', date, number: 0 }
    const occurrence = event && SpecialEvent.occurrenceOn(event, date)
    return occurrence && { offer: event.eventId, ...occurrence }
  },
  /** Two slots have the same key exactly if they are equal: `OFFER DATE NUMBER`. */
  key: ({ offer, date, number }: Readonly<{ offer: string; date: string; number: number }>): string =>
    `${offer} ${date} ${number}`,
}
