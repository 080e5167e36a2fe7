import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from '@jest/globals'
import { museumApi } from '@museum/adapters-http'
import { type ProgrammeScope, Unavailable, createMuseum } from '@museum/application'
import {
  CalendarDate,
  Capacity,
  EventDates,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  OpeningHours,
  Price,
  SpecialEvent,
  TimeOfDay,
} from '@museum/domain'
import { type Language, languages } from '@museum/languages'
import { anAuditEntry, changeHours, inMemoryCredentialVerifier, inMemoryPorts, sellAlone } from '@museum/testing'
import { anEventTicket } from '@museum/testing/examples'
import type { Page } from 'playwright-core'
import { screens, useBrowser } from '../../../../tools/browser/use-browser.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const browser = useBrowser()
let server: ServerType | undefined
afterEach(() => {
  server?.close()
})

type Ports = ReturnType<typeof inMemoryPorts>
const entryOf = () => anAuditEntry()
const day = CalendarDate

const names = {
  'a name': 'Museum of Clocks',
  'a long name': `The Museum of ${'Antiquities, Clocks and '.repeat(12)}Curiosities`,
  'a name without spaces': 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(4),
  'a name in Arabic': 'متحف الحضارات (القاهرة)',
  'a name with emoji': '🏛️ Museum 👩‍👩‍👧‍👦',
}

let created = 0
const addEvent = async (
  { specialEvents, capacities }: Ports,
  {
    name = 'Night at the Museum',
    location = 'Main Hall',
    description = '',
    dates = ['2030-05-17'],
    price = 1990,
    capacity,
    times = [],
  }: Readonly<{
    name?: string
    location?: string
    description?: string
    dates?: readonly string[]
    price?: number
    /** Of each date, or of each session. */
    capacity?: number
    times?: readonly string[]
  }>,
): Promise<SpecialEvent> => {
  created += 1
  const eventId = EventId(`01940000-0000-7000-8000-${String(created).padStart(12, '0')}`)
  const draft = {
    name: EventName(name),
    location: EventLocation(location),
    eventDescription: EventDescription(description),
    dates: EventDates(dates.map(day)),
    price: Price(price),
  }
  const event = SpecialEvent.create(eventId, draft)
  await specialEvents.add(event, anAuditEntry())
  const places = capacity === undefined ? null : Capacity(capacity)
  if (times.length === 0) await capacities.setForEvent(eventId, places, entryOf)
  else {
    const entryTimes = { rule: { times: times.map(TimeOfDay), length: 90 }, capacity: places }
    await specialEvents.update(eventId, (before) => SpecialEvent.setEntryTimes(before, entryTimes), entryOf)
  }
  return event
}
const changeDay = (ports: Ports, date: string, hours: 'closed' | readonly [string, string]) =>
  changeHours(
    ports.museumHours,
    {
      date: day(date),
      hours:
        hours === 'closed' ? hours : OpeningHours({ timeOpen: TimeOfDay(hours[0]), timeClose: TimeOfDay(hours[1]) }),
    },
    entryOf,
  )

const torches =
  'The halls after dark, with torches, whispers and a mammoth.\n\nBring warm clothes: the old wing is not heated. Soup is served in the courtyard from nine, and the last guided round begins at eleven.'
/** A season as a museum has it. */
const season = async (ports: Ports) => {
  await changeHours(ports.museumHours, { weekday: 'monday', hours: 'closed' }, entryOf)
  await changeDay(ports, '2030-05-03', 'closed')
  await changeDay(ports, '2030-05-04', ['10:00', '22:00'])
  await changeDay(ports, '2030-06-20', 'closed')
  await addEvent(ports, { dates: ['2030-05-04', '2030-05-17', '2030-05-18'], description: torches })
  const clockwork = await addEvent(ports, {
    name: 'Clockwork for Children',
    location: 'Workshop, second floor',
    description: 'Take a clock apart and put it together again. For children from eight.',
    dates: Array.from({ length: 40 }, (_, n) => day(CalendarDate.plusDays(day('2030-05-11'), 7 * n))),
    price: 0,
    capacity: 1,
    times: ['10:30', '14:00'],
  })
  const ticket = { ticketDate: day('2030-05-11'), entryTime: TimeOfDay('14:00'), event: clockwork }
  await sellAlone(ports.tickets, anEventTicket(ticket))
  await addEvent(ports, {
    name: 'The Sound of Bells: Concert in the Tower',
    location: 'Tower',
    dates: ['2030-06-01'],
    price: 3500,
    capacity: 0,
  })
}
/** Texts of the greatest lengths, and texts that try to be more than text. */
const hostileTexts = async (ports: Ports) => {
  const text = 'Torches, whispers and a mammoth. '
  await addEvent(ports, {
    name: '</script><script>alert(1)</script><img src=x onerror=alert(2)>',
    location: '"><b>Hall</b>',
    description: `</style><style>body{display:none}</style>\n\n${'<b>bold</b> & '.repeat(400)}`.slice(0, 5_000),
  })
  await addEvent(ports, { name: 'W'.repeat(255), location: 'M'.repeat(255), description: 'x'.repeat(5_000) })
  await addEvent(ports, {
    name: `Long ${'and longer '.repeat(22)}`.trim(),
    location: '夜の美術館'.repeat(50),
    description: text.repeat(151),
  })
  await addEvent(ports, {
    name: '\u202eNight \u202dat \u2067the Museum',
    location: '\u202eHall',
    description: `\u202e${text}\n${text}`,
  })
  await addEvent(ports, { name: 'ليلة في المتحف (2030)', location: 'القاعة', description: 'مشاعل وهمسات وماموث.' })
}

type Options = Readonly<{
  screen?: keyof typeof screens
  colorScheme?: 'light' | 'dark'
  museumName?: string
  language?: Language
  scope?: ProgrammeScope
  isUnavailable?: boolean
  prepare?: (ports: Ports) => Promise<unknown>
}>

/** Serves the page of a museum on 1 May 2030, and opens it. */
const openHomePage = async ({
  screen = 'desktop',
  colorScheme = 'light',
  museumName = names['a name'],
  language = 'en',
  scope = 'full',
  isUnavailable = false,
  prepare = async () => {},
}: Options = {}) => {
  const ports = inMemoryPorts({ generalPrice: Price(1200), museumName, language })
  await prepare(ports)
  const schedule = async () => {
    throw new Unavailable('away')
  }
  const unavailable = { ...ports.museumHours, schedule }
  const museum = createMuseum({ ...ports, ...(isUnavailable && { museumHours: unavailable }) })
  const api = museumApi(museum, inMemoryCredentialVerifier({ curator: 'secret' }), {
    homePage: scope,
    deskPath: '/docs',
    today: ports.today,
  })
  server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const opened = await browser.openPage({ ...screens[screen], colorScheme })
  await opened.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  // A typeface that comes too late for the first showing is shown from the second on.
  await opened.page.evaluate('document.fonts.ready')
  await opened.page.reload()
  return opened
}

/** What axe finds wrong. The page's Content-Security-Policy allows no other inline script than this. */
const violations = async (page: Page) => {
  await page.evaluate(axe)
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html)))`,
  )
}
const isWithinScreen = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth').then((width) => width <= page.viewportSize()!.width)

/** Stores a screenshot of the page in the folder that `TEST_SCREENSHOTS` names, for a person to see. */
const screenshot = async (page: Page, name: string) => {
  const folder = process.env['TEST_SCREENSHOTS']
  if (folder === undefined) return
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Checks the page, and stores a screenshot. */
const check = async ({ page, errors }: Awaited<ReturnType<typeof openHomePage>>, name: string) => {
  await screenshot(page, name)
  expect(await isWithinScreen(page)).toBe(true)
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
}

describe('the page at / in a browser', () => {
  describe.each(['desktop', 'tablet', 'phone'] as const)('on a %s', (screen) => {
    it.each(['light', 'dark'] as const)('shows a season of events, %s', async (colorScheme) => {
      const opened = await openHomePage({ screen, colorScheme, prepare: season })
      await check(opened, `season-${screen}-${colorScheme}`)
      const { page } = opened
      expect(await page.getByRole('article').count()).toBe(3)
      expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual([
        'Night at the Museum',
        'Clockwork for Children',
        'The Sound of Bells: Concert in the Tower',
      ])
      const soldOut = page.getByRole('article').filter({ hasText: 'Sold out' }).getByRole('heading')
      expect(await soldOut.allInnerTexts()).toEqual([
        'Clockwork for Children',
        'The Sound of Bells: Concert in the Tower',
      ])
      expect(await page.getByRole('listitem').getByText('Sat 11 May · 10:30 · 14:00 Sold out').isVisible()).toBe(true)
    })

    it.each(Object.entries(names))('is readable and fits the screen with %s', async (kind, museumName) => {
      const opened = await openHomePage({ screen, museumName, scope: 'hours' })
      expect(await opened.page.title()).toBe(museumName)
      expect(await opened.page.getByRole('heading', { level: 1 }).innerText()).toBe(museumName)
      await check(opened, `${kind}-${screen}`)
    })

    it('shows texts of any length and content as text', async () => {
      const opened = await openHomePage({ screen, prepare: hostileTexts })
      const { page } = opened
      await page.evaluate(`document.querySelectorAll('details').forEach((each) => (each.open = true))`)
      await check(opened, `hostile-${screen}`)
      const headings = await page.getByRole('article').getByRole('heading').allInnerTexts()
      expect(headings).toHaveLength(5)
      expect(headings[0]).toBe('</script><script>alert(1)</script><img src=x onerror=alert(2)>')
      expect(
        await page.evaluate(`document.querySelectorAll('article :is(script, img, b:not(.stub b), style)').length`),
      ).toBe(0)
      const text = await page.getByRole('article').nth(2).innerText()
      expect(text.replaceAll(/[\s…]/g, '')).toContain('Torches,whispersandamammoth.'.repeat(151))
    })
  })

  it('does not let an override of the direction reach the texts after it', async () => {
    const { page } = await openHomePage({ prepare: hostileTexts })
    // Whether the characters of a text are shown from left to right.
    const isForwards = (selector: string) =>
      page.evaluate(`(() => {
        const node = document.querySelector(${JSON.stringify(selector)}).firstChild
        const range = document.createRange()
        const left = (n) => {
          range.setStart(node, n)
          range.setEnd(node, n + 1)
          return range.getBoundingClientRect().left
        }
        return left(0) < left(2)
      })()`)
    const overridden = 'li:nth-child(4) article'
    expect(await isForwards(`${overridden} h3`)).toBe(false)
    for (const after of ['.dates time', '.price .label', '.price strong'])
      expect([after, await isForwards(`${overridden} ${after}`)]).toEqual([after, true])
  })

  it.each(languages)('is in the language of the museum: %s', async (language) => {
    const opened = await openHomePage({ language, prepare: season })
    await check(opened, `language-${language}`)
    expect(await opened.page.getAttribute('html', 'lang')).toBe(language)
  })

  it.each(['desktop', 'phone'] as const)('mirrors its layout from right to left, on a %s', async (screen) => {
    const opened = await openHomePage({ screen, prepare: season })
    await opened.page.evaluate(`document.documentElement.dir = 'rtl'`)
    await check(opened, `right-to-left-${screen}`)
    const [stub, about] = [opened.page.locator('.stub').first(), opened.page.locator('.about').first()]
    expect((await stub.boundingBox())!.x).toBeGreaterThan((await about.boundingBox())!.x)
  })

  it('is printed without links and with the whole descriptions', async () => {
    const { page } = await openHomePage({ prepare: (ports) => addEvent(ports, { description: torches.repeat(3) }) })
    await page.emulateMedia({ media: 'print' })
    await screenshot(page, 'print')
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false)
    expect(await page.getByText('Read more').isVisible()).toBe(false)
    expect(await page.locator('details p').last().isVisible()).toBe(true)
    const folder = process.env['TEST_SCREENSHOTS']
    if (folder !== undefined) await page.pdf({ path: `${folder}/print.pdf`, format: 'A4' })
  })

  it('says that no events are planned', async () => {
    const opened = await openHomePage()
    expect(await opened.page.getByText('No events are planned at the moment.').isVisible()).toBe(true)
    await check(opened, 'no-events')
  })

  it('says when the museum opens again after a closed week', async () => {
    const dates = Array.from({ length: 9 }, (_, n) => CalendarDate.plusDays(day('2030-05-01'), n))
    const opened = await openHomePage({
      screen: 'phone',
      scope: 'hours',
      prepare: async (ports) => {
        for (const date of dates) await changeDay(ports, date, 'closed')
      },
    })
    expect(await opened.page.getByText('Closed today').isVisible()).toBe(true)
    expect(await opened.page.getByText('We open again on 10 May 2030.').isVisible()).toBe(true)
    await check(opened, 'closed-week')
  })

  it('says that the hours cannot be shown while the database cannot be reached', async () => {
    const opened = await openHomePage({ isUnavailable: true, prepare: season })
    expect(await opened.page.getByText('Our opening hours cannot be shown at the moment.').isVisible()).toBe(true)
    expect(await opened.page.getByRole('article').count()).toBe(0)
    await check(opened, 'unavailable')
  })

  it('has the typeface of the ticket images, from this server', async () => {
    const { page } = await openHomePage({ prepare: season })
    const loaded = await page.evaluate(
      `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)`,
    )
    expect(new Set(loaded as string[])).toEqual(new Set(['EB Garamond Variable']))
  })

  it('can be read with the keyboard, and its links lead to what they say', async () => {
    const { page } = await openHomePage({
      prepare: (ports) => addEvent(ports, { description: torches.repeat(3) }),
    })
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Read more')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(`document.querySelector('details').open`)).toBe(true)
    for (const [link, path] of [
      ['Desk for staff', '/docs'],
      ['Events as a JSON Feed', '/events.json'],
      ['API reference', '/docs'],
      ['OpenAPI document', '/openapi.json'],
      ['State of the service', '/healthz'],
    ] as const) {
      const response = page.waitForResponse((each) => new URL(each.url()).pathname === path)
      await page.getByRole('link', { name: link }).click()
      expect((await response).status()).toBe(200)
      await page.goBack()
    }
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'All dates for your calendar' }).click()
    expect(new URL((await download).url()).pathname).toBe('/calendar.ics')
  })
})
