import {
  type CalendarDate,
  type EventId,
  OpeningHours,
  type Refusal,
  SpecialEvent,
  type Ticket,
  type TicketId,
  TimeOfDay,
  type Weekday,
  eventNotFound,
  isRefusal,
  refuse,
  refusedForThatDate,
  weekdays,
} from '@museum/domain'
import type { User, UserRepository } from '../access/user-repository.ts'
import type { IdempotencyRecord, IdempotencyRecordRepository } from '../idempotency/idempotency-record.ts'
import { requestInProgress } from '../idempotency/once.ts'
import type { MuseumHoursRepository } from '../museum-hours/museum-hours-repository.ts'
import { pageOf } from '../paging.ts'
import type { SpecialEventRepository } from '../special-events/special-event-repository.ts'
import type { TicketRepository } from '../tickets/ticket-repository.ts'

/** A home in memory for everything that the museum keeps. Nothing outlives it. */
export const inMemoryRepositories = () => {
  const events = new Map<EventId, SpecialEvent>()
  const sold = new Map<TicketId, Ticket>()
  const accounts = new Map<string, User>()
  const nineToSix = OpeningHours({ timeOpen: TimeOfDay('09:00'), timeClose: TimeOfDay('18:00') })
  const weekly = new Map<Weekday, OpeningHours>(weekdays.map((weekday) => [weekday, nineToSix]))
  const exceptions = new Map<CalendarDate, OpeningHours | 'closed'>()
  const records = new Map<string, IdempotencyRecord>()
  const keyOf = (username: string, idempotencyKey: string) => JSON.stringify([username, idempotencyKey])
  const isFree = ({ username, idempotencyKey }: IdempotencyRecord) => !records.has(keyOf(username, idempotencyKey))
  const keep = (record?: IdempotencyRecord) => {
    if (record !== undefined) records.set(keyOf(record.username, record.idempotencyKey), record)
  }

  const cancelTickets = (eventId: EventId, stays: (date: CalendarDate) => boolean) => {
    for (const ticket of sold.values())
      if (ticket.ticketType === 'event' && ticket.event.eventId === eventId && !stays(ticket.ticketDate))
        sold.set(ticket.ticketId, { ...ticket, state: 'cancelled' })
  }

  const specialEvents: SpecialEventRepository = {
    async add(event, record) {
      if (events.has(event.eventId)) return event
      if (record !== undefined && !isFree(record)) return requestInProgress(record)
      events.set(event.eventId, event)
      keep(record)
      return event
    },
    async find(eventId) {
      return events.get(eventId)
    },
    async update(eventId, decide) {
      const current = events.get(eventId)
      if (current === undefined) return eventNotFound(eventId)
      const changed: SpecialEvent | Refusal = decide(current)
      if (isRefusal(changed)) return changed as Extract<ReturnType<typeof decide>, Refusal>
      events.set(eventId, changed)
      cancelTickets(eventId, (date) => SpecialEvent.takesPlaceOn(changed, date))
      return changed
    },
    async remove(eventId, permit) {
      const current = events.get(eventId)
      if (current === undefined) return eventNotFound(eventId)
      const refusal = permit(current)
      if (refusal !== undefined) return refusal
      events.delete(eventId)
      cancelTickets(eventId, () => false)
      return current
    },
    async during({ startDate, endDate }, { page, limit }) {
      const matching = [...events.values()]
        .map((event) => ({ event, first: event.dates.find((date) => date >= startDate) }))
        .filter(({ first }) => first !== undefined && (endDate === undefined || first <= endDate))
        .toSorted((a, b) => compare(a.first!, b.first!) || compare(a.event.eventId, b.event.eventId))
        .map(({ event }) => event)
      return pageOf(matching.slice((page - 1) * limit, page * limit), matching.length)
    },
  }

  const tickets: TicketRepository = {
    async add(ticket, record) {
      if (sold.get(ticket.ticketId)?.confirmationCode === ticket.confirmationCode) return ticket
      if (record !== undefined && !isFree(record)) return requestInProgress(record)
      if (ticket.ticketType === 'event') {
        const event = events.get(ticket.event.eventId)
        if (event === undefined) return eventNotFound(ticket.event.eventId)
        if (!SpecialEvent.takesPlaceOn(event, ticket.ticketDate)) return refusedForThatDate(ticket.ticketDate)
      }
      if ([...sold.values()].some(({ confirmationCode }) => confirmationCode === ticket.confirmationCode))
        return refuse('confirmation-code-taken', `${ticket.confirmationCode} verifies another purchase.`)
      sold.set(ticket.ticketId, ticket)
      keep(record)
      return ticket
    },
    async find(ticketId) {
      return sold.get(ticketId)
    },
  }

  const museumHours: MuseumHoursRepository = {
    async schedule(first, final) {
      const inside = [...exceptions].filter(([date]) => date >= first && date <= final)
      return { weekly: Object.fromEntries(weekly), exceptions: new Map(inside) }
    },
    async setWeekly(weekday, hours) {
      if (hours === 'closed') weekly.delete(weekday)
      else weekly.set(weekday, hours)
    },
    async setException(date, hours) {
      if (hours === 'as-the-week') exceptions.delete(date)
      else exceptions.set(date, hours)
    },
  }

  const users: UserRepository = {
    async find(username) {
      return accounts.get(username)
    },
    async usernames() {
      return [...accounts.keys()]
    },
    async isEmpty() {
      return accounts.size === 0
    },
    async addFirst(user) {
      if (accounts.size > 0) return false
      accounts.set(user.username, user)
      return true
    },
    async put(user) {
      accounts.set(user.username, user)
    },
  }

  const idempotencyRecords: IdempotencyRecordRepository = {
    async find(username, idempotencyKey) {
      return records.get(keyOf(username, idempotencyKey))
    },
  }

  return { specialEvents, tickets, museumHours, users, idempotencyRecords }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
