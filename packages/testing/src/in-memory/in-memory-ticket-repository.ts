import {
  Availability,
  type EventTicket,
  type Ticket,
  type TicketType,
  comparableEmail,
  ticketNotFound,
} from '@museum/domain'
import {
  type PageRequest,
  maxCountedItems,
  pageWithTotal,
  requestInProgress,
  type TicketCancellation,
  type TicketFilter,
  type TicketRepository,
  type TicketSale,
  confirmationCodeTaken,
  noPlaceLeft,
  purchaseContextChanged,
} from '@museum/application'
import { placesOf } from './in-memory-capacity-repository.ts'
import { type InMemoryStore, currentOccurrenceNumber, currentTicket, toSecond } from './in-memory-store.ts'

export const inMemoryTicketRepository = (store: InMemoryStore): TicketRepository => {
  const { events, tickets, cancellations, records, museum, audit } = store
  const isStored = ({ ticketId, confirmationCode }: Ticket) =>
    tickets.get(ticketId)?.confirmationCode === confirmationCode
  const isUnchanged = ({ ticket, revision }: TicketSale) =>
    ticket.ticketType === 'event'
      ? events.get(ticket.event.eventId)?.revision === revision &&
        ticket.occurrenceNumber === currentOccurrenceNumber(store, ticket)
      : museum.hoursRevision === revision
  const page = (matching: readonly Ticket[], { page, limit }: PageRequest) =>
    pageWithTotal(matching.slice((page - 1) * limit, page * limit).map(asItIs), matching.length)
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
    async sell(sale) {
      const { ticket, record } = sale
      if (isStored(ticket)) return ticket
      if (!isUnchanged(sale)) return purchaseContextChanged(ticket)
      const places = placesOf(store, ticket)
      if (Availability.isSoldOut(places)) return noPlaceLeft(ticket, places)
      if (record !== undefined && records.find(record.username, record.idempotencyKey) !== undefined)
        return requestInProgress(record)
      if ([...tickets.values()].some(({ confirmationCode }) => confirmationCode === ticket.confirmationCode))
        return confirmationCodeTaken(ticket)
      tickets.set(ticket.ticketId, ticket)
      if (record !== undefined) records.add(record)
      return ticket
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
    async cancel(ticketId, findRefusal, entryOf) {
      const ticket = tickets.get(ticketId)
      if (ticket === undefined) return ticketNotFound(ticketId)
      if (ticket.state === 'cancelled') return ticket
      const current = asItIs(ticket)
      const refusal = findRefusal(current)
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
  if ('email' in filter)
    return ticket.purchaser !== undefined && comparableEmail(ticket.purchaser.email) === comparableEmail(filter.email)
  return ticket.ticketType === 'event' && ticket.event.eventId === filter.eventId && ticket.ticketDate === filter.date
}
