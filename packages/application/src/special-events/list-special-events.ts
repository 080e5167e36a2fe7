import type { SpecialEvent } from '@museum/domain'
import type { Page, PageRequest } from '../paging.ts'
import type { PeriodQuery } from '../period.ts'
import type { MuseumPorts } from '../ports.ts'

/**
 * Returns one page of the events with a date inside the period, which begins today unless `startDate` is given. Each event
 * comes once, with all of its dates, in the order of its first date inside the period, then of its eventId.
 */
export type ListSpecialEvents = (period: PeriodQuery, page: PageRequest) => Promise<Page<SpecialEvent>>

export const listSpecialEvents =
  ({ specialEvents, today }: Pick<MuseumPorts, 'specialEvents' | 'today'>): ListSpecialEvents =>
  ({ startDate = today(), endDate }, page) =>
    specialEvents.during({ startDate, endDate }, page)
