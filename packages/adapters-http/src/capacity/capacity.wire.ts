import { type Availability, Capacity } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { toDomainValue } from '../operation/schemas.ts'

const description = 'How many tickets are sold at most for each date. null: not limited.'

/** The body of a request that sets a capacity. Unknown members are ignored. */
export const CapacityFields = z
  .object({
    capacity: z
      .number()
      .transform(toDomainValue(Capacity))
      .nullable()
      .meta({ type: ['integer', 'null'], minimum: 0, maximum: 1_000_000, description, example: 120 }),
  })
  .meta({ id: 'CapacityFields', description: 'The capacity to set.' })

/** A capacity in a response. */
export const CapacityBody = z
  .object({ capacity: z.int().min(0).max(1_000_000).nullable().meta({ description, example: 120 }) })
  .meta({ id: 'Capacity', description: 'A capacity.' })

/** The response headers of a read capacity and of an availability, for the documentation. */
export const capacityHeaders = etagHeader('this state')

/** The places of one date in a response. */
export const AvailabilityBody = z
  .object({
    date: z.iso.date().meta({ description: 'The date.', example: '2030-05-17' }),
    capacity: z
      .int()
      .nullable()
      .meta({ description: 'How many tickets are sold at most. null: not limited.', example: 120 }),
    sold: z.int().meta({ description: 'How many tickets are sold and not cancelled.', example: 80 }),
    available: z.int().nullable().meta({ description: 'How many places are left. null: not limited.', example: 40 }),
  })
  .meta({ id: 'Availability', description: 'The places of one date.' })
type AvailabilityBody = z.output<typeof AvailabilityBody>

/** The places of one date as a response shows them. */
export const toAvailabilityBody = (places: Availability): AvailabilityBody => ({
  date: places.date,
  capacity: places.capacity,
  sold: places.sold,
  available: places.available,
})
