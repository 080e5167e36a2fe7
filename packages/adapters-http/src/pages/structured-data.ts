import { Programme } from '@museum/application'
import { type OpeningHours, decimalOf, weekdays } from '@museum/domain'
import { excerptOf, placeText } from '@museum/languages'
import { entriesOn, eventUrl, isSoldOut, sessionStart, ticketsUrl } from './feeds.ts'

/** A moment as `2030-05-17T19:00+02:00`. */
const withOffset = { smallestUnit: 'minute', timeZoneName: 'never' } as const

/** An event that the page shows, with the dates that it shows. */
export type ShownEvent = Readonly<{ event: Programme['events'][number]; dates: Programme['events'][number]['dates'] }>

const schema = 'https://schema.org'
/** The number of characters of a description, which is repeated for each date or session. */
const descriptionLength = 200

/**
 * The museum, its hours and its events in the vocabulary of schema.org, as JSON-LD for an element `script` of the page at
 * `homeUrl`.
 */
export const structuredData = (
  programme: Programme,
  shown: readonly ShownEvent[],
  options: Readonly<{
    museumName: string
    address?: string | undefined
    homeUrl: string | undefined
    shopUrl: string | undefined
    timeZone: string
  }>,
): string => {
  const { museumName, homeUrl, shopUrl, timeZone } = options
  const address = options.address && placeText(options.address)
  const { schedule, currency } = programme
  const museum = { '@id': '#museum' }
  const hoursOf = (hours: OpeningHours | 'closed', when: Readonly<Record<string, string>>) => ({
    '@type': 'OpeningHoursSpecification',
    ...when,
    // The vocabulary has no other word for a closed day.
    opens: hours === 'closed' ? '00:00' : hours.timeOpen,
    closes: hours === 'closed' ? '00:00' : hours.timeClose,
  })
  const graph = [
    {
      '@type': 'Museum',
      ...museum,
      name: museumName,
      url: homeUrl,
      address,
      openingHoursSpecification: [
        ...weekdays.map((weekday) =>
          hoursOf(schedule.weekly[weekday] ?? 'closed', {
            dayOfWeek: `${schema}/${weekday[0]!.toUpperCase()}${weekday.slice(1)}`,
          }),
        ),
        ...[...schedule.exceptions].map(([date, hours]) => hoursOf(hours, { validFrom: date, validThrough: date })),
      ],
    },
    ...shown.flatMap(({ event, dates }) => {
      const { text } = excerptOf(event.eventDescription, descriptionLength)
      return entriesOn(dates, event).map(({ date, time }) => ({
        '@type': 'Event',
        '@id': `#event-${event.eventId}-${Programme.entry(date, time)}`,
        name: event.name,
        url: eventUrl(homeUrl, event),
        description: event.eventDescription === '' ? undefined : text,
        startDate: time === undefined ? date : sessionStart(date, time, timeZone).toString(withOffset),
        endDate: time === undefined ? date : undefined,
        eventStatus: `${schema}/EventScheduled`,
        eventAttendanceMode: `${schema}/OfflineEventAttendanceMode`,
        location: { '@type': 'Place', name: event.location, address, containedInPlace: museum },
        organizer: museum,
        isAccessibleForFree: event.price === 0,
        offers: {
          '@type': 'Offer',
          url: ticketsUrl(shopUrl, event, date),
          price: decimalOf(BigInt(event.price)),
          priceCurrency: currency,
          availability: `${schema}/${isSoldOut(programme, event, date, time) ? 'SoldOut' : 'InStock'}`,
        },
      }))
    }),
  ]
  // Nothing in it can end the element.
  return JSON.stringify({ '@context': schema, '@graph': graph }).replaceAll('<', String.raw`\u003c`)
}
