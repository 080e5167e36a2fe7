import type { Programme } from '@museum/application'
import { Price } from '@museum/domain'
import {
  type Language,
  dictionaries,
  excerptOf,
  formatFullDate,
  formatMoney,
  iCalendar,
  isolated,
  placeText,
} from '@museum/languages'

type ProgrammeEvent = Programme['events'][number]

type Style = Readonly<{
  museumName: string
  language: Language
  address: string | undefined
  homeUrl: string | undefined
}>

/** The URL of an event on the page at `/`; `undefined` without the URL of that page. */
export const eventUrl = (homeUrl: string | undefined, { eventId }: ProgrammeEvent): string | undefined =>
  homeUrl && `${homeUrl}#event-${eventId}`

/** A price for visitors. */
export const priceText = (price: Price, currency: string, language: Language): string =>
  price === 0 ? dictionaries[language].mail.free : formatMoney(language, price, currency)

/** Whether no place is left on a date of an event. */
export const isSoldOut = ({ soldOut }: Programme, { eventId }: ProgrammeEvent, date: ProgrammeEvent['dates'][number]) =>
  soldOut.get(eventId)?.has(date) === true

/** The events as a JSON Feed, version 1.1. What the format has no member for is in `_museum`. */
export const jsonFeedOf = (programme: Programme, { museumName, language, homeUrl }: Style): string => {
  const { events, currency } = programme
  const { mail: words, page } = dictionaries[language]
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${isolated(museumName)}: ${page.whatsOn}`,
    home_page_url: homeUrl,
    feed_url: homeUrl && `${homeUrl}events.json`,
    language,
    authors: [{ name: museumName }],
    items: events.map((event) => {
      const { eventId, name, location, eventDescription, price, dates } = event
      const dateText = (date: (typeof dates)[number]) =>
        formatFullDate(language, date) + (isSoldOut(programme, event, date) ? ` (${page.soldOut})` : '')
      return {
        id: eventId,
        url: eventUrl(homeUrl, event),
        title: name,
        content_text: [
          ...dates.map(dateText),
          words.labelled(words.location, isolated(location)),
          words.labelled(words.price, priceText(price, currency, language)),
          ...(eventDescription === '' ? [] : ['', eventDescription]),
        ].join('\n'),
        _museum: {
          location,
          price: Price.toAmount(price),
          currency,
          dates: dates.map((date) => ({ date, soldOut: isSoldOut(programme, event, date) })),
        },
      }
    }),
  })
}

/** The number of characters of a description in the calendar, in which it is repeated for each date. */
const descriptionLength = 500

/** The dates of the events as a calendar (RFC 5545), in parts. */
export const calendarOf = (events: Programme['events'], options: Omit<Style, 'language'>): Iterable<string> =>
  iCalendar(
    {
      NAME: options.museumName,
      'X-WR-CALNAME': options.museumName,
      'REFRESH-INTERVAL;VALUE=DURATION': 'PT1H',
      'X-PUBLISHED-TTL': 'PT1H',
    },
    entriesOf(events, options),
  )

function* entriesOf(events: Programme['events'], { museumName, address, homeUrl }: Omit<Style, 'language'>) {
  for (const event of events) {
    const { eventId, revision, name, location, eventDescription, dates } = event
    const { text, rest } = excerptOf(eventDescription, descriptionLength)
    const summary = isolated(name)
    const place = placeText(...[location, museumName, address].map((part) => part && isolated(part)))
    const description = isolated(rest === '' ? text : `${text} …`)
    for (const date of dates)
      yield {
        uid: `${eventId}-${date}`,
        // An event has no time of its last change: this one ascends with the revisions, and is the same on every server.
        at: Date.UTC(2020, 0, 1) + revision * 1_000,
        sequence: revision,
        date,
        summary,
        location: place,
        description,
        url: eventUrl(homeUrl, event),
      }
  }
}
