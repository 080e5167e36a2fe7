import {
  type Availability,
  CalendarDate,
  type Capacity,
  EntryTimes,
  type EventId,
  type OpenDay,
  OpeningHours,
  type Price,
  type Refusal,
  Schedule,
  SpecialEvent,
  refuseFaults,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import { clockOf } from '../entry-times/affected-tickets.ts'
import { type Page, type PageRequest, type PeriodQuery, faultOfPeriod } from '../lists.ts'
import { readOpenDays } from '../museum-hours/museum-hours-operations.ts'
import type { StoredSchedule } from '../museum-hours/museum-hours-repository.ts'
import type { MuseumPorts } from '../ports.ts'
import { Report } from '../reports.ts'
import type { CapacityChange, EventAvailability } from './capacity-repository.ts'

/**
 * What is sold for one date: general entry, with the hours of the day and the full price, unless the museum is closed; and the
 * events that take place, in the order of their eventIds.
 */
export type AvailabilityOfDate = Readonly<{
  date: CalendarDate
  generalEntry: (Availability & OpenDay & Readonly<{ price: Price }>) | undefined
  events: readonly EventAvailability[]
}>

/** A date of an offer is a row, and so is each of its entry times. */
const countRows = ({ generalEntry, events }: AvailabilityOfDate) =>
  [...events, ...(generalEntry === undefined ? [] : [generalEntry])].reduce(
    (sum, { entryTimes = [] }) => sum + 1 + entryTimes.length,
    0,
  )

/** The maximum number of dates whose availability is read at once. */
const maxAvailabilityDays = 31

export const capacityOperations = (ports: MuseumPorts) => {
  const { capacities, specialEvents, museumHours, generalPrice, now, today } = ports
  const openDaysOf = readOpenDays(ports)
  const availabilityOfDays = async (
    openDays: readonly OpenDay[],
    { entryTimes }: Pick<StoredSchedule, 'entryTimes'>,
  ): Promise<readonly Availability[]> => {
    if (openDays.length === 0) return []
    const now = clockOf(ports)
    const period = { startDate: openDays[0]!.date, endDate: openDays.at(-1)!.date }
    const { capacity, taken } = await capacities.placesOfGeneralEntry(period)
    return openDays.map(({ date, ...hours }) => {
      const offered = EntryTimes.offeredOn(entryTimes, date, OpeningHours(hours))
      return EntryTimes.availabilityOn(date, { capacity, taken: taken.get(date) ?? new Map(), offered }, now)
    })
  }
  return {
    /**
     * Limits how many tickets are sold for each date of an event; null: without a limit. Sold tickets stay valid, even
     * if they are more than the capacity. It is in force for every sale that begins once it has returned.
     */
    setEventCapacity: (
      eventId: EventId,
      capacity: Capacity | null,
      actor: Actor,
    ): Promise<CapacityChange | Refusal<'event-not-found'>> =>
      capacities.setForEvent(eventId, capacity, (before) =>
        recordChange({ now }, actor, { kind: 'special-event', id: eventId }, 'setEventCapacity', {
          before: { capacity: before },
          after: { capacity },
        }),
      ),

    /** Returns how many tickets are sold at most for each date of an event; null: without a limit. */
    getEventCapacity: async (
      eventId: EventId,
    ): Promise<Readonly<{ capacity: Capacity | null }> | Refusal<'event-not-found'>> => {
      const event = await specialEvents.find(eventId)
      return event === undefined ? SpecialEvent.notFound(eventId) : { capacity: event.capacity ?? null }
    },

    /** Returns the places of each date of an event, in ascending order of the dates. */
    getEventAvailability: (eventId: EventId): Promise<readonly Availability[] | Refusal<'event-not-found'>> =>
      capacities.availabilityOfEvent(eventId, { clock: clockOf(ports) }),

    /** Limits how many tickets for general entry are sold for each day; otherwise like `setEventCapacity`. */
    setGeneralEntryCapacity: (capacity: Capacity | null, actor: Actor): Promise<CapacityChange> =>
      capacities.setForGeneralEntry(capacity, (before) =>
        recordChange({ now }, actor, { kind: 'museum-hours', id: 'capacity' }, 'setGeneralEntryCapacity', {
          before: { capacity: before },
          after: { capacity },
        }),
      ),

    /** Returns how many tickets for general entry are sold at most for each day; null: without a limit. */
    getGeneralEntryCapacity: async (): Promise<Readonly<{ capacity: Capacity | null }>> => ({
      capacity: await capacities.generalEntryCapacity(),
    }),

    /** Returns the places for general entry of one page of the open days that `getMuseumHours` returns. */
    getGeneralEntryAvailability: async (period: PeriodQuery, page: PageRequest): Promise<Page<Availability>> => {
      const { openDays, schedule } = await openDaysOf(period, page)
      return { ...openDays, items: await availabilityOfDays(openDays.items, schedule) }
    },

    /**
     * Returns the places of general entry and of all events on each date of a period, which begins today unless `startDate`
     * is given, and has 31 dates unless `endDate` is given. `validation-failed` for dates that contradict each other, or a
     * period of more than 31 dates; `too-many-rows` for more than `Report.maxRows` rows: the dates of the events and of general
     * entry, and their entry times. The number of statements does not depend on the number of events.
     */
    getAvailability: async (
      period: PeriodQuery,
    ): Promise<readonly AvailabilityOfDate[] | Refusal<'validation-failed' | 'too-many-rows'>> => {
      const startDate = period.startDate ?? today()
      const endDate = period.endDate ?? CalendarDate.plusDays(startDate, maxAvailabilityDays - 1)
      // Only dates that were both sent can contradict each other.
      if (period.startDate === undefined && endDate < startDate) return []
      const fault = faultOfPeriod([startDate, endDate], ['startDate', 'endDate'], maxAvailabilityDays)
      if (fault !== undefined) return refuseFaults(fault)
      const schedule = await museumHours.schedule(startDate, endDate)
      const openDays = [...Schedule.openDays(schedule, startDate, endDate)]
      const places = await availabilityOfDays(openDays, schedule)
      const { generalPrice: price = generalPrice } = schedule
      const general = new Map(places.map((each, n) => [each.date, { ...openDays[n]!, ...each, price }]))
      // One row more than fits, so that it is known whether all fit.
      const events = await capacities.availabilityOfEvents({
        startDate,
        endDate,
        limit: Report.maxRows + 1,
        clock: clockOf(ports),
      })
      const dates = [...CalendarDate.between(startDate, endDate)].map((date) => ({
        date,
        generalEntry: general.get(date),
        events: events.filter((event) => event.date === date),
      }))
      let rows = 0
      const fitting = dates.findIndex((each) => (rows += countRows(each)) > Report.maxRows)
      return fitting === -1 ? dates : Report.tooManyRows(startDate, fitting)
    },
  }
}
