import type { CalendarDate, EventId, Occurrence, Ticket } from '@museum/domain'
import { bytesOfUuid } from '../database/uuid-column.ts'

/** The primary key of a counter: an occurrence of an event, or general entry on a date. */
export type CounterKey = Readonly<{ event_id: Uint8Array; event_date: string; occurrence_number: number }>

export const noEvent: Uint8Array = Buffer.alloc(16)

export const occurrenceCounterKey = (eventId: EventId, { date, number }: Occurrence): CounterKey => ({
  event_id: bytesOfUuid(eventId),
  event_date: date,
  occurrence_number: number,
})

export const generalEntryCounterKey = (date: CalendarDate): CounterKey => ({
  event_id: noEvent,
  event_date: date,
  occurrence_number: 0,
})

/** The key of the counter that counts a ticket. */
export const counterKeyOf = (ticket: Ticket): CounterKey =>
  ticket.ticketType === 'event'
    ? occurrenceCounterKey(ticket.event.eventId, { date: ticket.ticketDate, number: ticket.occurrenceNumber })
    : generalEntryCounterKey(ticket.ticketDate)

export const isGeneralEntry = ({ event_id }: CounterKey): boolean => event_id.every((byte) => byte === 0)

/** A text that is the same for tickets that are counted together. */
export const counterNameOf = (ticket: Ticket): string =>
  ticket.ticketType === 'event'
    ? `${ticket.event.eventId} ${ticket.ticketDate} ${ticket.occurrenceNumber}`
    : ticket.ticketDate
