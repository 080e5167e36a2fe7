import type { OfferedItem } from '@museum/application'
import {
  type CalendarDate,
  EntryTimes,
  type EventId,
  Schedule,
  Slot,
  SpecialEvent,
  type TicketOrder,
} from '@museum/domain'
import type { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import { batched, coalesced } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { compileSchedule } from '../museum-hours/kysely-museum-hours-repository.ts'
import { compileFindEvents } from '../special-events/find-events.ts'

/** What is stored about an item, without its places; `revision` is that of the event or of the museum's hours. */
export type StoredOffer = Omit<OfferedItem, 'places'> & Readonly<{ revision: number | undefined }>

type Item = Pick<TicketOrder, 'ticketType' | 'eventId' | 'ticketDate'>

/** The number of events and dates whose offers are cached. */
const maxCached = 100
/**
 * In milliseconds. The revision alone does not make a cached offer safe forever: a database that was restored from a backup, or
 * edited by hand, can have other content under the same revision.
 */
const maxAge = 10_000

/** What is offered to the items of purchases. A sale compares the revisions once it has locked the slots. */
export const storedOffers = ({ kysely, query, tracer }: MuseumDatabase) => {
  const { selectEvents, eventsOf, findEvents } = compileFindEvents(kysely)
  const { selectSchedule, scheduleOf } = compileSchedule(kysely)
  const findEvent = batched((eventIds: readonly EventId[]) => query((tables) => findEvents(tables, eventIds)), tracer)
  const readSchedule = coalesced(
    ({ date }: Readonly<{ date: CalendarDate }>) =>
      query(async (tables) =>
        scheduleOf((await tables.executeQuery(selectSchedule({ first: date, final: date }))).rows),
      ),
    tracer,
  )
  const cache = new LRUCache<string, StoredOffer>({ max: maxCached, ttl: maxAge, ttlResolution: 0 })
  const keep = (item: Item, offer: StoredOffer) => {
    // Not cached: an event that does not exist, and a day on which the museum is closed.
    if (offer.event === undefined && offer.openingHours === undefined) cache.delete(offerKey(item))
    else cache.set(offerKey(item), offer)
    return offer
  }
  const hoursOffer = (date: CalendarDate, schedule: ReturnType<typeof scheduleOf>): StoredOffer => {
    const openingHours = Schedule.hoursOn(schedule, date)
    const entryTimes = EntryTimes.offeredOn(schedule.entryTimes, date, openingHours)
    const { generalPrice, revision } = schedule
    return { event: undefined, openingHours, entryTimes, generalPrice, revision }
  }
  const eventOffer = (event: SpecialEvent | undefined): StoredOffer => ({
    event,
    openingHours: undefined,
    entryTimes: event && EntryTimes.offeredByEvent(SpecialEvent.entryTimesOf(event)),
    revision: event?.revision,
  })
  const read = async (item: Item): Promise<StoredOffer> => {
    const [offer, date] = [Slot.offer(item), item.ticketDate]
    if (offer === 'general') return hoursOffer(date, await readSchedule({ date }))
    return eventOffer(offer && (await findEvent(offer)))
  }
  return {
    /** The offers that earlier purchases read, which may be stale; `undefined` if one is missing. */
    cached(items: readonly Item[]): readonly StoredOffer[] | undefined {
      const found = items.map((item) => cache.get(offerKey(item)))
      return found.every((offer) => offer !== undefined) ? found : undefined
    },
    /** Reads the offers of items; items for the same event or day share one read. */
    read(items: readonly Item[]): Promise<readonly StoredOffer[]> {
      const reads = new Map<string, Promise<StoredOffer>>()
      return Promise.all(
        items.map((item) => {
          const reading = reads.get(offerKey(item)) ?? read(item).then((offer) => keep(item, offer))
          reads.set(offerKey(item), reading)
          return reading
        }),
      )
    },
    /** The statements that read the offers of items in a transaction; `offersOf` makes the offers of their rows, by `offerKey`. */
    inTransaction(items: readonly Item[]) {
      const asked = items.map(Slot.offer)
      const eventIds = [...new Set(asked.flatMap((offer) => (offer === 'general' ? [] : (offer ?? []))))]
      const dates = items.flatMap(({ ticketDate }, n) => (asked[n] === 'general' ? ticketDate : [])).toSorted()
      const statements: readonly CompiledQuery[] = [
        ...(eventIds.length > 0 ? [selectEvents(eventIds)] : []),
        ...(dates.length > 0 ? [selectSchedule({ first: dates[0]!, final: dates.at(-1)! })] : []),
      ]
      const offersOf = (rows: readonly (readonly unknown[])[]): ReadonlyMap<string, StoredOffer> => {
        const events = eventsOf(eventIds.length > 0 ? (rows[0] as Parameters<typeof eventsOf>[0]) : [])
        const schedule = dates.length > 0 ? scheduleOf(rows.at(-1) as Parameters<typeof scheduleOf>[0]) : undefined
        return new Map(
          items.map((item, n) => {
            const offer = asked[n]
            const stored =
              offer === 'general' ? hoursOffer(item.ticketDate, schedule!) : eventOffer(offer && events.get(offer))
            return [offerKey(item), keep(item, stored)]
          }),
        )
      }
      return { statements, offersOf }
    },
  }
}

/** Items with equal keys have the same offer. */
export const offerKey = (item: Item): string => {
  const offer = Slot.offer(item)
  return offer === 'general' ? item.ticketDate : (offer ?? '')
}
