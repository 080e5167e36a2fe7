import type { Brand } from '../brand.ts'
import type { CalendarDate } from '../calendar-date.ts'
import type { Capacity } from '../capacity.ts'
import { valueObject } from '../fault.ts'
import type { Price } from '../money.ts'
import { EntryTimes, type EventEntryTimes } from '../places/entry-times.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { textValue } from '../text.ts'
import type { EventId } from '../uuid.ts'
import { Occurrence } from './occurrence.ts'

/** The name of a special event: 1 to 255 characters, not blank, one line. */
export type EventName = Brand<string, 'EventName'>
/** Makes an `EventName` from 1 to 255 characters. Throws a `TypeError` for any other text. */
export const EventName = textValue<EventName>({ maxLength: 255 })

/** The location of a special event: 1 to 255 characters, not blank, one line. */
export type EventLocation = Brand<string, 'EventLocation'>
/** Makes an `EventLocation` from 1 to 255 characters. Throws a `TypeError` for any other text. */
export const EventLocation = textValue<EventLocation>({ maxLength: 255 })

/** The description of a special event: 0 to 5000 characters, which may contain line breaks. */
export type EventDescription = Brand<string, 'EventDescription'>
/** Makes an `EventDescription` from 0 to 5000 characters. Throws a `TypeError` for any other text. */
export const EventDescription = textValue<EventDescription>({ maxLength: 5000, blank: true, lines: true })

/** The dates of a special event: 1 to 366, ascending, each once. */
export type EventDates = Brand<readonly CalendarDate[], 'EventDates'>
/** Makes `EventDates` from 1 to 366 dates in any order. Throws a `TypeError` for none, and for more. */
export const EventDates = valueObject<readonly CalendarDate[], EventDates>(
  (dates) => {
    if (dates.length === 0) return { code: 'no-dates', detail: 'must name at least one date' }
    if (dates.length > 366)
      return { code: 'too-many-dates', detail: 'must name at most 366 dates', values: { max: 366 } }
    return undefined
  },
  (dates) => [...new Set(dates)].toSorted() as readonly CalendarDate[] as EventDates,
)

/** All members of a special event that its organiser decides. */
export type SpecialEventDraft = Readonly<{
  name: EventName
  location: EventLocation
  eventDescription: EventDescription
  dates: EventDates
  price: Price
}>

/** The members to change. A member that is absent or undefined keeps its value. */
export type SpecialEventChanges = {
  readonly [Member in keyof SpecialEventDraft]?: SpecialEventDraft[Member] | undefined
}

/** A planned event of the museum. An event that will not take place is deleted. */
export type SpecialEvent = Omit<SpecialEventDraft, 'dates'> &
  Readonly<{
    eventId: EventId
    /** Begins at 1; every change raises it by one. */
    revision: number
    /** One for each date of the event, in ascending order of the dates. */
    occurrences: readonly Occurrence[]
    /**
     * How many tickets may be sold for each date; absent when not limited. A change of the capacity does not change the
     * revision.
     */
    capacity?: Capacity
    /** Its sessions on each date; absent when none were set. */
    entryTimes?: EventEntryTimes
  }>

const firstRevision = 1

/** The rules of special events: how they are created and changed. */
export const SpecialEvent = {
  /** The first revision of an event. */
  create: (eventId: EventId, { name, location, eventDescription, dates, price }: SpecialEventDraft): SpecialEvent => ({
    eventId,
    name,
    location,
    eventDescription,
    price,
    revision: firstRevision,
    occurrences: dates.map((date) => ({ date, number: firstRevision })),
  }),
  /**
   * Changes only the members that are given. `dates` replaces all dates; a date that the event had before keeps its
   * occurrence. Returns `event` itself when nothing changes.
   */
  update(event: SpecialEvent, changes: SpecialEventChanges): SpecialEvent {
    const revision = event.revision + 1
    const updated = {
      eventId: event.eventId,
      name: changes.name ?? event.name,
      location: changes.location ?? event.location,
      eventDescription: changes.eventDescription ?? event.eventDescription,
      price: changes.price ?? event.price,
      revision,
      occurrences:
        changes.dates?.map((date) => SpecialEvent.occurrenceOn(event, date) ?? { date, number: revision }) ??
        event.occurrences,
      ...(event.capacity !== undefined && { capacity: event.capacity }),
      ...(event.entryTimes !== undefined && { entryTimes: event.entryTimes }),
    }
    return isUnchanged(event, updated) ? event : updated
  },
  /** The entry times of an event, which may have none. */
  entryTimesOf: ({ entryTimes = EntryTimes.noneOfEvent }: SpecialEvent): EventEntryTimes => entryTimes,
  /** Changes the entry times. Returns `event` itself when nothing changes. */
  setEntryTimes: (event: SpecialEvent, entryTimes: EventEntryTimes): SpecialEvent =>
    JSON.stringify(SpecialEvent.entryTimesOf(event)) === JSON.stringify(entryTimes)
      ? event
      : { ...event, entryTimes, revision: event.revision + 1 },
  /** The dates on which an event takes place. */
  datesOf: ({ occurrences }: Pick<SpecialEvent, 'occurrences'>): EventDates =>
    occurrences.map(({ date }) => date) as readonly CalendarDate[] as EventDates,
  /** The occurrence on a date, if the event takes place on it. */
  occurrenceOn: ({ occurrences }: Pick<SpecialEvent, 'occurrences'>, date: CalendarDate): Occurrence | undefined =>
    occurrences.find((occurrence) => occurrence.date === date),
  /** The refusal for an eventId that no planned event has. */
  notFound: (eventId: EventId): Refusal<'event-not-found'> =>
    refuse('event-not-found', `There is no special event ${eventId}; it may have been deleted.`),
}

const isUnchanged = (event: SpecialEvent, updated: SpecialEvent) => {
  const { added, removed } = Occurrence.compare(event.occurrences, updated.occurrences)
  return (
    event.name === updated.name &&
    event.location === updated.location &&
    event.eventDescription === updated.eventDescription &&
    event.price === updated.price &&
    added.length + removed.length === 0
  )
}
