import { roles } from '@museum/application'
import type { EventAvailability, Result } from '@museum/application'
import { Price, isRefusal } from '@museum/domain'
import { z } from 'zod'
import { MuseumHoursBody } from '../museum-hours/get-museum-hours.ts'
import { etagHeader, okWithEtagOfParts } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { partsOfRows, tooManyRowsFault } from '../operation/report.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { calendarDate, shownNumber } from '../operation/schemas.ts'
import { SpecialEventBody } from '../special-events/special-event.wire.ts'
import { AvailabilityBody, toPlaces } from './capacity.ts'

const places = AvailabilityBody.pick({
  capacity: true,
  sold: true,
  held: true,
  available: true,
  entryTimes: true,
}).shape

const AvailabilityOfDateBody = z
  .object({
    date: AvailabilityBody.shape.date,
    generalEntry: z
      .object({
        ...MuseumHoursBody.pick({ timeOpen: true, timeClose: true }).shape,
        price: shownNumber('The full price of general entry.', 12),
        ...places,
      })
      .nullable()
      .meta({ description: 'The hours, the price and the places of general entry. null: the museum is closed.' }),
    events: z
      .array(
        z.object({
          ...SpecialEventBody.pick({ eventId: true, name: true, location: true, price: true }).shape,
          ...places,
        }),
      )
      .meta({ description: 'The special events on this date with their places, in the order of their eventId.' }),
  })
  .meta({ id: 'AvailabilityOfDate', description: 'The places of general entry and of all events on one date.' })
type AvailabilityOfDateBody = z.output<typeof AvailabilityOfDateBody>

type AvailabilityOfDate = Result<'getAvailability'>[number]

const toEventBody = ({ event, ...availability }: EventAvailability) => ({
  eventId: event.eventId,
  name: event.name,
  location: event.location,
  price: Price.toAmount(event.price),
  ...toPlaces(availability),
})

const toAvailabilityOfDateBody = ({ date, generalEntry, events }: AvailabilityOfDate): AvailabilityOfDateBody => ({
  date,
  generalEntry:
    generalEntry === undefined
      ? null
      : {
          timeOpen: generalEntry.timeOpen,
          timeClose: generalEntry.timeClose,
          price: Price.toAmount(generalEntry.price),
          ...toPlaces(generalEntry),
        },
  events: events.map(toEventBody),
})

/** The JSON text of the dates in parts, since there may be many events. */
function* partsOf(dates: readonly AvailabilityOfDate[]): Generator<string> {
  yield '['
  for (const [n, date] of dates.entries()) {
    // The events are the last member.
    const withoutEvents = JSON.stringify(toAvailabilityOfDateBody({ ...date, events: [] })).slice(0, -']}'.length)
    yield `${n === 0 ? '' : ','}${withoutEvents}`
    yield* partsOfRows(date.events, toEventBody, true)
    yield ']}'
  }
  yield ']'
}

export const getAvailability = operation({
  path: '/availability',
  operationId: 'getAvailability',
  kind: 'read',
  roles,
  tags: ['Tickets'],
  isLong: true,
  description: 'The places of general entry and of all special events on each date of at most 31, ascending by date.',
  query: z.object({
    startDate: calendarDate("The first date. By default today in the museum's time zone.").optional(),
    endDate: calendarDate('The last date: less than 31 days after the first. By default 30 days after it.').optional(),
  }),
  responses: {
    200: jsonResponse(
      'Every date of the period, also without an event or general entry.',
      z.array(AvailabilityOfDateBody),
      etagHeader('this state'),
    ),
    400: problemResponse('A date is malformed, or the period has more than 31 dates or ends before it begins.'),
    409: problemResponse(tooManyRowsFault, 'too-many-rows'),
  },
}).calls(async (museum, { query }, c) => {
  const dates = await museum.getAvailability(query)
  return isRefusal(dates) ? dates : okWithEtagOfParts<AvailabilityOfDateBody[]>(c, partsOf(dates))
})
