import { roles } from '@museum/application'
import { type Availability, Capacity, type EntryTimeAvailability } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonBody, jsonResponse } from '../operation/route.ts'
import { shownDate, shownText, toDomainValue } from '../operation/schemas.ts'
import { listOfOpenDays } from '../museum-hours/get-museum-hours.ts'

const description = 'How many tickets are sold at most for each date. null: not limited.'

/** The body of a request that sets a capacity. Unknown members are ignored. */
const CapacityFields = z
  .object({
    capacity: z
      .number()
      .transform(toDomainValue(Capacity))
      .nullable()
      .meta({ type: ['integer', 'null'], minimum: 0, maximum: 1_000_000, description, example: 120 }),
  })
  .meta({ id: 'CapacityFields', description: 'The capacity to set.' })

const CapacityBody = z
  .object({ capacity: z.int().min(0).max(1_000_000).nullable().meta({ description, example: 120 }) })
  .meta({ id: 'Capacity', description: 'A capacity.' })

const heldPlaces = z
  .int()
  .optional()
  .meta({ description: 'How many places are reserved, which are not available; absent for none.', example: 5 })

export const AvailabilityBody = z
  .object({
    date: shownDate('The date.'),
    capacity: z
      .int()
      .nullable()
      .meta({ description: 'How many tickets are sold at most. null: not limited.', example: 120 }),
    sold: z.int().meta({ description: 'How many tickets are sold and not cancelled.', example: 80 }),
    held: heldPlaces,
    available: z.int().nullable().meta({ description: 'How many places are left. null: not limited.', example: 40 }),
    entryTimes: z
      .array(
        z.object({
          entryTime: shownText("The entry time, HH:mm on the museum's clock.", '11:30'),
          capacity: z.int().nullable().meta({ description: 'How many tickets are sold for it at most.', example: 40 }),
          sold: z.int().meta({ description: 'How many tickets are sold for it.', example: 28 }),
          held: heldPlaces,
          available: z.int().nullable().meta({ description: 'How many places it has left.', example: 12 }),
        }),
      )
      .optional()
      .meta({
        description:
          'The entry times of the date, ascending, without those of today that have ended; absent for a date without entry ' +
          'times. capacity and available of the date are sums over them; sold and held count all tickets and reserved places of the date.',
      }),
  })
  .meta({ id: 'Availability', description: 'The places of one date.' })
type AvailabilityBody = z.output<typeof AvailabilityBody>

const toAvailabilityBody = (availability: Availability): AvailabilityBody => ({
  date: availability.date,
  ...toPlaces(availability),
})

/** The places of a date. */
export const toPlaces = ({ capacity, sold, held, available, entryTimes }: Availability) => ({
  capacity,
  sold,
  ...(held !== undefined && { held }),
  available,
  ...(entryTimes && { entryTimes: entryTimes.map(toEntryTime) }),
})

const toEntryTime = ({ entryTime, capacity, sold, held, available }: EntryTimeAvailability) => ({
  entryTime,
  capacity,
  sold,
  ...(held !== undefined && { held }),
  available,
})

const headers = etagHeader('this state')

export const setEventCapacity = operation({
  method: 'put',
  path: '/special-events/{eventId}/capacity',
  operationId: 'setEventCapacity',
  kind: 'idempotent',
  roles: ['admin'],
  tags: ['Events'],
  summary: 'Set capacity of special event',
  description:
    'Limits how many tickets are sold for each date of the event. ' +
    'Sold tickets stay valid, even if they are more than that. After a 503, send the request again.',
  body: jsonBody(CapacityFields),
  responses: { 200: jsonResponse('The capacity is in force.', CapacityBody) },
}).calls(
  (museum, { path, body, principal }) => museum.setEventCapacity(path.eventId, body.capacity, principal),
  ({ capacity }) => ({ capacity }),
)

export const getEventCapacity = operation({
  path: '/special-events/{eventId}/capacity',
  operationId: 'getEventCapacity',
  kind: 'read',
  roles: ['admin', 'box-office'],
  tags: ['Events'],
  summary: 'Get capacity of special event',
  description: 'How many tickets are sold at most for each date of the event.',
  responses: { 200: jsonResponse('The capacity.', CapacityBody, headers) },
}).calls((museum, { path }) => museum.getEventCapacity(path.eventId))

export const getEventAvailability = operation({
  path: '/special-events/{eventId}/availability',
  operationId: 'getEventAvailability',
  kind: 'read',
  roles,
  tags: ['Events'],
  summary: 'Get availability of special event',
  description: 'The places of each date of the event, ascending by date.',
  responses: { 200: jsonResponse('The places of each date.', z.array(AvailabilityBody), headers) },
}).calls(
  (museum, { path }) => museum.getEventAvailability(path.eventId),
  (dates) => dates.map(toAvailabilityBody),
)

export const setGeneralEntryCapacity = operation({
  method: 'put',
  path: '/museum-hours/capacity',
  operationId: 'setGeneralEntryCapacity',
  kind: 'idempotent',
  roles: ['admin'],
  tags: ['Operations'],
  summary: 'Set capacity of general entry',
  description:
    'Limits how many tickets for general entry are sold for each day. ' +
    'Sold tickets stay valid, even if they are more than that. After a 503, send the request again.',
  body: jsonBody(CapacityFields),
  responses: { 200: jsonResponse('The capacity is in force.', CapacityBody) },
}).calls(
  (museum, { body, principal }) => museum.setGeneralEntryCapacity(body.capacity, principal),
  ({ capacity }) => ({ capacity }),
)

export const getGeneralEntryCapacity = operation({
  path: '/museum-hours/capacity',
  operationId: 'getGeneralEntryCapacity',
  kind: 'read',
  roles: ['admin', 'box-office'],
  tags: ['Operations'],
  summary: 'Get capacity of general entry',
  description: 'How many tickets for general entry are sold at most for each day.',
  responses: { 200: jsonResponse('The capacity.', CapacityBody, headers) },
}).calls((museum) => museum.getGeneralEntryCapacity())

export const getGeneralEntryAvailability = operation({
  path: '/museum-hours/availability',
  operationId: 'getGeneralEntryAvailability',
  kind: 'list',
  roles,
  tags: ['Operations'],
  summary: 'Get availability of general entry',
  description: 'The places for general entry on each open day, ascending by date. A closed day has no record.',
  query: listOfOpenDays,
  responses: { 200: jsonResponse('The places of each open day.', z.array(AvailabilityBody)) },
}).calls((museum, { query }) => museum.getGeneralEntryAvailability(query, query), toAvailabilityBody)
