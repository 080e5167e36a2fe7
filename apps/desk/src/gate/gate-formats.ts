import { formatVisit } from '@museum/languages'
import { language } from '../shell/languages.ts'
import type { Gate } from './gate.ts'

const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000]
/** A length of time in its largest unit: `12 minutes`. */
const formatDuration = (locale: string, milliseconds: number) => {
  const units = [
    ['day', day],
    ['hour', hour],
    ['minute', minute],
  ] as const
  const [unit, length] = units.find((each) => milliseconds >= each[1]) ?? (['second', 1_000] as const)
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: length > minute ? 1 : 0 } as const
  return new Intl.NumberFormat(locale, options).format(milliseconds / length)
}

/** How the gate writes dates and times, also without a signed-in user. */
export const gateFormats = ({ day: gateDay, dayOf, today }: Gate) => {
  const locale = language.value === 'en' ? 'en-GB' : language.value
  const { timeZone } = gateDay.value
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const number = new Intl.NumberFormat(locale)
  return {
    /** When a ticket is for: `17 May 2030`. */
    visit: (ticket: Readonly<{ ticketDate: string }>) => formatVisit(language.value, ticket, 'short'),
    /** The time of a moment of today, `14:05:30`, and of another day with its date. */
    moment: (moment: string) => (dayOf(moment) === today() ? time : dateTime).format(new Date(moment)),
    number: (value: number) => number.format(value),
    duration: (milliseconds: number) => formatDuration(locale, milliseconds),
  }
}
