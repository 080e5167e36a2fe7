import {
  ConfirmationCode,
  EntryTimes,
  type EventTicket,
  type Refusal,
  Schedule,
  Slot,
  SpecialEvent,
  Ticket,
  TicketMail,
  type TicketOrder,
  type TicketType,
  comparableEmail,
} from '@museum/domain'
import {
  Attendance,
  type AttendanceOfTime,
  IdempotencyRecord,
  type OfferedItem,
  Page,
  type TicketFilter,
  type TicketRepository,
  type TicketSale,
} from '@museum/application'
import { giveBackEndedIn, placesOf } from './in-memory-capacity-repository.ts'
import {
  type InMemoryStore,
  cancelTicket,
  cancellationOf,
  currentTicket,
  storedGeneralPrice,
} from './in-memory-store.ts'
import { compareTexts, listPart } from './list-part.ts'

export const inMemoryTicketRepository = (store: InMemoryStore): TicketRepository => {
  const { events, deletedEvents, tickets, records, audit } = store
  const asItIs = (ticket: Ticket) => currentTicket(store, ticket)
  /** General entry, or the event of a ticket with its current or last name. */
  const subjectOf = (ticket: Ticket) => {
    if (ticket.ticketType === 'general') return { ticketType: 'general' } as const
    const { eventId } = ticket.event
    const { name } = events.get(eventId) ?? deletedEvents.get(eventId)!.event
    return { ticketType: 'event', eventId, eventName: name } as const
  }
  return {
    async sell({ items, identities, once }, decide) {
      const [first] = identities
      if (first !== undefined && tickets.get(first.ticketId)?.confirmationCode === first.confirmationCode)
        return identities.map(({ ticketId }) => Ticket.asSold(tickets.get(ticketId)!))
      const sale = decideOnPlaces(store, items, decide)
      if (!('tickets' in sale)) return sale
      if (once !== undefined && records.find(once.username, once.idempotencyKey) !== undefined)
        return IdempotencyRecord.inProgress(once)
      const taken = storeSale(store, sale)
      if (taken !== undefined) return taken
      if (once !== undefined) records.add({ ...once, answer: sale.renderAnswer!() })
      return sale.tickets
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
      return listPart(matching.map(asItIs), request, (a, b) => compareTexts(a.ticketId, b.ticketId))
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
        .toSorted((a, b) => compareTexts(a.ticketDate, b.ticketDate) || compareTexts(a.ticketId, b.ticketId))
        .slice(0, limit)
        .map((sold) => {
          const ticket = asItIs(sold) as EventTicket
          const cancellation = cancellationOf(store, sold)
          return cancellation === undefined ? { ticket } : { ticket, cancellation }
        })
    },
    async cancel(ticketId, findRefusal, entryOf, reason) {
      const ticket = tickets.get(ticketId)
      if (ticket === undefined) return Ticket.notFound(ticketId)
      if (ticket.state === 'cancelled') return ticket
      const current = asItIs(ticket)
      const refusal = findRefusal(current)
      if (refusal !== undefined) return refusal
      const entry = entryOf(current)
      audit.add(entry)
      store.record(
        { type: 'ticket.cancelled', ticketId, at: entry.at },
        TicketMail.about('tickets.cancelled', [current], entry.at),
      )
      return cancelTicket(store, ticket, reason)
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
        Math.min(Page.maxCountedItems, valid.filter(({ ticketType }) => ticketType === type).length)
      return { date, general: count('general'), event: count('event') }
    },
    async countAttendance(date) {
      const counts = new Map<string, Readonly<{ subject: ReturnType<typeof subjectOf>; ofTimes: AttendanceOfTime[] }>>()
      for (const ticket of tickets.values()) {
        const { state, entryTime = null } = asItIs(ticket)
        if (ticket.ticketDate !== date || state === 'cancelled') continue
        const key = ticket.ticketType === 'event' ? ticket.event.eventId : ''
        const { subject, ofTimes } = counts.get(key) ?? { subject: subjectOf(ticket), ofTimes: [] }
        ofTimes.push({ entryTime, sold: 1, admitted: state === 'admitted' ? 1 : 0 })
        counts.set(key, { subject, ofTimes })
      }
      return [...counts.values()].map(({ subject, ofTimes }) => Object.assign({}, subject, Attendance.of(ofTimes)))
    },
  }
}

/** What is stored about an item. */
export const offeredTo = (store: InMemoryStore, item: TicketOrder): OfferedItem => {
  const isEvent = item.ticketType === 'event'
  const event = isEvent && item.eventId !== undefined ? store.events.get(item.eventId) : undefined
  const schedule = { weekly: Object.fromEntries(store.weeklyHours), exceptions: store.hoursExceptions }
  const openingHours = isEvent ? undefined : Schedule.hoursOn(schedule, item.ticketDate)
  const entryTimes = isEvent
    ? event && EntryTimes.offeredByEvent(SpecialEvent.entryTimesOf(event))
    : EntryTimes.offeredOn(store.museum.entryTimes, item.ticketDate, openingHours)
  const slot = Slot.wanted(item, { event, openingHours, entryTimes })
  const generalPrice = storedGeneralPrice(store)
  return { event, openingHours, entryTimes, generalPrice, places: slot && placesOf(store, slot) }
}

/** Decides on the places that are left; if they are too few, again without those of reservations whose time is over. */
export const decideOnPlaces = <Decided extends object>(
  store: InMemoryStore,
  items: readonly TicketOrder[],
  decide: (offered: readonly OfferedItem[]) => Decided,
): Decided => {
  const decided = decide(items.map((item) => offeredTo(store, item)))
  if (!('refusal' in decided) || decided.refusal !== 'sold-out') return decided
  for (const item of items) {
    const slot = Slot.wanted(item, offeredTo(store, item))
    if (slot !== undefined) giveBackEndedIn(store, slot)
  }
  return decide(items.map((item) => offeredTo(store, item)))
}

/** Stores a sale, unless one of its codes is taken. */
export const storeSale = (
  store: InMemoryStore,
  { tickets: sold, order }: TicketSale,
): Refusal<'confirmation-code-taken'> | undefined => {
  const codes = new Set([...store.tickets.values()].map(({ confirmationCode }) => confirmationCode))
  const taken = sold.find(({ confirmationCode }) => codes.has(confirmationCode))
  if (taken !== undefined) return ConfirmationCode.taken(taken.confirmationCode)
  for (const ticket of sold) store.tickets.set(ticket.ticketId, ticket)
  if (order !== undefined)
    store.orders.set(order.orderId, { ...order, ticketIds: sold.map(({ ticketId }) => ticketId) })
  const at = sold[0].soldAt!
  if (order !== undefined) store.record({ type: 'order.created', orderId: order.orderId, at })
  store.record(
    ...sold.map(({ ticketId }) => ({ type: 'ticket.sold', ticketId, at }) as const),
    TicketMail.about('tickets.sold', sold, at),
  )
  return undefined
}

const matches = (ticket: Ticket, filter: TicketFilter): boolean => {
  if ('confirmationCodes' in filter) return filter.confirmationCodes.includes(ticket.confirmationCode)
  if ('email' in filter)
    return ticket.purchaser !== undefined && comparableEmail(ticket.purchaser.email) === comparableEmail(filter.email)
  return ticket.ticketType === 'event' && ticket.event.eventId === filter.eventId && ticket.ticketDate === filter.date
}
