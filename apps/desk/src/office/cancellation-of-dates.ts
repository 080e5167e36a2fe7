import type { Attendance } from '@museum/client'
import type { Cancellation } from '../shell/cancellation-dialog.tsx'
import { asManyDaysAsFit } from '../shell/as-many-days-as-fit.ts'
import { addDays } from '../shell/dates.ts'
import { signedIn } from '../shell/session.ts'

/** The most dates of a report of the API. */
const reportDays = 366

/**
 * Reads what the removal of dates of an event cancels: the valid tickets of these dates, not the used ones. The museum writes no
 * e-mail about a past date.
 */
export const cancellationOfDates = async (
  eventId: string,
  dates: readonly string[],
  signal: AbortSignal,
): Promise<Cancellation> => {
  const { client, museum } = signedIn()
  const sold = (await client.getEventAvailability(eventId, { signal })).filter(
    ({ date, sold }) => sold > 0 && dates.includes(date),
  )
  // Before its date, no ticket is used.
  const begun = sold.map(({ date }) => date).filter((date) => date <= museum.today)
  const admitted = new Map(
    (await attendanceOf(begun, signal))
      .filter((row) => row.eventId === eventId)
      .map(({ date, sold, admitted }) => [date, sold - admitted]),
  )
  const valid = sold.map(({ date, sold }) => ({ date, tickets: admitted.get(date) ?? sold }))
  return {
    tickets: valid.reduce((sum, { tickets }) => sum + tickets, 0),
    isMailed: valid.some(({ date, tickets }) => tickets > 0 && date >= museum.today),
  }
}

/** The attendance of these dates and of those between them, in reports of as many days as the API allows. */
const attendanceOf = async (dates: readonly string[], signal: AbortSignal): Promise<Attendance['rows']> => {
  const [from, last] = [dates[0], dates.at(-1)]
  if (from === undefined || last === undefined) return []
  const { rows, to } = await asManyDaysAsFit(reportDays, (days) =>
    signedIn().client.getAttendance({ from, to: [addDays(from, days - 1), last].toSorted()[0]! }, { signal }),
  )
  return [
    ...rows,
    ...(await attendanceOf(
      dates.filter((date) => date > to),
      signal,
    )),
  ]
}
