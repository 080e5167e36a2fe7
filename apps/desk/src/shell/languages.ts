import { type Language, formatFullDate, formatHours, formatMoney, formatVisit, languages } from '@museum/languages'
import {
  type DeskTexts,
  type OfficeTexts,
  type TillTexts,
  deskTexts,
  mirrored,
  officeTexts,
  tillTexts,
} from '@museum/languages/desk'
import { computed, signal } from '@preact/signals'
import type * as Problems from '../problems/sentences.ts'
import { hundredths } from './amounts.ts'
import { signedIn } from './session.ts'

/** The names of the languages, each in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
}

const isLanguage = (text: string | null | undefined): text is Language => languages.includes(text as Language)

/** The language of the URL, `?language=de`; otherwise the first one of the browser that there is, or English. */
const languageOfPage = (): Language => {
  const given = new URLSearchParams(location.search).get('language')
  const wanted = [given, ...navigator.languages.map((tag) => tag.split('-')[0])]
  return wanted.find(isLanguage) ?? 'en'
}

type Loaded = Readonly<{
  language: Language
  texts: DeskTexts
  office: OfficeTexts | undefined
  till: TillTexts | undefined
  problems: Problems.Sentences | undefined
}>
const loaded = signal<Loaded | undefined>(undefined)
let wanted: Language = 'en'
let [hasOffice, hasTill, hasProblems] = [false, false, false]

/** Loads the texts, and shows them. With `?mirrored` in the URL, texts and direction are mirrored, to test right-to-left. */
const load = async () => {
  const language = wanted
  const isMirrored = new URLSearchParams(location.search).has('mirrored')
  const shown = isMirrored ? mirrored : <Texts>(texts: Texts) => texts
  const [texts, office, till, problems] = await Promise.all([
    deskTexts[language](),
    hasOffice ? officeTexts[language]() : undefined,
    hasTill ? tillTexts[language]() : undefined,
    // Without them, the API's own sentences are shown.
    hasProblems ? loadSentences(language, shown).catch(() => undefined) : undefined,
  ])
  loaded.value = { language, ...shown({ texts, office, till }), problems }
  document.documentElement.lang = language
  document.documentElement.dir = isMirrored ? 'rtl' : 'ltr'
}

const loadSentences: typeof Problems.loadSentences = async (...given) =>
  (await import('../problems/sentences.ts')).loadSentences(...given)

let loading: Promise<void> = Promise.resolve()
/** Shows the page in a language. One after the other, so that none loses what another one has loaded. */
const show = (language: Language): Promise<void> => {
  wanted = language
  const shown = loading.then(load)
  loading = shown.catch(() => undefined)
  return shown
}

export const loadLanguage = (): Promise<void> => show(languageOfPage())

/** Loads the texts of the office, for its page. */
export const loadOfficeTexts = (): Promise<void> => {
  hasOffice = true
  return show(wanted)
}

/** Loads the texts of the till and the closing, for the page that sells tickets. */
export const loadTillTexts = (): Promise<void> => {
  hasTill = true
  return show(wanted)
}

/** Loads the sentences about problems. They are not needed until there is one. */
export const loadProblemSentences = async (): Promise<void> => {
  if (current().problems !== undefined) return
  hasProblems = true
  await show(wanted)
}

/** Shows the page in another language, and keeps it in the URL, so that a bookmark and a reload have it. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await show(language)
  const url = new URL(location.href)
  url.searchParams.set('language', language)
  history.replaceState(null, '', url)
}

const current = () => {
  if (loaded.value === undefined) throw new Error('No language is loaded.')
  return loaded.value
}

/** The language of the page. A component that reads it is shown again when it changes. */
export const language = computed(() => current().language)

/** The texts of the page, as `texts.value.shell.loading`. */
export const texts = computed(() => current().texts)

/** The texts of the office, which are loaded with its page. */
export const office = computed(() => current().office!)

/** The texts of the till and the closing, which are loaded with the page that sells tickets. */
export const till = computed(() => current().till!)

/** The sentences about problems, once they are loaded. */
export const problems = computed(() => current().problems)

/** How the page writes values: money in the museum's currency, moments in its time zone. */
export const formats = computed(() => {
  const { language } = current()
  const locale = language === 'en' ? 'en-GB' : language
  const { currency, timeZone } = signedIn().museum
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const shortDate = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const number = new Intl.NumberFormat(locale)
  const plainNumber = new Intl.NumberFormat(locale, { useGrouping: false })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  return {
    /** An amount as the API has it: `19.9` is `€19.90`. */
    money: (amount: number) => formatMoney(language, hundredths(amount), currency),
    /** An amount in another currency than today's. */
    moneyIn: (amount: number, currency: string) => formatMoney(language, hundredths(amount), currency),
    number: (value: number) => number.format(value),
    /** A number as a user types it, without separators of thousands: `1250.5`. */
    plainNumber: (value: number) => plainNumber.format(value),
    /** A part of one: `0.5` is `50%`. */
    percent: (share: number) => percent.format(share),
    /** `Friday, 17 May 2030`. */
    fullDate: (date: string) => formatFullDate(language, date),
    /** When a ticket is for: `Friday, 17 May 2030`, with its entry time if it has one. */
    visit: (ticket: Readonly<{ ticketDate: string; entryTime?: string | undefined }>) => formatVisit(language, ticket),
    /** `Fri, 17 May`. */
    shortDate: (date: string) => shortDate.format(new Date(`${date}T00:00:00Z`)),
    /** `10:00–18:00`. */
    hours: (hours: Readonly<{ timeOpen: string; timeClose: string }>) => formatHours(language, hours),
    /** The time of a moment: `14:05`. */
    time: (instant: string | Date) => time.format(new Date(instant)),
    /** The date and the time of a moment: `17 May 2030, 14:05`. */
    dateTime: (instant: string | Date) => dateTime.format(new Date(instant)),
  }
})
