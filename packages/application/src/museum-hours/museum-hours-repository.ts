import type { CalendarDate, OpeningHours, Schedule, Weekday } from '@museum/domain'

/** When the museum is open: data that an operator changes. A museum that was never told otherwise has a weekly rule. */
export interface MuseumHoursRepository {
  /** The weekly rule, and the exceptions from `first` to `final`, both included. */
  schedule(first: CalendarDate, final: CalendarDate): Promise<Schedule>
  /** Replaces the hours of a weekday in the weekly rule. */
  setWeekly(weekday: Weekday, hours: OpeningHours | 'closed'): Promise<void>
  /** Replaces what one date has instead of the weekly rule; `as-the-week` takes the exception away. */
  setException(date: CalendarDate, hours: OpeningHours | 'closed' | 'as-the-week'): Promise<void>
}
