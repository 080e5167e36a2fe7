import type { Availability } from '@museum/domain'
import { getMuseumHours } from '../museum-hours/get-museum-hours.ts'
import type { Page, PageRequest } from '../paging.ts'
import type { PeriodQuery } from '../period.ts'
import type { MuseumPorts } from '../ports.ts'
import { toAvailability } from './to-availability.ts'

/** Returns the places for general entry of one page of the open days: those that `GetMuseumHours` returns. */
export type GetGeneralEntryAvailability = (period: PeriodQuery, page: PageRequest) => Promise<Page<Availability>>

export const getGeneralEntryAvailability = (
  ports: Pick<MuseumPorts, 'capacities' | 'museumHours' | 'today'>,
): GetGeneralEntryAvailability => {
  const getOpenDays = getMuseumHours(ports)
  return async (period, page) => {
    const openDays = await getOpenDays(period, page)
    const sold = await ports.capacities.soldForGeneralEntry(openDays.items.map(({ date }) => date))
    return { ...openDays, items: toAvailability(sold) }
  }
}
