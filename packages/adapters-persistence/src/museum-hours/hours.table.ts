/** The opening hours of the weekdays. The museum is closed on a weekday without a row. */
type WeeklyHoursTable = { weekday: string; time_open: string; time_close: string }

/** The dates with other hours. The museum is closed on a date whose times are null. */
type HoursExceptionTable = { exception_date: string; time_open: string | null; time_close: string | null }

export type HoursTables = { weekly_hours: WeeklyHoursTable; hours_exception: HoursExceptionTable }
