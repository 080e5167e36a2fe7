import type { CalendarDate } from '@museum/domain'
import { EventDates, EventDescription, EventLocation, EventName, Price, SpecialEvent } from '@museum/domain'
import { z } from 'zod'
import { replayable } from '../operation/idempotency.ts'
import { calendarDate } from '../operation/calendar-date.wire.ts'
import { text, toDomainValue } from '../operation/domain-value.ts'
import { type EntityTags, etagOf, isMatch } from '../operation/entity-tag.ts'
import { addIssue } from '../operation/zod-faults.ts'

const name = { minLength: 1, maxLength: 255, description: 'Name of the event.', example: 'Night at the Museum' }
const location = { minLength: 1, maxLength: 255, description: 'Where the event takes place.', example: 'Main Hall' }
const eventDescription = {
  maxLength: 5000,
  description: 'Description of the event.',
  example: 'Torches and a mammoth.',
}
const dates = {
  type: 'array',
  items: { type: 'string', format: 'date' },
  minItems: 1,
  maxItems: 366,
  description: 'Dates on which the event takes place. Answered ascending, each once.',
  example: ['2030-05-17', '2030-05-18'],
} as const
const price = {
  minimum: 0,
  maximum: 99_999_999.99,
  description: "Price of the event in the museum's currency, with at most two decimals.",
  example: 19.9,
}

const members = {
  name: text(EventName).meta(name),
  location: text(EventLocation).meta(location),
  eventDescription: text(EventDescription).meta(eventDescription),
  dates: z
    .array(z.unknown())
    // The number of dates first: a list that is too long is one fault, not one for each entry.
    .transform((entries, ctx) => {
      const fault = EventDates.faultOf(entries as CalendarDate[])
      return fault === undefined ? entries : addIssue(ctx, fault.code, fault.detail)
    })
    .pipe(z.array(calendarDate('A date of the event.')))
    .transform(toDomainValue(EventDates))
    .meta(dates),
  price: z.number().transform(toDomainValue(Price.ofAmount)).meta(price),
}

/** The body that creates a special event. Unknown members, and an `eventId`, are ignored. */
export const SpecialEventFields = z.object(members).meta({
  id: 'SpecialEventFields',
  description: 'All that is decided about a special event. The service assigns its eventId.',
})

/** The body that updates one: the members to change. */
export const SpecialEventChanges = z.object(members).partial().meta({
  id: 'SpecialEventChanges',
  description: 'The members to change; `dates` is replaced whole.',
})

/** A special event as it is answered. */
export const SpecialEventBody = z
  .object({
    eventId: z.uuid().meta({ description: 'Identifier of the event; assigned by the service.' }),
    name: z.string().meta(name),
    location: z.string().meta(location),
    eventDescription: z.string().meta(eventDescription),
    dates: z.array(z.iso.date()).meta(dates),
    price: z.number().meta(price),
  })
  .meta({ id: 'SpecialEvent', description: 'A planned event of the museum.' })
export type SpecialEventBody = z.output<typeof SpecialEventBody>

/** The members of an event that a response shows: no others. */
export const bodyOf = (event: SpecialEvent): SpecialEventBody => ({
  eventId: event.eventId,
  name: event.name,
  location: event.location,
  eventDescription: event.eventDescription,
  dates: [...SpecialEvent.datesOf(event)],
  price: Price.toAmount(event.price),
})

const etag = {
  ETag: z.string().meta({ description: 'Names this state of the event, for If-Match and If-None-Match.' }),
}
/** The headers of an event that is answered, for its documentation. */
export const eventHeaders = z.object(etag)
export const createdEventHeaders = z.object({
  ...etag,
  Location: z.string().meta({ description: 'The path of the event.' }),
  ...replayable,
})

/** Whether an event, as it is when the change is made, is still in the state that `If-Match` names. */
export const stillMatches =
  (tags: EntityTags | undefined) =>
  (current: SpecialEvent): boolean =>
    tags === undefined || isMatch(tags, etagOf(bodyOf(current)))
