import type { Brand } from '../brand.ts'
import type { CalendarDate } from '../calendar-date.ts'
import { valueObject } from '../fault.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { faultOfText } from '../text.ts'
import type { EventId } from '../uuid.ts'
import type { Price } from '../money.ts'

/** The name of a special event: 1 to 255 characters, not blank, one line. */
export type EventName = Brand<string, 'EventName'>
export const EventName = valueObject<string, EventName>((text) => faultOfText(text, { atMost: 255 }))

/** Where a special event takes place: 1 to 255 characters, not blank, one line. */
export type EventLocation = Brand<string, 'EventLocation'>
export const EventLocation = valueObject<string, EventLocation>((text) => faultOfText(text, { atMost: 255 }))

/** What a special event is about: 0 to 5000 characters, in lines. */
export type EventDescription = Brand<string, 'EventDescription'>
export const EventDescription = valueObject<string, EventDescription>((text) =>
  faultOfText(text, { atMost: 5000, blank: true, lines: true }),
)

/** The dates of a special event: 1 to 366, ascending, each once. */
export type EventDates = Brand<readonly CalendarDate[], 'EventDates'>
export const EventDates = valueObject<readonly CalendarDate[], EventDates>(
  (dates) => {
    if (dates.length === 0) return { code: 'no-dates', detail: 'must name at least one date' }
    if (dates.length > 366) return { code: 'too-many-dates', detail: 'must name at most 366 dates' }
    return undefined
  },
  (dates) => [...new Set(dates)].toSorted() as readonly CalendarDate[] as EventDates,
)

/** What a curator decides about a special event: all of it but its identifier. */
export type SpecialEventDraft = Readonly<{
  name: EventName
  location: EventLocation
  eventDescription: EventDescription
  dates: EventDates
  price: Price
}>

/** The members to change; one that is absent or undefined stays. */
export type SpecialEventChanges = {
  readonly [Member in keyof SpecialEventDraft]?: SpecialEventDraft[Member] | undefined
}

/** A planned event of the museum. Deleting it is how the museum cancels it. */
export type SpecialEvent = SpecialEventDraft & Readonly<{ eventId: EventId }>

export const SpecialEvent = {
  create: (eventId: EventId, { name, location, eventDescription, dates, price }: SpecialEventDraft): SpecialEvent => ({
    eventId,
    name,
    location,
    eventDescription,
    dates,
    price,
  }),
  /** Only what is sent changes; `dates` is replaced whole. */
  update: (event: SpecialEvent, changes: SpecialEventChanges): SpecialEvent => ({
    eventId: event.eventId,
    name: changes.name ?? event.name,
    location: changes.location ?? event.location,
    eventDescription: changes.eventDescription ?? event.eventDescription,
    dates: changes.dates ?? event.dates,
    price: changes.price ?? event.price,
  }),
  takesPlaceOn: (event: SpecialEvent, date: CalendarDate): boolean => event.dates.includes(date),
}

export type EventNotFound = Refusal<'event-not-found'>
export const eventNotFound = (eventId: EventId): EventNotFound =>
  refuse('event-not-found', `There is no special event ${eventId}; it may have been cancelled.`)
