import { CalendarDate, type OpenDay, Schedule } from '@museum/domain'
import { type Page, type PageRequest, type PeriodQuery, pageWithTotal } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import { changeOpeningHours } from './change-opening-hours.ts'
import { setSchedule } from './set-schedule.ts'

export const museumHoursOperations = (ports: MuseumPorts) => ({
  /**
   * Returns one page of the open days from `startDate` (today when it is not given) to a year after it or after today,
   * whichever is later.
   */
  getMuseumHours: getMuseumHours(ports),

  /** Returns the weekly rule, and the exceptions from `first` to `final`, both included; by default all. */
  getSchedule: (first: CalendarDate = CalendarDate.first, final: CalendarDate = CalendarDate.last): Promise<Schedule> =>
    ports.museumHours.schedule(first, final),

  /**
   * Replaces the weekly rule and all exceptions, and returns them. Sold tickets stay as they are: like `changeOpeningHours`,
   * it is refused when it closes days with valid tickets, from today on, unless `closeDaysWithTickets` is true.
   * `precondition-failed` when `mayChange` returns false for the present schedule.
   */
  setSchedule: setSchedule(ports),

  /**
   * Changes when the museum is open. Sold tickets stay as they are. A change that closes days with valid tickets, from
   * today on, is therefore refused, unless `closeDaysWithTickets` is true. A ticket that is sold between the count and
   * the change does not prevent the change; the outcome counts it.
   */
  changeOpeningHours: changeOpeningHours(ports),
})

/** One page of the open days of a period. */
export const getMuseumHours =
  ({ museumHours, today }: Pick<MuseumPorts, 'museumHours' | 'today'>) =>
  async (
    { startDate = today(), endDate = CalendarDate.last }: PeriodQuery,
    { page, limit }: PageRequest,
  ): Promise<Page<OpenDay>> => {
    const lastDate = CalendarDate.plusDays([startDate, today()].toSorted().at(-1)!, 365)
    const final = endDate < lastDate ? endDate : lastDate
    const schedule = await museumHours.schedule(startDate, final)
    const total = Schedule.countOpenDays(schedule, startDate, final)
    const skipped = (page - 1) * limit
    const length = Math.min(limit, total - skipped)
    const items: OpenDay[] = []
    if (length > 0)
      for (const day of Schedule.openDays(schedule, startDate, final, skipped)) if (items.push(day) === length) break
    return pageWithTotal(items, total)
  }
