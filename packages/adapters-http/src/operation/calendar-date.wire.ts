import { CalendarDate } from '@museum/domain'
import { text } from './domain-value.ts'
import { patterns } from './patterns.ts'
import { withExample } from './with-example.ts'

const date = text(CalendarDate)

/** A date of a request, as `YYYY-MM-DD`. */
export const calendarDate = (description: string) =>
  date.meta({ format: 'date', pattern: patterns.date, description, ...withExample('2030-05-17') })
