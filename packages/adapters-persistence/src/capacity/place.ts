import type { CalendarDate, EventId, Occurrence, Ticket } from '@museum/domain'
import { bytesOfUuid } from '../database/uuid-column.ts'

/** What is limited: the primary key of its counter. */
export type Place = Readonly<{ event_id: Uint8Array; event_date: string; occurrence_number: number }>

const noEvent = Buffer.alloc(16)

export const occurrencePlace = (eventId: EventId, { date, number }: Occurrence): Place => ({
  event_id: bytesOfUuid(eventId),
  event_date: date,
  occurrence_number: number,
})

export const generalEntryPlace = (date: CalendarDate): Place => ({
  event_id: noEvent,
  event_date: date,
  occurrence_number: 0,
})

/** The place that a ticket is for. */
export const placeOf = (ticket: Ticket): Place =>
  ticket.ticketType === 'event'
    ? occurrencePlace(ticket.event.eventId, { date: ticket.ticketDate, number: ticket.occurrenceNumber })
    : generalEntryPlace(ticket.ticketDate)

export const isGeneralEntry = ({ event_id }: Place): boolean => event_id.every((byte) => byte === 0)

/** A text that is the same for tickets for the same place. */
export const keyOf = (ticket: Ticket): string =>
  ticket.ticketType === 'event'
    ? `${ticket.event.eventId} ${ticket.ticketDate} ${ticket.occurrenceNumber}`
    : ticket.ticketDate
