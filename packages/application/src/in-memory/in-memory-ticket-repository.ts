import {
  Availability,
  type CalendarDate,
  type EventTicket,
  type PlaceLimit,
  Schedule,
  SpecialEvent,
  type Ticket,
  type TicketType,
  ticketNotFound,
  ticketState,
} from '@museum/domain'
import { maxCountedItems } from '../paging.ts'
import { requestInProgress } from '../idempotency/idempotency-record.ts'
import {
  type ConfirmationCodeTaken,
  type NoPlaceLeft,
  type PurchaseContextChanged,
  type TicketRepository,
  confirmationCodeTaken,
  noPlaceLeft,
  purchaseContextChanged,
} from '../tickets/ticket-repository.ts'
import { soldIn } from './in-memory-capacity-repository.ts'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryTicketRepository = (store: InMemoryStore): TicketRepository => {
  const { events, tickets, records, weeklyHours, hoursExceptions, limits } = store
  /** The number of the occurrence that an event ticket's event has on its date now. */
  const currentOccurrenceNumber = (ticket: Ticket) => {
    const event = ticket.ticketType === 'event' ? events.get(ticket.event.eventId) : undefined
    return event && SpecialEvent.occurrenceOn(event, ticket.ticketDate)?.number
  }
  const isStored = ({ ticketId, confirmationCode }: Ticket) =>
    tickets.get(ticketId)?.confirmationCode === confirmationCode
  const isOpenOn = (date: CalendarDate) =>
    Schedule.hoursOn({ weekly: Object.fromEntries(weeklyHours), exceptions: hoursExceptions }, date) !== undefined
  const isEventUnchanged = (ticket: EventTicket) => {
    const { name, location, price } = events.get(ticket.event.eventId) ?? {}
    return (
      ticket.occurrenceNumber === currentOccurrenceNumber(ticket) &&
      ticket.event.name === name &&
      ticket.event.location === location &&
      ticket.price === price
    )
  }
  const limitOf = (ticket: Ticket) =>
    ticket.ticketType === 'event' ? events.get(ticket.event.eventId)?.limit : limits.generalEntry
  const sell = (
    ticket: Ticket,
    limit: PlaceLimit | undefined,
  ): Ticket | PurchaseContextChanged | NoPlaceLeft | ConfirmationCodeTaken => {
    if (!(ticket.ticketType === 'event' ? isEventUnchanged(ticket) : isOpenOn(ticket.ticketDate)))
      return purchaseContextChanged(ticket)
    if (limitOf(ticket)?.number !== limit?.number) return purchaseContextChanged(ticket)
    if (limit !== undefined && Availability.placesLeft(limit.capacity, soldIn(store, ticket)) === 0)
      return noPlaceLeft(ticket)
    if ([...tickets.values()].some(({ confirmationCode }) => confirmationCode === ticket.confirmationCode))
      return confirmationCodeTaken(ticket)
    tickets.set(ticket.ticketId, ticket)
    return ticket
  }
  /** A ticket in its current state. */
  const asItIs = (ticket: Ticket): Ticket => {
    const isCancelled = ticket.state === 'cancelled'
    const state =
      ticket.ticketType === 'general'
        ? ticketState({ ticketType: 'general', isCancelled })
        : ticketState({ ...ticket, isCancelled, currentOccurrenceNumber: currentOccurrenceNumber(ticket) })
    return { ...ticket, state }
  }
  return {
    async add(ticket, limit) {
      return isStored(ticket) ? ticket : sell(ticket, limit)
    },
    async addWithRecord(ticket, record, limit) {
      if (isStored(ticket)) return ticket
      if (records.find(record.username, record.idempotencyKey) !== undefined) return requestInProgress(record)
      const outcome = sell(ticket, limit)
      if (outcome === ticket) records.add(record)
      return outcome
    },
    async find(ticketId) {
      const ticket = tickets.get(ticketId)
      return ticket && asItIs(ticket)
    },
    async cancel(ticketId) {
      const ticket = tickets.get(ticketId)
      if (ticket === undefined) return ticketNotFound(ticketId)
      const cancelled: Ticket = { ...ticket, state: 'cancelled' }
      tickets.set(ticketId, cancelled)
      return cancelled
    },
    async nextDate(date) {
      const dates = [...tickets.values()].map(({ ticketDate }) => ticketDate)
      return dates.filter((each) => each >= date).toSorted()[0]
    },
    async countValid(date) {
      const valid = [...tickets.values()]
        .map(asItIs)
        .filter((each) => each.ticketDate === date && each.state === 'valid')
      const count = (type: TicketType) =>
        Math.min(maxCountedItems, valid.filter(({ ticketType }) => ticketType === type).length)
      return { date, general: count('general'), event: count('event') }
    },
  }
}
