import type { CalendarDate, Schedule } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** Returns the weekly rule, and the exceptions from `first` to `final`, both included. */
export type GetSchedule = (first: CalendarDate, final: CalendarDate) => Promise<Schedule>

export const getSchedule =
  ({ museumHours }: Pick<MuseumPorts, 'museumHours'>): GetSchedule =>
  (first, final) =>
    museumHours.schedule(first, final)
