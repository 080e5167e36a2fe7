import { SpecialEvent, type Ticket, ticketState } from '@museum/domain'
import type { InMemoryStore } from './in-memory-store.ts'

/** The number of the occurrence that an event ticket's event has on its date now. */
export const currentOccurrenceNumber = ({ events }: InMemoryStore, ticket: Ticket): number | undefined => {
  const event = ticket.ticketType === 'event' ? events.get(ticket.event.eventId) : undefined
  return event && SpecialEvent.occurrenceOn(event, ticket.ticketDate)?.number
}

/** A stored ticket in its current state. */
export const currentTicket = (store: InMemoryStore, ticket: Ticket): Ticket => {
  const [isAdmitted, isCancelled] = [ticket.admission !== undefined, ticket.state === 'cancelled']
  const state =
    ticket.ticketType === 'general'
      ? ticketState({ ticketType: 'general', isAdmitted, isCancelled })
      : ticketState({
          ...ticket,
          isAdmitted,
          isCancelled,
          currentOccurrenceNumber: currentOccurrenceNumber(store, ticket),
        })
  return { ...ticket, state }
}
