import { isDeepStrictEqual } from 'node:util'
import { overlaps } from './effects.ts'
import {
  type EntryTimeChange,
  type EntryTimeSettings,
  capacityOf,
  entryTimePeriodsOf,
  entryTimesOn,
  isOpen,
} from './entry-time-periods.ts'
import { type Violation, createFindings } from './findings.ts'
import { type Attempt, isDone, isProblem, isRefusal, periodOf } from './history.ts'
import type { OrderHistory } from './order-history.ts'
import { type Visit, visitKey } from './slots.ts'
import { type StoredTicket, ticketTimesOf } from './ticket-times.ts'

type Places = Readonly<{ capacity: number | null; sold: number; available: number | null }>
type Availability = Places & Readonly<{ entryTimes?: readonly (Places & Readonly<{ entryTime: string }>)[] }>
/** General entry is null where the museum is closed. */
export type AvailabilityOfDate = Readonly<{
  date: string
  generalEntry: Availability | null
  events: readonly (Availability & Readonly<{ eventId: string }>)[]
}>

type Stored = Readonly<{ tickets: readonly StoredTicket[]; availability: readonly AvailabilityOfDate[] }>

/**
 * Compares the changes of entry times with the tickets, and the availability with both. Whether tickets may be sold for an entry time is a
 * check of each sale.
 */
export const checkEntryTimes = (history: OrderHistory, stored: Stored): readonly Violation[] => {
  const { violations, addViolation } = createFindings()
  const { sentAt, confirmedAt, mayBeCancelledFrom, isCancelledBy } = ticketTimesOf(history, stored.tickets)
  const offered = entryTimePeriodsOf(history)
  const absencesOf = Map.groupBy(history.absences, ({ eventId }) => eventId)
  const ticketsOfDay = Map.groupBy(stored.tickets, (ticket) => visitKey({ ...ticket, entryTime: null }))

  /** Whether a ticket has no entry time any more, or the museum is closed on its date, when an offer has these settings. */
  const isLost = (ticket: StoredTicket, offer: string, settings: EntryTimeSettings) => {
    if (offer === 'general' && !isOpen(settings, { ticketDate: ticket.ticketDate })) return true
    const isOfOffer = (ticket.eventId ?? 'general') === offer
    return isOfOffer && ticket.entryTime !== null && !entryTimesOn(settings, ticket).has(ticket.entryTime)
  }
  const checkChange = (offer: string, change: EntryTimeChange) => {
    const { settings, unconfirmed, attempts } = change
    const refusals = attempts.filter(isRefusal)
    const doneUnconfirmed = unconfirmed.filter(isDone)
    if (refusals.length + doneUnconfirmed.length === 0) return
    const lost = stored.tickets.filter((ticket) => isLost(ticket, offer, settings))
    const maySell = (refusal: Attempt) =>
      lost.some((ticket) => sentAt(ticket) <= refusal.receivedAt && isCancelledBy(ticket.ticketId) >= refusal.sentAt)
    const mayBeDeleted = (refusal: Attempt) =>
      (absencesOf.get(offer) ?? []).some(
        ({ date, possible }) => date === undefined && overlaps(possible, periodOf(refusal)),
      )
    for (const refusal of refusals) {
      const isJustified = isProblem(refusal, 'tickets-are-sold')
        ? unconfirmed.includes(refusal) && maySell(refusal)
        : refusal.status === 404 && mayBeDeleted(refusal)
      if (!isJustified) addViolation('a change of entry times refused without a reason', change, lost)
    }
    const before = offered.settingsBefore(offer, change)
    for (const done of doneUnconfirmed) {
      const isSold = (ticket: StoredTicket) =>
        confirmedAt(ticket) < done.sentAt &&
        mayBeCancelledFrom(ticket.ticketId) > done.receivedAt &&
        !(absencesOf.get(ticket.eventId ?? '') ?? []).some(({ possible }) => possible.from <= done.receivedAt)
      const taken = lost.filter((ticket) => before !== undefined && !isLost(ticket, offer, before) && isSold(ticket))
      if (taken.length > 0)
        addViolation('entry times of sold tickets taken away without confirm', { change, before }, taken)
    }
  }

  /** The availability of an offer on a date with these settings. */
  const availabilityOf = (day: Omit<Visit, 'entryTime'>, settings: EntryTimeSettings): Availability | null => {
    if (!isOpen(settings, day)) return null
    const ofDay = ticketsOfDay.get(visitKey(day)) ?? []
    const counted = ofDay.filter(({ isCancelled, hasOccurrence }) => !isCancelled && hasOccurrence)
    const placesOf = (time: string | null, capacity: number | null): Places => {
      const sold = counted.filter(({ entryTime }) => entryTime === time).length
      return { capacity, sold, available: capacity === null ? null : Math.max(0, capacity - sold) }
    }
    const entryTimes = [...entryTimesOn(settings, day)].map(([entryTime, capacity]) =>
      Object.assign({ entryTime }, placesOf(entryTime, capacity)),
    )
    if (entryTimes.length === 0) return { ...placesOf(null, capacityOf(history, day)), sold: counted.length }
    return {
      capacity: sumOf(entryTimes.map(({ capacity }) => capacity)),
      sold: counted.length,
      available: sumOf(entryTimes.map(({ available }) => available)),
      entryTimes,
    }
  }
  const checkAvailability = ({ date, generalEntry, events }: AvailabilityOfDate) => {
    const shown = [
      { eventId: null, availability: generalEntry },
      ...events.map((event) => ({ eventId: event.eventId, availability: event })),
    ]
    for (const { eventId, availability } of shown) {
      const day = { eventId, ticketDate: date }
      const possible = offered.lastSettings(day).map((settings) => availabilityOf(day, settings))
      if (!possible.some((each) => isDeepStrictEqual(availability && membersOf(availability), each)))
        addViolation(
          'an availability that differs from the tickets or the last change',
          { day, availability },
          possible,
        )
    }
  }

  for (const [offer, changes] of history.entryTimes) for (const change of changes) checkChange(offer, change)
  for (const ofDate of stored.availability) checkAvailability(ofDate)
  return violations
}

const sumOf = (numbers: readonly (number | null)[]) =>
  numbers.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0)

const membersOf = ({ capacity, sold, available, entryTimes }: Availability): Availability => ({
  capacity,
  sold,
  available,
  ...(entryTimes && { entryTimes }),
})
