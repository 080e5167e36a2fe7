import type { CalendarDate, OpeningHours, Schedule, Weekday } from '@museum/domain'

/** When the museum is open. Unless it is changed, the museum is open all seven days from 09:00 to 18:00. */
export interface MuseumHoursRepository {
  /** The weekly rule, and the exceptions from `first` to `final`, both included. */
  schedule(first: CalendarDate, final: CalendarDate): Promise<Schedule>
  /** Replaces the hours of a weekday in the weekly rule. */
  setWeekly(weekday: Weekday, hours: OpeningHours | 'closed'): Promise<void>
  /** Sets the hours of one date instead of the weekly rule; `as-the-week` removes the exception. */
  setException(date: CalendarDate, hours: OpeningHours | 'closed' | 'as-the-week'): Promise<void>
}
