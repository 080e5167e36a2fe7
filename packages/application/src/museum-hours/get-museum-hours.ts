import { CalendarDate, type OpenDay, Schedule } from '@museum/domain'
import { type Page, type PageRequest, maxCountedItems, pageOf } from '../paging.ts'
import type { PeriodQuery } from '../period.ts'
import type { MuseumPorts } from '../ports.ts'

/**
 * Returns one page of the open days from `startDate` (today when it is not given) to a year after it or after today,
 * whichever is later.
 */
export type GetMuseumHours = (period: PeriodQuery, page: PageRequest) => Promise<Page<OpenDay>>

export const getMuseumHours =
  ({ museumHours, today }: Pick<MuseumPorts, 'museumHours' | 'today'>): GetMuseumHours =>
  async ({ startDate = today(), endDate = CalendarDate.last }, { page, limit }) => {
    const lastDate = CalendarDate.plusDays([startDate, today()].toSorted().at(-1)!, 365)
    const final = endDate < lastDate ? endDate : lastDate
    const [from, to] = [(page - 1) * limit, page * limit]
    const items: OpenDay[] = []
    let counted = 0
    for (const day of Schedule.openDays(await museumHours.schedule(startDate, final), startDate, final)) {
      if (counted >= from && counted < to) items.push(day)
      counted += 1
      if (counted > maxCountedItems && counted >= to) break
    }
    return pageOf(items, counted)
  }
