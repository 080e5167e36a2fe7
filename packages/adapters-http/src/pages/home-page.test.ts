import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { type MuseumPorts, Unavailable } from '@museum/application'
import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  type EntryTimeSettings,
  EntryTimes,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  Price,
  SpecialEvent,
  TicketId,
  TimeOfDay,
} from '@museum/domain'
import { formatVisit, languages } from '@museum/languages'
import { anActor, anAuditEntry, changeHours, sellAlone } from '@museum/testing'
import { aSpecialEvent, anEventTicket, exampleId, hours, someDates } from '@museum/testing/examples'
import ICAL from 'ical.js'
import { type AMuseumApiOptions, aMuseumApi } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'

const today = CalendarDate('2030-05-01')
const entryOf = () => anAuditEntry()
const [night, fair] = [EventId(exampleId(1)), EventId(exampleId(2))]
const full = { museumName: 'Museum of Clocks', homePage: 'full' } as const
type Draft = NonNullable<Parameters<typeof aSpecialEvent>[0]>

/** The API of a museum whose page shows everything, with these events. */
const withEvents = async (events: readonly Draft[], options: AMuseumApiOptions = {}) => {
  const given = aMuseumApi({}, { ...full, ...options })
  for (const [n, event] of events.entries())
    await given.ports.specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(n + 1)), ...event }), anAuditEntry())
  return given
}
/** The same, with sessions of the first event, of which `sold` have no place left. */
const withSessions = async (
  sold: readonly (readonly [date: string, entryTime: string])[] = [],
  options: AMuseumApiOptions = {},
  but: Draft = {},
) => {
  const given = await withEvents([but], { timeZone: 'Europe/Zurich', ...options })
  const entryTimes = { rule: { times: ['17:30', '19:00'].map(TimeOfDay), length: 60 }, capacity: Capacity(1) }
  const { tickets, specialEvents } = given.ports
  await specialEvents.update(night, (event) => SpecialEvent.setEntryTimes(event, entryTimes), entryOf)
  for (const [n, [date, entryTime]] of sold.entries()) {
    const code = {
      ticketId: TicketId(exampleId(200 + n)),
      confirmationCode: ConfirmationCode(`ticket-event-abcdef-2345${n + 2}`),
    }
    await sellAlone(
      tickets,
      anEventTicket({ ticketDate: CalendarDate(date), entryTime: TimeOfDay(entryTime), ...code }),
    )
  }
  return given
}
const setRule = async ({ museum }: ReturnType<typeof aMuseumApi>, rule: EntryTimeSettings['rule']) =>
  museum.setEntryTimes({ ...EntryTimes.none, rule }, anActor)
const get = async ({ api }: Pick<ReturnType<typeof aMuseumApi>, 'api'>, path = '/') => api.request(path)
const markupOf = async (given: Pick<ReturnType<typeof aMuseumApi>, 'api'>) => (await get(given)).text()
const shownText = (markup: string) =>
  markup
    .slice(markup.indexOf('<body>'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
const dataOf = (markup: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(markup)![1]!) as {
    '@graph': readonly Record<string, unknown>[]
  }
const feedOf = async (given: ReturnType<typeof aMuseumApi>) =>
  (await (await get(given, '/events.json')).json()) as Record<string, unknown> & {
    items: readonly Record<string, unknown>[]
  }
const calendarOf = async (given: ReturnType<typeof aMuseumApi>) => {
  const calendar = new ICAL.Component(ICAL.parse(await (await get(given, '/calendar.ics')).text()))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}
/** A repository of museum hours that fails with this error. */
const failingHours = (error: Error): Pick<MuseumPorts, 'museumHours'> => {
  const { ports } = aMuseumApi()
  const schedule = async () => {
    throw error
  }
  return { museumHours: { ...ports.museumHours, schedule } }
}

describe('the page at /', () => {
  it('shows the name of the museum, the hours of a week and links, without authentication', async () => {
    const given = aMuseumApi({}, { museumName: 'Museum of Clocks' })
    await changeHours(
      given.ports.museumHours,
      { date: CalendarDate('2030-05-03'), hours: hours('10:00', '12:30') },
      entryOf,
    )
    await changeHours(given.ports.museumHours, { weekday: 'sunday', hours: 'closed' }, entryOf)
    const response = await get(given)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const markup = await response.text()
    expect(markup).toContain('<html lang="en" dir="ltr">')
    expect(markup).toContain('<title>Museum of Clocks</title>')
    expect(shownText(markup)).toBe(
      'Museum of Clocks Open today, 09:00–18:00 Wednesday, 1 May 2030 Opening hours ' +
        'Wed 1 May 09:00–18:00 Thu 2 May 09:00–18:00 Fri 3 May 10:00–12:30 exceptionally Sat 4 May 09:00–18:00 ' +
        'Sun 5 May closed Mon 6 May 09:00–18:00 Tue 7 May 09:00–18:00 ' +
        'API reference OpenAPI document State of the service',
    )
    expect([...markup.matchAll(/<a href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
      '/docs',
      '/openapi.json',
      '/healthz',
    ])
  })

  it('shows no event, price or later hours, and has no feeds, unless it is to show them', async () => {
    const given = await withEvents([{}], { homePage: 'hours' })
    await changeHours(given.ports.museumHours, { date: CalendarDate('2030-05-20'), hours: 'closed' }, entryOf)
    const markup = await markupOf(given)
    expect(markup).not.toMatch(/Night|€|20 May|ld\+json|calendar\.ics|events\.json/)
    for (const path of ['/events.json', '/calendar.ics']) expect((await get(given, path)).status).toBe(404)
  })

  it('links to the pages of staff if there are any', async () => {
    const markup = await markupOf(aMuseumApi({}, { deskPath: '/desk', mountPath: '/museum' }))
    expect(markup).toContain('<a href="/museum/desk">Desk for staff</a>')
  })

  it.each([
    ['en', 'Entry is timed: each ticket for general entry says when you can come in.'],
    ['de', 'Der Einlass ist zeitlich gestaffelt:'],
    ['fr', 'L’entrée se fait à heure fixe\u00a0:'],
    ['es', 'La entrada es por horas:'],
    ['ja', '入館は時間指定制です。'],
  ] as const)('says that general entry is timed, while it is: %s', async (language, sentence) => {
    for (const homePage of ['hours', 'full'] as const) {
      const given = aMuseumApi({}, { homePage, language })
      await setRule(given, { times: [TimeOfDay('10:00')], length: 60 })
      expect(await markupOf(given)).toContain(sentence)
      expect(await markupOf(aMuseumApi({}, { homePage, language }))).not.toContain(sentence)
    }
  })

  it('says within 5 seconds that general entry is timed now, or no longer', async () => {
    const given = aMuseumApi()
    const isSaid = async () => shownText(await markupOf(given)).includes('Entry is timed')
    const said = [await isSaid()]
    for (const rule of [{ every: 60, lastEntry: 60 }, null]) {
      await setRule(given, rule)
      await sleep(2_100)
      said.push(await isSaid())
    }
    expect(said).toEqual([false, true, false])
  })

  it('says that the museum is closed today, and when it opens again after a closed week', async () => {
    const given = aMuseumApi()
    for (let n = 0; n < 8; n += 1)
      await changeHours(given.ports.museumHours, { date: CalendarDate.plusDays(today, n), hours: 'closed' }, entryOf)
    const text = shownText(await markupOf(given))
    expect(text).toContain('Closed today')
    expect(text).toContain('We open again on 9 May 2030.')
    expect(text).not.toContain('exceptionally')
  })

  it('says that the hours cannot be shown while the database cannot be reached; the feeds respond with 503', async () => {
    const { api } = aMuseumApi(failingHours(new Unavailable('away')), full)
    const response = await api.request('/')
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(shownText(await response.text())).toContain('Our opening hours cannot be shown at the moment.')
    for (const path of ['/events.json', '/calendar.ics'])
      expect((await problemOf(await api.request(path))).slug).toBe('service-unavailable')
  })

  it('responds with 500 and problem details when reading the hours throws another error', async () => {
    const { api } = aMuseumApi(failingHours(new TypeError('a defect')), { onResponse: () => {} })
    const response = await api.request('/')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([500, 'application/problem+json'])
  })

  it.each([
    ['hours', 'noindex'],
    ['full', null],
  ] as const)(
    'has the policy of a page, its own style and typeface only, no frames and no Referer: %s',
    async (homePage, robots) => {
      const response = await get(await withEvents([{}], { homePage, mountPath: '/museum' }))
      const { headers } = response
      const markup = await response.text()
      const [, style] = /<style>([^]*?)<\/style>/.exec(markup)!
      expect(headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src data:; " +
          `font-src 'self'; style-src 'sha256-${createHash('sha256').update(style!).digest('base64')}'`,
      )
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('X-Robots-Tag')).toBe(robots)
      expect(markup.replace(/<script type="application\/ld\+json">.*?<\/script>/s, '')).not.toMatch(
        /<script|\sstyle=|\son\w+=|(?:src|href|url)\s*[=:(]\s*["']?(?:https?:)?\/\//,
      )
    },
  )

  it('has the files of its typeface, which caches keep for a year', async () => {
    const given = aMuseumApi({}, { mountPath: '/museum' })
    const markup = await markupOf(given)
    const paths = new Set([...markup.matchAll(/\/museum\/fonts\/\w+\.woff2/g)].map(([path]) => path))
    expect(paths.size).toBeGreaterThan(4)
    for (const path of paths) {
      const response = await get(given, path)
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'font/woff2'])
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2')
    }
  })

  it('responds to HEAD with the headers of GET, and to other methods with 405', async () => {
    const { api } = await withEvents([{}])
    for (const path of ['/', '/events.json', '/calendar.ics']) {
      const [ofGet, ofHead] = [await api.request(path), await api.request(path, { method: 'HEAD' })]
      expect([ofHead.status, await ofHead.text()]).toEqual([200, ''])
      const names = ['ETag', 'Content-Type', 'Cache-Control', 'Content-Security-Policy']
      expect(names.map((name) => ofHead.headers.get(name))).toEqual(names.map((name) => ofGet.headers.get(name)))
      const post = await api.request(path, { method: 'POST' })
      expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })

  it('shows events in the order of their first dates, with their dates, price and whether places are left', async () => {
    const given = await withEvents([
      { name: EventName('Night'), location: EventLocation('Hall'), price: Price(1990) },
      {
        name: EventName('Fair'),
        location: EventLocation('Yard'),
        eventDescription: EventDescription(''),
        dates: someDates('2030-05-02', ...Array.from({ length: 9 }, (_, n) => `2031-01-0${n + 1}`)),
        price: Price(0),
      },
    ])
    await given.ports.capacities.setForEvent(night, Capacity(0), entryOf)
    await changeHours(given.ports.museumHours, { date: CalendarDate('2030-06-20'), hours: 'closed' }, entryOf)
    const text = shownText(await markupOf(given))
    const { eventDescription } = aSpecialEvent()
    expect(text.slice(text.indexOf('What'))).toBe(
      'What’s on ' +
        'May 2 Thursday Fair Yard Thu 2 May Wed 1 Jan 2031 Thu 2 Jan 2031 Fri 3 Jan 2031 Sat 4 Jan 2031 ' +
        'Sun 5 Jan 2031 and 4 more dates until 9 January 2031 Price free of charge Tickets available ' +
        `May 17 Friday Night Hall Fri 17 May Sat 18 May ${eventDescription} Price €19.90 Sold out ` +
        'All dates for your calendar Opening hours Wed 1 May 09:00–18:00 Thu 2 May 09:00–18:00 ' +
        'Fri 3 May 09:00–18:00 Sat 4 May 09:00–18:00 Sun 5 May 09:00–18:00 Mon 6 May 09:00–18:00 ' +
        'Tue 7 May 09:00–18:00 General entry: free of charge Closures and special hours Thu 20 Jun closed ' +
        'Events as a JSON Feed API reference OpenAPI document State of the service',
    )
  })

  it('marks the dates of an event that are sold out while others are not', async () => {
    const given = await withEvents([{}])
    const { availabilityOfEvents } = given.ports.capacities
    const api = aMuseumApi(
      {
        ...given.ports,
        capacities: {
          ...given.ports.capacities,
          availabilityOfEvents: async (...query) =>
            (await availabilityOfEvents(...query)).map((places, n) =>
              n === 0 ? Object.assign({}, places, { capacity: Capacity(5), sold: 5, available: 0 }) : places,
            ),
        },
      },
      full,
    )
    const text = shownText(await markupOf(api))
    expect(text).toContain('Fri 17 May Sold out Sat 18 May')
    expect(text).toContain('Tickets available')
  })

  it('shows the sessions of an event on each date, and which of them are sold out', async () => {
    const given = await withSessions([['2030-05-17', '19:00']])
    const markup = await markupOf(given)
    expect(shownText(markup)).toContain('Fri 17 May · 17:30 · 19:00 Sold out Sat 18 May · 17:30 · 19:00')
    expect(shownText(markup)).toContain('Tickets available')
    expect(markup).toContain('<time datetime="2030-05-18T17:30">17:30</time>')
  })

  it('marks a date whose sessions are all sold out, and an event with no other date', async () => {
    const fullDate = [
      ['2030-05-17', '17:30'],
      ['2030-05-17', '19:00'],
    ] as const
    const text = shownText(await markupOf(await withSessions(fullDate)))
    expect(text).toContain('Fri 17 May · 17:30 · 19:00 Sold out Sat 18 May · 17:30 · 19:00')
    expect(text).toContain('Tickets available')
    const alone = await markupOf(await withSessions(fullDate, {}, { dates: someDates('2030-05-17') }))
    expect(alone).toContain('<li class="sold-out">')
    expect(shownText(alone).match(/Sold out/g)).toHaveLength(1)
    expect(shownText(alone)).not.toContain('Tickets available')
  })

  it('shows the first 24 events, and says how many others there are', async () => {
    const markup = await markupOf(await withEvents(Array.from({ length: 30 }, () => ({}))))
    expect(markup.match(/<article/g)).toHaveLength(24)
    expect(shownText(markup)).toContain('6 more events are in the calendar.')
    expect(dataOf(markup)['@graph']).toHaveLength(1 + 24 * 2)
  })

  it('says that no events are planned', async () => {
    expect(shownText(await markupOf(await withEvents([])))).toContain('No events are planned at the moment.')
  })

  it('is in the language of the museum', async () => {
    const markup = await markupOf(await withEvents([{ price: Price(151_990) }], { language: 'de' }))
    expect(markup).toContain('<html lang="de" dir="ltr">')
    expect(shownText(markup)).toContain(
      'Heute geöffnet, 09:00–18:00 Uhr Mittwoch, 1. Mai 2030 Veranstaltungen Mai 17 Freitag',
    )
    expect(shownText(markup).replaceAll(/\s/g, ' ')).toContain('1.519,90 € Tickets verfügbar')
  })

  it('has its URL, and that of each event, in the structured data, the feed and the calendar if its origin is known', async () => {
    const given = await withEvents([{}], { publicOrigin: 'https://example.org', mountPath: '/museum' })
    const url = `https://example.org/museum/#event-${night}`
    const [museum, ...events] = dataOf(await markupOf(given))['@graph']
    expect(museum).toMatchObject({ '@type': 'Museum', url: 'https://example.org/museum/' })
    expect(events.map((event) => event['url'])).toEqual([url, url])
    expect(await feedOf(given)).toMatchObject({
      home_page_url: 'https://example.org/museum/',
      feed_url: 'https://example.org/museum/events.json',
      items: [{ url }],
    })
    expect((await calendarOf(given)).map(({ component }) => component.getFirstPropertyValue('url'))).toEqual([url, url])
    expect(await markupOf(given)).toContain(`id="event-${night}"`)
  })

  it('leads to the shop: the page, each of its events, the structured data and the feed', async () => {
    const shop = { mailFrom: 'tickets@museum.example' }
    const options = { shop, publicOrigin: 'https://museum.example', mountPath: '/museum' }
    const given = await withEvents([{}, {}], options)
    const markup = await markupOf(given)
    expect(markup).toContain('href="/museum/buy"')
    expect(markup).toContain(`href="/museum/buy?event=${fair}"`)
    const url = `https://museum.example/museum/buy?event=${fair}`
    expect(markup).toContain(`"url":"${url}&date=2030-05-17"`)
    const { items } = (await (await get(given, '/events.json')).json()) as { items: { _museum: object }[] }
    expect(items.at(-1)!._museum).toMatchObject({ ticketsUrl: url })
    const without = await withEvents([{}])
    expect(await markupOf(without)).not.toContain('/buy')
    expect(await (await get(without, '/events.json')).text()).not.toContain('ticketsUrl')
  })

  it('has no URL with a host if its origin is not known', async () => {
    const given = await withEvents([{}], { mountPath: '/museum' })
    for (const path of ['/', '/events.json', '/calendar.ics']) {
      const text = await (await get(given, path)).text()
      const hosts = [...text.matchAll(/https?:\/\/([\w.]+)/g)].map(([, host]) => host)
      expect([path, hosts.filter((host) => !/^(schema\.org|jsonfeed\.org|www\.w3\.org)$/.test(host!))]).toEqual([
        path,
        [],
      ])
    }
  })

  it.each([
    ['Museumsplatz 1', 'Museumsplatz 1'],
    ['Museumsplatz 1\r\n\n8001 Zürich\n', 'Museumsplatz 1, 8001 Zürich'],
  ])(
    'has the address of the museum in the structured data and the calendar, in one line: %j',
    async (address, line) => {
      const given = await withEvents([{}], { address })
      const [museum, ...events] = dataOf(await markupOf(given))['@graph']
      expect(museum).toMatchObject({ '@type': 'Museum', address: line })
      expect(events.map((event) => event['location'])).toMatchObject([{ address: line }, { address: line }])
      const { location } = aSpecialEvent()
      expect((await calendarOf(given)).map((event) => event.location)).toEqual(
        Array.from({ length: 2 }, () => `${location}, Museum of Clocks, ${line}`),
      )
    },
  )

  it('has no address that is not known', async () => {
    const graph = dataOf(await markupOf(await withEvents([{}])))['@graph']
    expect(JSON.stringify(graph)).not.toContain('"address"')
  })

  it('has no markup of texts, and shows a long description as two parts of the same text', async () => {
    const markup = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'&`
    const description = `<b>Torches</b> & whispers.\r\n\r\nSecond\nline ${'and a mammoth '.repeat(300)}`
    const given = await withEvents(
      [
        {
          name: EventName(markup),
          location: EventLocation(markup),
          eventDescription: EventDescription(description),
        },
      ],
      { museumName: markup },
    )
    const page = await markupOf(given)
    expect(page.match(/<(script|img|b)\b/g)).toEqual(['<script', '<b'])
    expect(page).not.toContain('\\u003c/script><')
    expect(dataOf(page)['@graph'].map(({ name }) => name)).toEqual([markup, markup, markup])
    expect(page).toContain('<title>&lt;/script&gt;&lt;script&gt;')
    const shown = shownText(page.slice(0, page.indexOf('class="price"'))).replaceAll('&amp;', '&')
    expect(
      shown
        .replaceAll(/&lt;/g, '<')
        .replaceAll('&gt;', '>')
        .replaceAll(/\s*(… Read more …|\s)\s*/g, ' '),
    ).toContain(description.replaceAll(/\s+/g, ' ').trim())
  })
})

describe('schema.org data in the page', () => {
  it('has the hours of the museum, with exceptions', async () => {
    const given = await withEvents([])
    await changeHours(given.ports.museumHours, { weekday: 'monday', hours: 'closed' }, entryOf)
    await changeHours(
      given.ports.museumHours,
      { date: CalendarDate('2030-06-20'), hours: hours('10:00', '12:00') },
      entryOf,
    )
    const [museum, ...others] = dataOf(await markupOf(given))['@graph']
    expect(others).toEqual([])
    const rule = { '@type': 'OpeningHoursSpecification', opens: '09:00', closes: '18:00' }
    const week = ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
    expect(museum).toEqual({
      '@type': 'Museum',
      '@id': '#museum',
      name: 'Museum of Clocks',
      openingHoursSpecification: [
        { ...rule, opens: '00:00', closes: '00:00', dayOfWeek: 'https://schema.org/Monday' },
        ...week.map((weekday) => Object.assign({ dayOfWeek: `https://schema.org/${weekday}` }, rule)),
        { ...rule, opens: '10:00', closes: '12:00', validFrom: '2030-06-20', validThrough: '2030-06-20' },
      ],
    })
  })

  it('has each date of an event with its offer', async () => {
    const given = await withEvents([{ price: Price(1990) }, { price: Price(0) }])
    await given.ports.capacities.setForEvent(night, Capacity(0), entryOf)
    const [, first, , , last] = dataOf(await markupOf(given))['@graph']
    const { name, location, eventDescription } = aSpecialEvent()
    expect(first).toEqual({
      '@type': 'Event',
      '@id': `#event-${night}-2030-05-17`,
      name,
      description: eventDescription,
      startDate: '2030-05-17',
      endDate: '2030-05-17',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: location, containedInPlace: { '@id': '#museum' } },
      organizer: { '@id': '#museum' },
      isAccessibleForFree: false,
      offers: {
        '@type': 'Offer',
        price: '19.90',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/SoldOut',
      },
    })
    expect(last).toMatchObject({
      '@id': `#event-${fair}-2030-05-18`,
      isAccessibleForFree: true,
      offers: { price: '0.00', availability: 'https://schema.org/InStock' },
    })
  })
})

describe('schema.org data of an event with sessions', () => {
  it('has each session with its offer, from its beginning on the clock of the museum, without an end', async () => {
    const dates = someDates('2030-05-17', '2030-12-01')
    const given = await withSessions([['2030-05-17', '19:00']], {}, { dates })
    const [, ...sessions] = dataOf(await markupOf(given))['@graph']
    expect(sessions.map((session) => [session['@id'], session['startDate'], session['offers']])).toMatchObject([
      [`#event-${night}-2030-05-17-17:30`, '2030-05-17T17:30+02:00', { availability: 'https://schema.org/InStock' }],
      [`#event-${night}-2030-05-17-19:00`, '2030-05-17T19:00+02:00', { availability: 'https://schema.org/SoldOut' }],
      [`#event-${night}-2030-12-01-17:30`, '2030-12-01T17:30+01:00', { availability: 'https://schema.org/InStock' }],
      [`#event-${night}-2030-12-01-19:00`, '2030-12-01T19:00+01:00', { availability: 'https://schema.org/InStock' }],
    ])
    expect(sessions.some((session) => 'endDate' in session)).toBe(false)
  })
})

describe('/events.json', () => {
  it('is a JSON Feed with all dates of every event', async () => {
    const given = await withEvents([{ eventDescription: EventDescription('<b>Torches</b>'), price: Price(1990) }])
    await given.ports.capacities.setForEvent(night, Capacity(0), entryOf)
    const { name, location } = aSpecialEvent()
    expect((await get(given, '/events.json')).headers.get('Content-Type')).toBe('application/feed+json')
    expect(await feedOf(given)).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Museum of Clocks: What’s on',
      language: 'en',
      authors: [{ name: 'Museum of Clocks' }],
      items: [
        {
          id: night,
          title: name,
          content_text:
            'Friday, 17 May 2030 (Sold out)\nSaturday, 18 May 2030 (Sold out)\n' +
            `Location: ${location}\nPrice: €19.90\n\n<b>Torches</b>`,
          _museum: {
            location,
            price: 19.9,
            currency: 'EUR',
            dates: [
              { date: '2030-05-17', soldOut: true },
              { date: '2030-05-18', soldOut: true },
            ],
          },
        },
      ],
    })
  })
})

describe('/events.json of an event with sessions', () => {
  it('has an item for each session, with its time', async () => {
    const eventDescription = EventDescription('Torches. '.repeat(100).trim())
    const given = await withSessions([['2030-05-17', '19:00']], {}, { eventDescription, price: Price(1990) })
    const { items } = await feedOf(given)
    expect(items.map(({ id }) => id)).toEqual([
      `${night}-2030-05-17-17:30`,
      `${night}-2030-05-17-19:00`,
      `${night}-2030-05-18-17:30`,
      `${night}-2030-05-18-19:00`,
    ])
    const { name, location } = aSpecialEvent()
    expect(items[1]).toEqual({
      id: `${night}-2030-05-17-19:00`,
      title: name,
      content_text: `Friday, 17 May 2030, 19:00 (Sold out)\nLocation: ${location}\nPrice: €19.90\n\n${'Torches. '.repeat(55)}…`,
      _museum: {
        location,
        price: 19.9,
        currency: 'EUR',
        dates: [{ date: '2030-05-17', entryTime: '19:00', soldOut: true }],
      },
    })
  })

  it.each(languages)('is in the language of the museum: %s', async (language) => {
    const [{ content_text: text }] = (await feedOf(await withSessions([], { language }))).items as [
      Record<string, string>,
    ]
    expect(text!.split('\n')[0]).toBe(formatVisit(language, { ticketDate: '2030-05-17', entryTime: '17:30' }))
  })
})

describe('/calendar.ics', () => {
  it('has an entry for each date of the next 365 days, which another library reads', async () => {
    const given = await withEvents([{}, { dates: someDates('2030-04-30', '2030-05-02', '2031-05-01', '2031-05-02') }])
    const { name, location, eventDescription } = aSpecialEvent()
    expect((await get(given, '/calendar.ics')).headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    const events = await calendarOf(given)
    expect(events.map((event) => [event.uid, event.startDate.toString(), event.startDate.isDate])).toEqual([
      [`${fair}-2030-05-02`, '2030-05-02', true],
      [`${fair}-2031-05-01`, '2031-05-01', true],
      [`${night}-2030-05-17`, '2030-05-17', true],
      [`${night}-2030-05-18`, '2030-05-18', true],
    ])
    expect(events.map((event) => [event.summary, event.location, event.description])).toEqual(
      events.map(() => [name, `${location}, Museum of Clocks`, eventDescription]),
    )
  })

  it('has an entry for each session, which begins at its time on the clock of the museum, and has no end', async () => {
    // The clocks change on the first and on the last date.
    const dates = someDates('2030-10-27', '2030-12-01', '2031-03-30')
    const events = await calendarOf(await withSessions([], {}, { dates }))
    expect(events.map(({ uid, startDate }) => [uid, startDate.toJSDate().toISOString()])).toEqual([
      [`${night}-2030-10-27-17:30`, '2030-10-27T16:30:00.000Z'],
      [`${night}-2030-10-27-19:00`, '2030-10-27T18:00:00.000Z'],
      [`${night}-2030-12-01-17:30`, '2030-12-01T16:30:00.000Z'],
      [`${night}-2030-12-01-19:00`, '2030-12-01T18:00:00.000Z'],
      [`${night}-2031-03-30-17:30`, '2031-03-30T15:30:00.000Z'],
      [`${night}-2031-03-30-19:00`, '2031-03-30T17:00:00.000Z'],
    ])
    const ends = events.flatMap(({ component }) => [
      component.getFirstProperty('dtend'),
      component.getFirstProperty('duration'),
    ])
    expect(ends.every((end) => end === null)).toBe(true)
  })

  it('isolates texts from right to left, as the feed does', async () => {
    const [name, location] = [EventName('ليلة في المتحف'), EventLocation('القاعة 2')]
    const given = await withEvents([{ name, location, eventDescription: EventDescription('من 9') }])
    const [event] = await calendarOf(given)
    const isolate = (text: string) => `\u2068${text}\u2069`
    expect([event!.summary, event!.location]).toEqual([isolate(name), `${isolate(location)}, Museum of Clocks`])
    expect(event!.description).toBe(isolate('من 9'))
    expect((await feedOf(given)).items[0]!['content_text']).toContain(`Location: ${isolate(location)}\n`)
  })

  it('has the same entry under a greater number after a change', async () => {
    const given = await withEvents([{}])
    const [before] = await calendarOf(given)
    const change = { name: EventName('Day') }
    await given.ports.specialEvents.update(night, (event) => SpecialEvent.update(event, change), entryOf)
    const [after] = await calendarOf(aMuseumApi(given.ports, full))
    expect([after!.uid, after!.summary]).toEqual([before!.uid, 'Day'])
    expect(after!.sequence).toBeGreaterThan(before!.sequence)
    const stampOf = (event: ICAL.Event) => String(event.component.getFirstPropertyValue('dtstamp'))
    expect(stampOf(after!) > stampOf(before!)).toBe(true)
  })

  it('shortens a description between two characters', async () => {
    const given = await withEvents([{ eventDescription: EventDescription('👨‍👩‍👧‍👦'.repeat(600)) }])
    const [event] = await calendarOf(given)
    expect(event!.description).toMatch(/^(?:👨‍👩‍👧‍👦){45} …$/u)
  })

  it('has ten thousand dates of long texts, while other requests get a turn', async () => {
    const dates = someDates(...Array.from({ length: 366 }, (_, n) => CalendarDate.plusDays(today, n)))
    const eventDescription = EventDescription('Fackeln & Geflüster. '.repeat(230))
    const given = await withEvents(Array.from({ length: 28 }, () => ({ dates, eventDescription })))
    // Reads the events, so that only the calendar is made below.
    await get(given)
    // Processor time: on a busy machine, the process itself may have to wait.
    const used = () => process.cpuUsage().user + process.cpuUsage().system
    const startedAt = used()
    let [longest, last, isDone] = [0, startedAt, false]
    const turn = () => {
      const now = used()
      longest = Math.max(longest, now - last)
      last = now
      if (!isDone) setImmediate(turn)
    }
    turn()
    const response = await get(given, '/calendar.ics')
    const duration = used() - startedAt
    isDone = true
    expect((await response.text()).match(/^BEGIN:VEVENT/gm)).toHaveLength(10_000)
    // Made at once, it would take most of the time.
    expect(longest).toBeLessThan(duration / 4)
  })
})

describe('the page and its feeds', () => {
  const paths = ['/', '/events.json', '/calendar.ics']

  it('have an ETag, which caches ask with each time, and are compressed', async () => {
    const { api } = await withEvents([{}])
    for (const path of paths) {
      const { headers } = await api.request(path)
      expect(headers.get('Cache-Control')).toBe('public, no-cache')
      const again = await api.request(path, { headers: { 'If-None-Match': headers.get('ETag')! } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      const compressed = await api.request(path, { headers: { 'Accept-Encoding': 'br' } })
      expect(compressed.headers.get('Content-Encoding')).toBe('br')
      const text = brotliDecompressSync(Buffer.from(await compressed.arrayBuffer())).toString()
      expect(text).toBe(await (await api.request(path)).text())
    }
  })

  it('are the same on every server', async () => {
    const { ports } = await withEvents([{}, {}])
    for (const path of paths) {
      const servers = [aMuseumApi(ports, full), aMuseumApi(ports, full)]
      const [one, other] = await Promise.all(
        servers.map(async (server) => (await get(server, path)).headers.get('ETag')),
      )
      expect(one).toBe(other)
    }
  })

  it('read what is stored once for all requests within two seconds, and again after them', async () => {
    const { ports } = aMuseumApi()
    let reads = 0
    const schedule = (...dates: Parameters<typeof ports.museumHours.schedule>) => {
      reads += 1
      return ports.museumHours.schedule(...dates)
    }
    const given = aMuseumApi({ ...ports, museumHours: { ...ports.museumHours, schedule } }, full)
    const responses = await Promise.all(Array.from({ length: 60 }, async (_, n) => get(given, paths[n % 3])))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    // The hours, and the entry times with them.
    expect(reads).toBe(2)
    await sleep(2_100)
    await get(given)
    expect(reads).toBe(4)
  })

  it('show a change within five seconds', async () => {
    const given = await withEvents([{}])
    const texts = async () => Promise.all(paths.map(async (path) => (await get(given, path)).text()))
    const before = await texts()
    for (const text of before) expect(text).not.toContain('Sunrise')
    const change = { name: EventName('Sunrise') }
    await given.ports.specialEvents.update(night, (event) => SpecialEvent.update(event, change), entryOf)
    await sleep(2_100)
    for (const text of await texts()) expect(text).toContain('Sunrise')
  })

  it('have the same ETag while nothing changes', async () => {
    const given = await withEvents([{}])
    const first = await Promise.all(paths.map((path) => get(given, path)))
    await sleep(2_100)
    const then = await Promise.all(paths.map((path) => get(given, path)))
    expect(then.map(({ headers }) => headers.get('ETag'))).toEqual(first.map(({ headers }) => headers.get('ETag')))
  })
})
