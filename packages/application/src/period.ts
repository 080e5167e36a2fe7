import type { CalendarDate } from '@museum/domain'

/** From `startDate` to `endDate`, both included; without an `endDate` it is open. */
export type Period = Readonly<{ startDate: CalendarDate; endDate?: CalendarDate | undefined }>

/** The same as it is asked for: `startDate` is today when it is not given. Past periods are honoured. */
export type PeriodQuery = Readonly<{ [End in keyof Period]?: Period[End] | undefined }>
