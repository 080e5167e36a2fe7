import { formatDate } from '@museum/languages'
import { language } from '../shell/languages.ts'
import type { Gate } from './gate.ts'

/** How the gate writes dates and times, also without a signed-in user. */
export const gateFormats = ({ day, dateOf, today }: Gate) => {
  const locale = language.value === 'en' ? 'en-GB' : language.value
  const { timeZone } = day.value
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const number = new Intl.NumberFormat(locale)
  return {
    /** `17 May 2030`. */
    date: (date: string) => formatDate(language.value, date),
    /** The time of a moment of today, `14:05:30`, and of another day with its date. */
    moment: (moment: string) => (dateOf.value(moment) === today() ? time : dateTime).format(new Date(moment)),
    number: (value: number) => number.format(value),
  }
}
