/** A weekday without a row is closed. */
type WeeklyHoursTable = { weekday: string; time_open: string; time_close: string }

/** An exception without times is closed. */
type HoursExceptionTable = { exception_date: string; time_open: string | null; time_close: string | null }

export type HoursTables = { weekly_hours: WeeklyHoursTable; hours_exception: HoursExceptionTable }
