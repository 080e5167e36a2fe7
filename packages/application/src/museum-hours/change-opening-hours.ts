import type { CalendarDate, OpeningHours, Weekday } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** New hours for a weekday, or for one date instead of the weekly rule; `as-the-week` removes the exception of a date. */
export type OpeningHoursChange =
  | Readonly<{ weekday: Weekday; hours: OpeningHours | 'closed' }>
  | Readonly<{ date: CalendarDate; hours: OpeningHours | 'closed' | 'as-the-week' }>

/** Changes when the museum is open. Tickets that are sold stay as they are. */
export type ChangeOpeningHours = (change: OpeningHoursChange) => Promise<void>

export const changeOpeningHours =
  ({ museumHours }: Pick<MuseumPorts, 'museumHours'>): ChangeOpeningHours =>
  (change) =>
    'weekday' in change
      ? museumHours.setWeekly(change.weekday, change.hours)
      : museumHours.setException(change.date, change.hours)
