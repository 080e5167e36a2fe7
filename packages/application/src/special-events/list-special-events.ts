import type { SpecialEvent } from '@museum/domain'
import type { Listed, Page } from '../paging.ts'
import type { PeriodAsked } from '../period.ts'
import type { MuseumPorts } from '../ports.ts'

type Needs = Pick<MuseumPorts, 'specialEvents' | 'today'>

export const listSpecialEvents =
  ({ specialEvents, today }: Needs) =>
  ({ startDate = today(), endDate }: PeriodAsked, page: Page): Promise<Listed<SpecialEvent>> =>
    specialEvents.during({ startDate, endDate }, page)
