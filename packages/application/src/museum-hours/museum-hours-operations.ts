import { CalendarDate, HoursOfDay, type OpenDay, type Refusal, Schedule, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import { Page, type PageRequest, type PeriodQuery } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import type { StoredSchedule } from './museum-hours-repository.ts'
import {
  type ChangeOptions,
  type TicketsSoldRefusal,
  clockOf,
  countAffectedTickets,
  ticketsAreSold,
} from '../entry-times/affected-tickets.ts'

export const museumHoursOperations = (ports: MuseumPorts) => ({
  /**
   * Returns one page of the open days from `startDate` (today when it is not given) to a year after it or after today,
   * whichever is later.
   */
  getMuseumHours: async (period: PeriodQuery, page: PageRequest): Promise<Page<OpenDay>> =>
    (await readOpenDays(ports)(period, page)).openDays,

  /** Returns the weekly rule, and the exceptions from `first` to `final`, both included; by default all. */
  getSchedule: (first: CalendarDate = CalendarDate.first, final: CalendarDate = CalendarDate.last): Promise<Schedule> =>
    ports.museumHours.schedule(first, final),

  /**
   * Replaces the weekly rule and all exceptions, and returns them. Sold tickets stay as they are. A change that closes days
   * with valid tickets, or takes away entry times for which tickets are sold, from today on, is therefore refused, unless
   * `despiteTickets` is true. A ticket that is sold between the count and the change does not prevent the change.
   * `precondition-failed` when `mayChange` returns false for the present schedule.
   */
  setSchedule: async (
    schedule: Schedule,
    actor: Actor,
    { despiteTickets = false, mayChange = () => true }: ChangeOptions<Schedule> = {},
  ): Promise<Schedule | TicketsSoldRefusal | Refusal<'precondition-failed'>> => {
    // Decides again when the hours were changed meanwhile.
    for (;;) {
      const before = await ports.museumHours.schedule(CalendarDate.first, CalendarDate.last)
      if (!mayChange(before)) return preconditionFailed
      if (!despiteTickets) {
        const after = { ...schedule, entryTimes: before.entryTimes }
        const tickets = await countAffectedTickets({ before, after, clock: clockOf(ports) }, ports)
        if (tickets.days.length > 0) return ticketsAreSold(tickets)
      }
      const isStored = await ports.museumHours.replace(schedule, before.revision, (change, hoursBefore) =>
        recordChange(
          ports,
          actor,
          { kind: 'museum-hours', id: 'weekday' in change ? change.weekday : change.date },
          'setSchedule',
          { before: { hours: HoursOfDay.toText(hoursBefore) }, after: { hours: HoursOfDay.toText(change.hours) } },
        ),
      )
      if (isStored) return schedule
    }
  },
})

const preconditionFailed = refuse(
  'precondition-failed',
  'The schedule has changed since you read it. Read it again, then decide again.',
)

/** One page of the open days of a period, and the schedule that they are of. */
export const readOpenDays =
  ({ museumHours, today }: Pick<MuseumPorts, 'museumHours' | 'today'>) =>
  async (
    { startDate = today(), endDate = CalendarDate.last }: PeriodQuery,
    { page, limit }: PageRequest,
  ): Promise<Readonly<{ openDays: Page<OpenDay>; schedule: StoredSchedule }>> => {
    const lastDate = CalendarDate.plusDays([startDate, today()].toSorted().at(-1)!, 365)
    const final = endDate < lastDate ? endDate : lastDate
    const schedule = await museumHours.schedule(startDate, final)
    const total = Schedule.countOpenDays(schedule, startDate, final)
    const skipped = (page - 1) * limit
    const length = Math.min(limit, total - skipped)
    const items: OpenDay[] = []
    if (length > 0)
      for (const day of Schedule.openDays(schedule, startDate, final, skipped)) if (items.push(day) === length) break
    return { openDays: Page.of(items, total), schedule }
  }
