import {
  type CalendarDate,
  type SpecialEventDraft,
  EventDates,
  EventDescription,
  EventLocation,
  EventName,
  type Fault,
  Price,
  SpecialEvent,
} from '@museum/domain'
import { z } from 'zod'
import { addIssue, calendarDate, patterns, shownId, text, toDomainValue, toFaults } from '../operation/schemas.ts'
import type { WireFaultCode } from '../problems/fault-codes.ts'

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
  description: 'Dates on which the event takes place. Ascending and each once in responses.',
  example: ['2030-05-17', '2030-05-18'],
} as const
const price = {
  minimum: 0,
  maximum: 99_999_999.99,
  description: "Price of the event in the museum's currency, no finer than the currency.",
  example: 12.5,
}

/**
 * The members in requests. Responses have fewer limits, so that a limit can be tightened although older events exceed
 * it.
 */
const members = {
  name: text(EventName).meta({ ...name, pattern: patterns.line }),
  location: text(EventLocation).meta({ ...location, pattern: patterns.line }),
  eventDescription: text(EventDescription).meta({ ...eventDescription, pattern: patterns.lines }),
  dates: z
    .array(z.unknown())
    // The number of dates is checked first, so that a list that is too long has one fault, not one for each entry.
    // `faultOf` needs only the length.
    .transform((entries, ctx) => {
      const fault = EventDates.faultOf(entries as CalendarDate[])
      return fault === undefined ? entries : addIssue(ctx, fault)
    })
    .pipe(z.array(calendarDate('A date of the event.')))
    .transform(toDomainValue(EventDates))
    .meta({ ...dates, items: { ...dates.items, pattern: patterns.date } }),
  price: z
    .number()
    .transform(toDomainValue(Price.ofAmount))
    // A validator that divides binary floating-point numbers needs a tolerance, such as the option
    // `multipleOfPrecision` of Ajv.
    .meta({ ...price, multipleOf: 0.01 }),
}

/** The body of a request that creates a special event. An `eventId` and unknown members are ignored. */
export const SpecialEventFields = z.object(members).meta({
  id: 'SpecialEventFields',
  description: 'The members of a special event, except its eventId, which the service assigns.',
})

export const SpecialEventChanges = z
  .object(members)
  .partial()
  .meta({
    id: 'SpecialEventChanges',
    description: 'The members to change. `dates` replaces all dates of the event.',
    example: { price: 24.5 },
  })

/** A special event in a response. */
export const SpecialEventBody = z
  .object({
    eventId: shownId('Identifier of the event; assigned by the service.'),
    name: z.string().meta(name),
    location: z.string().meta(location),
    eventDescription: z.string().meta(eventDescription),
    dates: z.array(z.iso.date()).meta(dates),
    price: z.number().meta(price),
  })
  .meta({ id: 'SpecialEvent', description: 'A planned event of the museum.' })
export type SpecialEventBody = z.output<typeof SpecialEventBody>

/** A special event as a response shows it. Every member is listed here, so that no other member is sent. */
export const toSpecialEventBody = (event: SpecialEvent): SpecialEventBody => ({
  eventId: event.eventId,
  name: event.name,
  location: event.location,
  eventDescription: event.eventDescription,
  dates: [...SpecialEvent.datesOf(event)],
  price: Price.toAmount(event.price),
})

/** What is wrong with a member: the path has its name, and the index of an entry of `dates`. */
export type SpecialEventFault = Fault<WireFaultCode> & Readonly<{ path: readonly PropertyKey[] }>

/**
 * Reads the members of a new special event by the rules of the body of a request. An `eventId` and unknown members are
 * ignored.
 */
export const readSpecialEventFields = (
  members: object,
): Readonly<{ draft: SpecialEventDraft } | { faults: readonly SpecialEventFault[] }> => {
  const parsed = SpecialEventFields.safeParse(members)
  return parsed.success ? { draft: parsed.data } : { faults: toFaults(parsed.error, members, (path) => ({ path })) }
}
