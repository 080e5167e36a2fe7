import type { Language } from './language.ts'

/** British English: the day before the month, and 24 hours, as on the tickets from the beginning. */
const localeOf = (language: Language) => (language === 'en' ? 'en-GB' : language)

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
const formats = {
  date: day,
  fullDate: { ...day, weekday: 'long' },
  weekday: { weekday: 'long' },
  month: { month: 'short' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  dayOfYear: { weekday: 'short', ...day, month: 'short' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Makes each format once: its construction takes longer than the formatting. */
const once = <Parts extends readonly string[], Format>(make: (...parts: Parts) => Format) => {
  const made = new Map<string, Format>()
  return (...parts: Parts): Format => {
    const key = parts.join(' ')
    const format = made.get(key) ?? make(...parts)
    made.set(key, format)
    return format
  }
}

const formatOf = once(
  (language: Language, name: keyof typeof formats) =>
    new Intl.DateTimeFormat(localeOf(language), { ...formats[name], timeZone: 'UTC' }),
)

const startOf = (date: string) => new Date(`${date}T00:00:00Z`)

/** A date, `YYYY-MM-DD`, without its weekday: `17 May 2030`, `2030年5月17日`. */
export const formatDate = (language: Language, date: string): string => formatOf(language, 'date').format(startOf(date))

/** A date, `YYYY-MM-DD`, with its weekday, as it stands alone: `Friday, 17 May 2030`, `Vendredi 17 mai 2030`. */
export const formatFullDate = (language: Language, date: string): string => {
  // Versions of Node differ in the comma after an English weekday, and images of tickets must not.
  if (language === 'en') return `${formatOf('en', 'weekday').format(startOf(date))}, ${formatDate('en', date)}`
  const [first = '', ...rest] = formatOf(language, 'fullDate').format(startOf(date))
  return first.toLocaleUpperCase(language) + rest.join('')
}

/** A date with a time of day, `HH:mm`. */
const withTime: Readonly<Record<Language, (date: string, time: string) => string>> = {
  en: (date, time) => `${date}, ${time}`,
  de: (date, time) => `${date}, ${time} Uhr`,
  fr: (date, time) => `${date} à ${time}`,
  es: (date, time) => `${date}, ${time}`,
  ja: (date, time) => `${date} ${time}`,
}

/**
 * When a ticket is for, its entry time too if it has one, as it stands alone, `Friday, 17 May 2030, 11:30`; `short`, as part of a
 * sentence: `17 May 2030, 11:30`.
 */
export const formatVisit = (
  language: Language,
  { ticketDate, entryTime }: Readonly<{ ticketDate: string; entryTime?: string | undefined }>,
  form: 'full' | 'short' = 'full',
): string => {
  const date = form === 'full' ? formatFullDate(language, ticketDate) : formatDate(language, ticketDate)
  return entryTime === undefined ? date : withTime[language](date, entryTime)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** A moment, in milliseconds since 1970, on the clock of a time zone, as part of a sentence: `17 May 2030, 11:32`. */
export const formatMoment = (language: Language, at: number, timeZone: string): string => {
  // As `2030-05-17 11:32`.
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(timeZone, clock)
  const [ticketDate = '', entryTime] = clock.format(at).split(' ')
  return formatVisit(language, { ticketDate, entryTime }, 'short')
}

/** A date, `YYYY-MM-DD`, in short, with its year unless it is that of `today`: `Fri 17 May`, `ven. 17 mai`, `5月17日(金)`. */
export const formatDay = (language: Language, date: string, today: string): string =>
  formatOf(language, date.slice(0, 4) === today.slice(0, 4) ? 'day' : 'dayOfYear')
    .format(startOf(date))
    .replace(/^(\p{L}+), /u, '$1 ')

/** The day, the month and the weekday of a date, each alone: `17`, `May`, `Friday`. */
export const formatDateParts = (
  language: Language,
  date: string,
): Readonly<Record<'day' | 'month' | 'weekday', string>> => ({
  day: String(Number(date.slice(8))),
  month: formatOf(language, 'month').format(startOf(date)),
  weekday: formatOf(language, 'weekday').format(startOf(date)),
})

/** Texts as a list: `A, B and C`, `A、B、C`. */
export const formatList = (language: Language, texts: readonly string[]): string =>
  new Intl.ListFormat(localeOf(language)).format(texts)

/** Times of a day, `HH:mm`, as a range: `10:00–18:00`, `10:00–18:00 Uhr`. */
export const formatHours = (language: Language, hours: Readonly<{ timeOpen: string; timeClose: string }>): string => {
  const at = (time: string) => new Date(`1970-01-01T${time}:00Z`)
  return formatOf(language, 'time').formatRange(at(hours.timeOpen), at(hours.timeClose))
}

/** The decimals of prices in a currency: 2 for EUR, 0 for JPY; never more than 2, also for KWD, which has thousandths. */
export const currencyDecimals: (currency: string) => number = once((currency: string) => {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return Math.min(2, maximumFractionDigits)
})

const moneyFormat = once(
  (language: Language, currency: string, decimals: 'as usual' | 'two') =>
    new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency,
      maximumFractionDigits: 2,
      ...(decimals === 'two' && { minimumFractionDigits: 2 }),
    }),
)
/**
 * An amount in minor units, hundredths of a currency (its ISO 4217 letters): `1990` and `EUR` are `€19.90`. A currency
 * without a smaller unit has decimals only where the amount is not whole.
 */
export const formatMoney = (language: Language, minorUnits: number, currency: string): string =>
  moneyFormat(language, currency, minorUnits % 100 === 0 ? 'as usual' : 'two').format(minorUnits / 100)
