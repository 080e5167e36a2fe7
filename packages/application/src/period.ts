import type { CalendarDate } from '@museum/domain'

/** From `startDate` to `endDate`, both included; without an `endDate` it is open. */
export type Period = Readonly<{ startDate: CalendarDate; endDate?: CalendarDate | undefined }>

/** The period of a request: `startDate` is today when it is not given. It may lie in the past. */
export type PeriodQuery = Readonly<{ [End in keyof Period]?: Period[End] | undefined }>
