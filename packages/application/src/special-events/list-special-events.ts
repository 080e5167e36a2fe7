import type { SpecialEvent } from '@museum/domain'
import type { Page, PageRequest } from '../paging.ts'
import type { PeriodQuery } from '../period.ts'
import type { MuseumPorts } from '../ports.ts'

type Needs = Pick<MuseumPorts, 'specialEvents' | 'today'>

export const listSpecialEvents =
  ({ specialEvents, today }: Needs) =>
  ({ startDate = today(), endDate }: PeriodQuery, page: PageRequest): Promise<Page<SpecialEvent>> =>
    specialEvents.during({ startDate, endDate }, page)
