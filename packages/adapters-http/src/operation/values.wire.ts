import { CalendarDate, EventId, type Fault, TicketId } from '@museum/domain'
import { z } from 'zod'
import type { WireFaultCode } from '../problems/fault-codes.ts'
import { entityTags } from './conditional.ts'

/** Reports a fault to zod under its stable code. */
export const report = (
  { issues, value }: Pick<z.core.ParsePayload, 'issues' | 'value'>,
  code: WireFaultCode,
  detail: string,
  ...path: PropertyKey[]
) => {
  issues.push({ code: 'custom', input: value, message: detail, params: { code }, path })
  return z.NEVER
}

type Companion<Raw, Value> = ((raw: Raw) => Value) & { faultOf: (raw: Raw) => Fault | undefined }

/** A schema's values judged and made by the domain's valueObject: the wire format is known in one place. */
export const landing =
  <Raw, Value>(valueObject: Companion<Raw, Value>) =>
  (raw: Raw, ctx: z.core.$RefinementCtx<Raw>): Value => {
    const fault = valueObject.faultOf(raw)
    return fault === undefined ? valueObject(raw) : report(ctx, fault.code, fault.detail)
  }

/** A text that becomes a value of the domain. */
export const text = <Value>(valueObject: Companion<string, Value>) => z.string().transform(landing(valueObject))

const date = text(CalendarDate)
export const calendarDate = (description: string) => date.meta({ format: 'date', description, example: '2030-05-17' })

const id = { format: 'uuid', example: '01940000-0000-7000-8000-000000000001' }
export const eventId = text(EventId).meta({ ...id, description: 'Identifier of the special event.' })
export const ticketId = text(TicketId).meta({ ...id, description: 'Identifier of the ticket.' })

/** A query parameter that is a plain decimal integer from 1 to `atMost`. */
const integer = (atMost: number, byDefault: number, description: string) =>
  z
    .string()
    .transform((digits, ctx) => {
      if (!/^\d{1,9}$/.test(digits))
        return report(ctx, 'not-an-integer', 'must be a plain decimal integer of at most nine digits')
      const value = Number(digits)
      if (value < 1 || value > atMost) return report(ctx, 'out-of-range', `must be from 1 to ${atMost}`)
      return value
    })
    .optional()
    .transform((value) => value ?? byDefault)
    .meta({ type: 'integer', minimum: 1, maximum: atMost, default: byDefault, description })

/** The query of a list: a period and a page. */
export const listQuery = (start: string, end: string, limit: string) =>
  z
    .object({
      startDate: calendarDate(start).optional(),
      endDate: calendarDate(end).optional(),
      page: integer(999_999_999, 1, 'Which page, from 1.'),
      limit: integer(100, 10, limit),
    })
    .superRefine(
      ({ startDate, endDate }, ctx) => {
        const bothReal = [startDate, endDate].every((end) => end !== undefined && !CalendarDate.faultOf(end))
        if (bothReal && startDate! > endDate!)
          report(ctx, 'start-after-end', `must not be after endDate: ${startDate} is after ${endDate}`, 'startDate')
      },
      // Beside whatever else is wrong, so that all faults come at once.
      { when: () => true },
    )
export type ListQuery = z.output<ReturnType<typeof listQuery>>

/** What a conditional reader may send. A malformed one is as good as none. */
export const noneMatch = z.object({
  'If-None-Match': z.string().optional().meta({ description: 'The ETag of the state that the asker has already.' }),
})
export const notModified = { description: 'The asker has this state already.' }

/** What a careful writer may send. */
export const ifMatch = z.object({
  'If-Match': z
    .string()
    .transform(
      (header, ctx) =>
        entityTags(header) ??
        report(ctx, 'not-an-entity-tag', 'must be * or a list of entity tags, each in double quotes'),
    )
    .optional()
    .meta({ description: 'The ETag of the state that the change is meant for; if there is another by then: 412.' }),
})
