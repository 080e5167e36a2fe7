import { museumTimeIn } from '@museum/client/gate'
import { addDays } from '../shell/dates.ts'

/** What the museum's clock shows at a moment, as a field of the type `datetime-local` has it: `2030-05-16T23:59`. */
export const localTime = (moment: string, timeZone: string): string => {
  const { date, timeOfDay } = museumTimeIn(timeZone)(moment)
  return `${date}T${timeOfDay}`
}

/**
 * The moment at which the museum's clock shows such a time, in ISO 8601; `undefined` for a text that is none. Where the clock is put
 * forward, a time that it leaves out is read as one up to an hour beside it.
 */
export const momentOf = (text: string, timeZone: string): string | undefined => {
  const wanted = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  if (Number.isNaN(wanted)) return undefined
  const shift = (moment: number) => wanted - Date.parse(`${localTime(new Date(moment).toISOString(), timeZone)}Z`)
  const near = wanted + shift(wanted)
  // The offset may be another one there.
  return new Date(near + shift(near)).toISOString()
}

/** The API holds places for at most 180 days. A day may be an hour longer, and today has begun. */
const mostDays = 178

/** The usual end of a reservation: the end of the day of the visit. The API takes no end after it. */
export const usualEnd = (lastDate: string, { now, timeZone }: Readonly<{ now: number; timeZone: string }>): string => {
  const { date } = museumTimeIn(timeZone)(new Date(now).toISOString())
  // The museum's date may be a fixed one.
  const [end] = [lastDate, addDays(date, mostDays)].toSorted()
  return `${end}T23:59`
}
