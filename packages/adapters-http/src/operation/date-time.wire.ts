import { DateOrInstant } from '@museum/application'
import { z } from 'zod'
import { addIssue } from './zod-faults.ts'

/**
 * A moment of a request, as a date-time with an offset (RFC 3339) of the years 1970 to 9999 in UTC. Digits after the
 * milliseconds are dropped; a leap second (second 60) is a fault.
 */
export const dateTime = (description: string) =>
  z
    .string()
    .transform((text, ctx) => {
      const value = DateOrInstant.faultOf(text) === undefined ? DateOrInstant(text) : undefined
      return typeof value === 'number'
        ? value
        : addIssue(
            ctx,
            'not-a-date-time',
            'must be a date and time of the years 1970 to 9999 with an offset and seconds from 00 to 59, such as ' +
              '2030-05-17T09:00:00+02:00 or 2030-05-17T07:00:00.250Z',
          )
    })
    .meta({ format: 'date-time', description, example: '2030-05-17T19:02:11.250+02:00' })
