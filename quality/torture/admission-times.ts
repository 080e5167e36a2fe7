/** Which times are in force, and whether a ticket admits at its entry time, as far as clients can tell from the responses and their times. */
import type { AdmissionHistory, SoldTicket } from './admission-history.ts'
import { settingPeriodsOf } from './capacity-periods.ts'
import type { Period } from './effects.ts'

const minuteLength = 60_000
/** Those of a museum that has not set any. */
const initial: Readonly<{ early: number; late: number | null }> = { early: 15, late: null }

export const admissionTimesOf = ({ admissionTimes, midnight }: AdmissionHistory) => {
  const { during } = settingPeriodsOf(
    initial,
    admissionTimes.map(({ early, late, attempts }) => ({ value: { early, late }, attempts })),
  )
  const minuteAt = (time: number) => Math.floor((time - midnight) / minuteLength)
  /** For which reasons the time of a scan of today's ticket may refuse it in a period; undefined: it may admit. */
  const timeReasons = (
    { entryTime }: Pick<SoldTicket, 'entryTime'>,
    period: Period,
  ): ReadonlySet<string | undefined> => {
    if (entryTime === undefined) return new Set([undefined])
    const entry = Number(entryTime.slice(0, 2)) * 60 + Number(entryTime.slice(3))
    const [first, last] = [minuteAt(period.from), minuteAt(period.until)]
    const minutes = Array.from({ length: last - first + 1 }, (_, n) => first + n - entry)
    const reasonAt = (minute: number, { early, late }: typeof initial) =>
      minute < -early ? 'too-early' : late !== null && minute > late ? 'too-late' : undefined
    return new Set(during(period).flatMap((times) => minutes.map((minute) => reasonAt(minute, times))))
  }
  return { during, timeReasons }
}
