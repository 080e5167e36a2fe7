import { Programme } from '@museum/application'
import { type CalendarDate, Price, type TimeOfDay } from '@museum/domain'
import {
  type Language,
  dictionaries,
  excerptOf,
  formatMoney,
  formatVisit,
  iCalendar,
  isolated,
  placeText,
} from '@museum/languages'
import { Temporal } from 'temporal-polyfill'

type ProgrammeEvent = Programme['events'][number]
/** A session of an event, or a date of one that has none. */
type Entry = Readonly<{ date: CalendarDate; time?: TimeOfDay }>

type Style = Readonly<{
  museumName: string
  language: Language
  address?: string | undefined
  homeUrl: string | undefined
  /** The whole URL at which visitors buy tickets. */
  shopUrl: string | undefined
  /** The IANA time zone of the museum's clock. */
  timeZone: string
}>

/** When an event takes place on these dates: its sessions on each of them, or the dates. */
export const entriesOn = (dates: readonly CalendarDate[], { times }: ProgrammeEvent): readonly Entry[] =>
  times.length === 0 ? dates.map((date) => ({ date })) : dates.flatMap((date) => times.map((time) => ({ date, time })))

/** The moment at which a session begins. */
export const sessionStart = (date: string, time: string, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone)

/** The URL of an event on the page at `/`; `undefined` without the URL of that page. */
export const eventUrl = (homeUrl: string | undefined, { eventId }: ProgrammeEvent): string | undefined =>
  homeUrl && `${homeUrl}#event-${eventId}`

/** The URL at which tickets for an event are bought; on one of its dates, if one is given. */
export const ticketsUrl = (
  shopUrl: string | undefined,
  { eventId }: ProgrammeEvent,
  date?: CalendarDate,
): string | undefined => shopUrl && `${shopUrl}?event=${eventId}${date === undefined ? '' : `&date=${date}`}`

/** A price for visitors. */
export const priceText = (price: Price, currency: string, language: Language): string =>
  price === 0 ? dictionaries[language].mail.free : formatMoney(language, price, currency)

/** Whether no place is left on a date of an event, or in a session. */
export const isSoldOut = ({ soldOut }: Programme, { eventId }: ProgrammeEvent, date: CalendarDate, time?: TimeOfDay) =>
  soldOut.get(eventId)?.has(Programme.entry(date, time)) === true

/** The number of characters of a description that is repeated for each session, and in the calendar for each date. */
const descriptionLength = 500

const shortened = (description: string) => {
  const { text, rest } = excerptOf(description, descriptionLength)
  return rest === '' ? text : `${text} …`
}

/** The events, and the sessions of those that have any, as a JSON Feed, version 1.1. What the format has no member for is in `_museum`. */
export const jsonFeedOf = (programme: Programme, { museumName, language, homeUrl, shopUrl }: Style): string => {
  const { events, currency } = programme
  const { mail: words, page } = dictionaries[language]
  const itemsOf = (event: ProgrammeEvent) => {
    const { eventId, name, location, price, dates, times } = event
    const hasSessions = times.length > 0
    const description = hasSessions ? shortened(event.eventDescription) : event.eventDescription
    const details = [
      words.labelled(words.location, isolated(location)),
      words.labelled(words.price, priceText(price, currency, language)),
      ...(description === '' ? [] : ['', description]),
    ]
    const entryText = ({ date, time }: Entry) =>
      formatVisit(language, { ticketDate: date, entryTime: time }) +
      (isSoldOut(programme, event, date, time) ? ` (${page.soldOut})` : '')
    const item = (id: string, entries: readonly Entry[]) => ({
      id,
      url: eventUrl(homeUrl, event),
      title: name,
      content_text: [...entries.map(entryText), ...details].join('\n'),
      _museum: {
        location,
        price: Price.toAmount(price),
        currency,
        ticketsUrl: ticketsUrl(shopUrl, event, hasSessions ? entries[0]!.date : undefined),
        dates: entries.map(({ date, time }) => ({
          date,
          entryTime: time,
          soldOut: isSoldOut(programme, event, date, time),
        })),
      },
    })
    const entries = entriesOn(dates, event)
    return hasSessions ? entries.map((entry) => item(entryId(event, entry), [entry])) : [item(eventId, entries)]
  }
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${isolated(museumName)}: ${page.whatsOn}`,
    home_page_url: homeUrl,
    feed_url: homeUrl && `${homeUrl}events.json`,
    language,
    authors: [{ name: museumName }],
    items: events.flatMap(itemsOf),
  })
}

const entryId = ({ eventId }: ProgrammeEvent, { date, time }: Entry) => `${eventId}-${Programme.entry(date, time)}`

/** The dates and sessions of the events as a calendar (RFC 5545), in parts. */
export const calendarOf = (events: Programme['events'], options: Omit<Style, 'language'>): Iterable<string> =>
  iCalendar(
    {
      NAME: options.museumName,
      'X-WR-CALNAME': options.museumName,
      'REFRESH-INTERVAL;VALUE=DURATION': 'PT1H',
      'X-PUBLISHED-TTL': 'PT1H',
    },
    calendarEntries(events, options),
  )

function* calendarEntries(
  events: Programme['events'],
  { museumName, address, homeUrl, timeZone }: Omit<Style, 'language'>,
) {
  for (const event of events) {
    const { revision, name, location, eventDescription, dates } = event
    const summary = isolated(name)
    const place = placeText(...[location, museumName, address].map((part) => part && isolated(part)))
    const description = isolated(shortened(eventDescription))
    for (const entry of entriesOn(dates, event)) {
      const { date, time } = entry
      yield {
        uid: entryId(event, entry),
        // An event has no time of its last change: this one ascends with the revisions, and is the same on every server.
        at: Date.UTC(2020, 0, 1) + revision * 1_000,
        sequence: revision,
        date,
        period: time && { start: sessionStart(date, time, timeZone).epochMilliseconds },
        summary,
        location: place,
        description,
        url: eventUrl(homeUrl, event),
      }
    }
  }
}
