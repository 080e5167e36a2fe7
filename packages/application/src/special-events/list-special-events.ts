import type { CalendarDate, SpecialEvent } from '@museum/domain'
import type { Listed, Page } from '../paging.ts'
import type { MuseumPorts } from '../ports.ts'

/** `startDate` is today when it is not given; without an `endDate` the period is open. Past periods are honoured. */
export type PeriodAsked = Readonly<{ startDate?: CalendarDate | undefined; endDate?: CalendarDate | undefined }>

type Needs = Pick<MuseumPorts, 'specialEvents' | 'today'>

export const listSpecialEvents =
  ({ specialEvents, today }: Needs) =>
  ({ startDate = today(), endDate }: PeriodAsked, page: Page): Promise<Listed<SpecialEvent>> =>
    specialEvents.during({ startDate, endDate }, page)
