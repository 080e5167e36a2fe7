import {
  Availability,
  type CalendarDate,
  type EventTicket,
  type PlaceLimit,
  Schedule,
  type Ticket,
  type TicketType,
  ticketNotFound,
} from '@museum/domain'
import { type PageRequest, maxCountedItems, pageOf } from '../paging.ts'
import { requestInProgress } from '../idempotency/idempotency-record.ts'
import {
  type ConfirmationCodeTaken,
  type NoPlaceLeft,
  type PurchaseContextChanged,
  type TicketCancellation,
  type TicketFilter,
  type TicketRepository,
  confirmationCodeTaken,
  noPlaceLeft,
  purchaseContextChanged,
} from '../tickets/ticket-repository.ts'
import { currentOccurrenceNumber, currentTicket } from './current-ticket.ts'
import { soldIn } from './in-memory-capacity-repository.ts'
import { toSecond } from './to-second.ts'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryTicketRepository = (store: InMemoryStore): TicketRepository => {
  const { events, tickets, cancellations, records, weeklyHours, hoursExceptions, limits, audit } = store
  const isStored = ({ ticketId, confirmationCode }: Ticket) =>
    tickets.get(ticketId)?.confirmationCode === confirmationCode
  const isOpenOn = (date: CalendarDate) =>
    Schedule.hoursOn({ weekly: Object.fromEntries(weeklyHours), exceptions: hoursExceptions }, date) !== undefined
  const isEventUnchanged = (ticket: EventTicket) => {
    const { name, location, price } = events.get(ticket.event.eventId) ?? {}
    return (
      ticket.occurrenceNumber === currentOccurrenceNumber(store, ticket) &&
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
  const page = (matching: readonly Ticket[], { page, limit }: PageRequest) =>
    pageOf(matching.slice((page - 1) * limit, page * limit).map(asItIs), matching.length)
  const asItIs = (ticket: Ticket) => currentTicket(store, ticket)
  /** How a ticket, given as it was sold, was cancelled. */
  const cancellationOf = (sold: EventTicket): TicketCancellation => {
    const { ticketId, ticketDate, occurrenceNumber, event, state } = sold
    if (state !== 'cancelled') {
      const removed = store.removedOccurrences.find(
        ({ eventId, date, number }) => eventId === event.eventId && date === ticketDate && number === occurrenceNumber,
      )
      return { of: 'event', ...(removed && { at: toSecond(removed.removedAt) }) }
    }
    const at = cancellations.get(ticketId)
    const reason = audit.entries.findLast(
      ({ operation, subject }) => operation === 'cancelTicket' && subject.id === ticketId,
    )?.after?.['reason']
    return {
      of: 'ticket',
      ...(at !== undefined && { at: toSecond(at) }),
      ...(typeof reason === 'string' && { reason }),
    }
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
    async findByConfirmationCode(confirmationCode) {
      const ticket = [...tickets.values()].find((each) => each.confirmationCode === confirmationCode)
      return ticket && asItIs(ticket)
    },
    async list(filter, request) {
      const matching = [...tickets.values()].filter((ticket) => matches(ticket, filter))
      return page(
        matching.toSorted((a, b) => (a.ticketId < b.ticketId ? -1 : 1)),
        request,
      )
    },
    async ofEvent(eventId, position, limit) {
      const isAfter = ({ ticketDate, ticketId }: Ticket) =>
        position === undefined ||
        ticketDate > position.ticketDate ||
        (ticketDate === position.ticketDate && ticketId > position.ticketId)
      const ofEvent = [...tickets.values()].filter(
        (ticket): ticket is EventTicket => ticket.ticketType === 'event' && ticket.event.eventId === eventId,
      )
      return ofEvent
        .filter(isAfter)
        .toSorted((a, b) => compare(a.ticketDate, b.ticketDate) || compare(a.ticketId, b.ticketId))
        .slice(0, limit)
        .map((sold) => {
          const ticket = asItIs(sold) as EventTicket
          return ticket.state === 'cancelled' ? { ticket, cancellation: cancellationOf(sold) } : { ticket }
        })
    },
    async cancel(ticketId, permit, entryOf) {
      const ticket = tickets.get(ticketId)
      if (ticket === undefined) return ticketNotFound(ticketId)
      if (ticket.state === 'cancelled') return ticket
      const current = asItIs(ticket)
      const refusal = permit(current)
      if (refusal !== undefined) return refusal
      const cancelled: Ticket = { ...ticket, state: 'cancelled' }
      audit.add(entryOf(current))
      tickets.set(ticketId, cancelled)
      cancellations.set(ticketId, store.now())
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
    async countSold(date) {
      const ofDate = [...tickets.values()].filter(({ ticketDate }) => ticketDate === date)
      return ofDate.map(asItIs).filter(({ state }) => state !== 'cancelled').length
    },
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const matches = (ticket: Ticket, filter: TicketFilter): boolean => {
  if ('confirmationCode' in filter) return ticket.confirmationCode === filter.confirmationCode
  if ('email' in filter) return ticket.purchaser?.email.toLowerCase() === filter.email.toLowerCase()
  return ticket.ticketType === 'event' && ticket.event.eventId === filter.eventId && ticket.ticketDate === filter.date
}
