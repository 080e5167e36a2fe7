import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { shopSettings } from '../../../apps/server/test/shop-settings.ts'
import { readQrCode } from '../../../apps/server/test/read-qr-code.ts'
import { type StartedServer, startCommand, startProgram, startServer } from '../../../apps/server/test/start-server.ts'
import { findPortBelowEphemeralRange } from '../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { screens, useBrowser } from '../../../tools/browser/use-browser.ts'
import { packedPackages, tarballsOf } from '../../../tools/packages/packed-packages.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const source = fileURLToPath(new URL('..', import.meta.url))
const pictures = fileURLToPath(new URL('../../../reports/browser/', import.meta.url))
const password = 'correct horse battery staple'
const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

let folder = ''
let settings: Record<string, string> = {}
let museum: StartedServer
let website: ReturnType<typeof startProgram>
let url = ''
const post = async (method: string, path: string, content: object) => {
  const response = await museum.request(method, path, content)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as { eventId: string }
}
const addEvent = (name: string, dates: readonly string[], more: object = {}) =>
  post('POST', '/special-events', {
    name,
    location: 'Main Hall',
    eventDescription: 'By torchlight.',
    dates,
    price: 19.9,
    ...more,
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'museum-website-'))
  const [museumPort, port] = [await findPortBelowEphemeralRange(), await findPortBelowEphemeralRange()].map(String)
  settings = {
    MUSEUM_ADMIN_PASSWORD: password,
    MUSEUM_PORT: museumPort!,
    MUSEUM_PUBLIC_URL: `http://127.0.0.1:${museumPort}`,
    MUSEUM_CORS_ORIGINS: `http://127.0.0.1:${port}`,
    MUSEUM_PAYMENT: 'rehearsal',
  }
  museum = await startServer(folder, settings)
  await writeFile(join(folder, 'password'), password)
  const added = startCommand('users add website --role shop --password-file password', folder)
  expect([(await added.exited).code, added.output.text]).toEqual([0, expect.any(String)])
  await cp(source, join(folder, 'website'), { recursive: true })
  const packages = tarballsOf(await packedPackages(), '@museum/client')
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: join(folder, 'website'),
  })
  website = startProgram([process.execPath, 'server.mjs'], join(folder, 'website'), {
    environment: {
      MUSEUM_URL: `${museum.origin}/v1.1`,
      MUSEUM_USERNAME: 'website',
      MUSEUM_PASSWORD_FILE: join(folder, 'password'),
      PORT: port!,
    },
  })
  url = (await website.waitForOutput(/http:\S+/))[0]
  await mkdir(pictures, { recursive: true })

  const night = await addEvent('Night at the Museum', [dateIn(30), dateIn(31), dateIn(32)])
  await post('PUT', `/special-events/${night.eventId}/capacity`, { capacity: 2 })
  for (const day of [dateIn(31), dateIn(31), dateIn(32)])
    await post('POST', '/tickets', {
      ticketType: 'event',
      eventId: night.eventId,
      ticketDate: day,
      email: 'a@example.org',
    })
  await addEvent('Mammoths <& friends>', [dateIn(40)], { price: 0, eventDescription: '' })
  for (const number of [1, 2, 3, 4, 5, 6]) await addEvent(`Concert ${number}`, [dateIn(50 + number)])
}, 600_000)
afterAll(async () => {
  website.child.kill()
  await museum.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const browser = useBrowser()
const open = async (screen: (typeof screens)[keyof typeof screens] = screens.desktop) => {
  const opened = await browser.openPage({ ...screen, locale: 'en' })
  await opened.page.goto(url)
  await opened.page.getByRole('button', { name: 'Show more events' }).waitFor()
  return opened
}
/** The violations of WCAG 2.2 A and AA, and of best practices, that axe-core finds. */
const violations = async (page: Page) => {
  // The content security policy of the page allows no other script in its text.
  await page.evaluate(axe)
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  )
}
const event = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const ticketsOf = async (email: string) => {
  const response = await museum.request('GET', `/tickets?email=${encodeURIComponent(email)}`)
  return (await response.json()) as readonly { ticketId: string }[]
}
let visitor = ''
beforeEach(() => {
  // In a field of the type email, Chromium would make another domain of it.
  visitor = `visitor-${Math.random()}@straße.example`
})

describe.each(['desktop', 'phone'] as const)('the website on a %s', (name) => {
  it('lists events with what is available, sells a ticket and shows it', async () => {
    const { page, errors } = await open(screens[name])
    const days = event(page, 'Night at the Museum').getByRole('button')
    expect((await days.allInnerTexts()).map((text) => text.split('\n').at(-1))).toEqual([
      '2 left',
      'Sold out',
      '1 left',
    ])
    expect(await days.nth(1).isDisabled()).toBe(true)
    expect(await event(page, 'Night at the Museum').innerText()).toContain('Main Hall · €19.90')
    expect(await event(page, 'Mammoths').innerText()).toContain('Mammoths <& friends>')
    await page.screenshot({ path: join(pictures, `website-${name}-list.png`), fullPage: true })
    expect(await violations(page)).toEqual([])

    await event(page, 'Mammoths').getByRole('button').click()
    await page.screenshot({ path: join(pictures, `website-${name}-form.png`) })
    expect(await violations(page)).toEqual([])
    await page.getByLabel('E-mail address').fill(visitor)
    await page.getByRole('button', { name: 'Buy the ticket' }).click()

    const image = page.getByRole('img', { name: 'Ticket with a QR code: Mammoths' })
    await image.waitFor()
    await page.screenshot({ path: join(pictures, `website-${name}-ticket.png`) })
    expect(await violations(page)).toEqual([])
    const [sold] = await ticketsOf(visitor)
    // Scans the code from the screen.
    const scanned = await readQrCode(await image.screenshot())
    const admitted = await museum.request('POST', '/admissions', { code: scanned })
    expect(await admitted.json()).toMatchObject({ reason: 'wrong-date', ticket: { ticketId: sold!.ticketId } })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(errors).toEqual([])
  })
})

describe('the website', () => {
  it('can be used with the keyboard alone', async () => {
    const { page } = await open()
    const focused = () => page.evaluate<string>('document.activeElement.innerText ?? document.activeElement.id')
    const tabTo = async (text: string) => {
      for (let presses = 0; !(await focused()).includes(text); presses += 1) {
        if (presses > 60) throw new Error(`The focus does not reach ${text}.`)
        await page.keyboard.press('Tab')
      }
    }
    // The first day of the first event has the focus first: the text above has nothing to press.
    await page.keyboard.press('Tab')
    expect(await focused()).toContain('left')
    const day = await focused()
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('email')
    await page.keyboard.press('Escape')
    expect(await focused()).toBe(day)
    await page.keyboard.press('Enter')
    await page.keyboard.type(visitor)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Pay €19.90' }).press('Enter')
    await page.getByRole('img').waitFor()
    expect(await focused()).toBe('Your ticket')
    expect(await ticketsOf(visitor)).toHaveLength(1)
    await tabTo('Show more events')
    await page.keyboard.press('Enter')
    await event(page, 'Concert 6').waitFor()
    await event(page, 'Concert 5').locator('li :focus').waitFor()
  })

  it('shows what is wrong with a field, moves the focus to it and says so to a screen reader', async () => {
    const { page } = await open()
    await event(page, 'Mammoths').getByRole('button').click()
    const [email, phone] = [page.getByLabel('E-mail address'), page.getByLabel('Phone number')]
    await page.getByRole('button', { name: 'Buy the ticket' }).click()
    expect(await page.locator('#email-error').innerText()).toBe('Enter your e-mail address.')
    await email.fill('nowhere')
    await phone.fill('by pigeon')
    await page.getByRole('button', { name: 'Buy the ticket' }).click()
    await page.locator('#phone-error:not(:empty)').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate('document.activeElement.id')).toBe('email')
    expect(await page.locator('#email-error').innerText()).toBe('Enter an e-mail address, such as name@example.org.')
    await page.screenshot({ path: join(pictures, 'website-desktop-faults.png') })
    expect(await violations(page)).toEqual([])
    await email.fill(visitor)
    await phone.fill('')
    await page.getByRole('button', { name: 'Buy the ticket' }).click()
    await page.getByRole('img').waitFor()
  })

  it.each([
    ['the reservation', '**/api/reservations', 0],
    ['the sale', '**/api/reservations/*/order', 1],
  ])(
    'sells one ticket when no response arrives to %s and the visitor presses the button again',
    async (_, to, sold) => {
      const { page } = await open()
      await page.route(to, async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      })
      await event(page, 'Mammoths').getByRole('button').click()
      await page.getByLabel('E-mail address').fill(visitor)
      await page.getByRole('button', { name: 'Buy the ticket' }).click()
      await page.getByText('you will not get a second ticket').waitFor()
      expect(await ticketsOf(visitor)).toHaveLength(sold)
      await page.unroute(to)
      await page.getByRole('button', { name: 'Buy the ticket' }).click()
      await page.getByRole('img').waitFor()
      expect(await ticketsOf(visitor)).toHaveLength(1)
    },
  )

  describe('with a payment', () => {
    /** Reserves a concert, and returns the page at the payment. */
    const reserve = async (screen: (typeof screens)[keyof typeof screens] = screens.desktop) => {
      const opened = await open(screen)
      await event(opened.page, 'Concert 1').getByRole('button').click()
      await opened.page.getByLabel('E-mail address').fill(visitor)
      await opened.page.getByRole('button', { name: 'Buy the ticket' }).click()
      await opened.page.getByRole('button', { name: 'Pay €19.90' }).waitFor()
      return opened
    }
    const goBack = (page: Page) => page.getByRole('link', { name: 'Back without paying' }).click()

    it.each(['desktop', 'phone'] as const)(
      'shows the ticket once it is paid, also when it is loaded again, on a %s',
      async (name) => {
        const { page, errors } = await reserve(screens[name])
        await page.getByRole('button', { name: 'Decline the card' }).click()
        await page.getByRole('button', { name: 'Pay €19.90' }).click()
        const image = page.getByRole('img', { name: 'Ticket with a QR code: Concert 1' })
        await image.waitFor()
        expect(page.url().startsWith(`${url}?reservation=`)).toBe(true)
        await page.reload()
        await image.waitFor()
        const [sold, ...others] = await ticketsOf(visitor)
        expect(others).toEqual([])
        const order = await museum.request('GET', `/orders/${new URL(page.url()).searchParams.get('reservation')}`)
        expect(await order.json()).toMatchObject({
          soldBy: 'website',
          payment: { method: 'online' },
          tickets: [{ ticketId: sold!.ticketId }],
        })
        await page.getByRole('button', { name: 'Show more events' }).waitFor()
        expect(await violations(page)).toEqual([])
        expect(errors).toEqual([])
      },
    )

    it('says that it is not paid yet to a visitor who comes back, who pays then', async () => {
      const { page } = await reserve()
      await goBack(page)
      await page.getByText('€19.90 are not paid yet. Your place is held until').waitFor()
      await page.getByRole('button', { name: 'Show more events' }).waitFor()
      await page.screenshot({ path: join(pictures, 'website-desktop-unpaid.png') })
      expect(await violations(page)).toEqual([])
      expect(await ticketsOf(visitor)).toEqual([])
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await page.getByRole('button', { name: 'Pay €19.90' }).click()
      await page.getByRole('img', { name: 'Ticket with a QR code: Concert 1' }).waitFor()
      expect(await ticketsOf(visitor)).toHaveLength(1)
    })

    it('shows the ticket by itself when it is paid in another window', async () => {
      const { page } = await reserve()
      const other = await page.context().newPage()
      await other.goto(page.url())
      await goBack(page)
      await page.getByText('are not paid yet').waitFor()
      await other.getByRole('button', { name: 'Pay €19.90' }).click()
      await page.getByRole('img', { name: 'Ticket with a QR code: Concert 1' }).waitFor()
    })

    it('shows the events alone at the address of a reservation that the museum no longer has', async () => {
      const { page } = await browser.openPage({ ...screens.desktop, locale: 'en' })
      const answer = page.waitForResponse(/\/api\/reservations\//)
      await page.goto(`${url}?reservation=01940000-0000-7000-8000-000000000001`)
      expect((await answer).status()).toBe(404)
      await page.getByRole('button', { name: 'Show more events' }).waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    })

    it('gives the place back to others', async () => {
      const { page } = await reserve()
      await goBack(page)
      await page.getByRole('button', { name: 'Give the place back' }).click()
      await page.getByText('Your place was given back, and nothing was paid.').waitFor()
      expect(await page.getByRole('button', { name: 'Pay', exact: true }).isVisible()).toBe(false)
      const id = new URL(page.url()).searchParams.get('reservation')
      const reservation = await museum.request('GET', `/reservations/${id}`)
      expect(await reservation.json()).toMatchObject({ state: 'released', payment: { state: 'closed' } })
    })
  })

  it('says when the last place was just sold, and shows it', async () => {
    const { eventId } = await addEvent('Last places', [dateIn(20), dateIn(21)])
    await post('PUT', `/special-events/${eventId}/capacity`, { capacity: 1 })
    const { page } = await open()
    await event(page, 'Last places').getByRole('button').first().click()
    await post('POST', '/tickets', { ticketType: 'event', eventId, ticketDate: dateIn(20), email: 'a@example.org' })
    await page.getByLabel('E-mail address').fill(visitor)
    await page.getByRole('button', { name: 'Buy the ticket' }).click()
    await page.getByText('The last place was just sold').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await event(page, 'Last places').getByText('Sold out').waitFor()
    expect(await event(page, 'Last places').getByRole('button').first().isDisabled()).toBe(true)
  })

  it('sells a ticket for museum entry', async () => {
    const { page } = await open()
    await page.getByRole('list', { name: 'Museum entry' }).getByRole('button').nth(1).click()
    await page.getByLabel('E-mail address').fill(visitor)
    await page.getByRole('button', { name: 'Buy the ticket' }).click()
    await page.getByRole('img', { name: 'Ticket with a QR code: Museum entry' }).waitFor()
    expect(await ticketsOf(visitor)).toHaveLength(1)
  })

  it('offers to try again when the museum does not respond', async () => {
    const { page } = await browser.openPage({ ...screens.desktop, locale: 'en' })
    await page.route('**/api/**', (route) => route.abort())
    await page.goto(url)
    await page.getByText('The museum does not respond at the moment.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await event(page, 'Night at the Museum').waitFor()
    expect(await page.getByText('The museum does not respond at the moment.').count()).toBe(0)
  })

  it('is readable in dark colours', async () => {
    const { page } = await browser.openPage({ ...screens.phone, locale: 'en', colorScheme: 'dark' })
    await page.goto(url)
    await event(page, 'Night at the Museum').waitFor()
    await page.screenshot({ path: join(pictures, 'website-phone-dark.png') })
    expect(await violations(page)).toEqual([])
  })

  it.each([
    ['GET', '/api/tickets?email=a@example.org'],
    ['POST', '/api/tickets'],
    ['GET', '/api/reservations'],
    ['POST', '/api/reservations/01940000-0000-7000-8000-000000000001/extension'],
    ['GET', '/api/audit'],
    ['GET', '/api/special-events/../audit'],
    ['DELETE', '/api/special-events/01940000-0000-7000-8000-000000000001'],
    ['GET', '/client/../server.mjs'],
    ['GET', '/client/..%2f..%2f..%2fserver.mjs'],
  ])('answers 404 to %s %s, which visitors may not send', async (method, path) => {
    const { status } = await fetch(url.replace(/\/$/, path), { method })
    expect(status).toBe(404)
  })

  it('returns the image of a ticket that it sold, and no ticket of others', async () => {
    const send = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(`${url}api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as { reservationId: string; tickets: { ticketId: string }[] }
    }
    const ticket = { ticketType: 'general', ticketDate: dateIn(9) }
    const { reservationId } = await send('/reservations', { items: [{ ...ticket, quantity: 1 }] })
    const { tickets } = await send(`/reservations/${reservationId}/order`, {})
    expect((await museum.request('POST', '/tickets', { ...ticket, email: visitor })).status).toBe(201)
    const [other] = await ticketsOf(visitor)
    const statusOf = async (ticketId: string, path: string) =>
      (await fetch(`${url}api/tickets/${ticketId}${path}`)).status
    const { ticketId } = tickets[0]!
    expect([await statusOf(ticketId, '/qr'), await statusOf(ticketId, '')]).toEqual([200, 404])
    expect(await statusOf(other!.ticketId, '/qr')).toBe(404)
  })
})

describe('the website of a museum with a shop', () => {
  beforeAll(async () => {
    await museum.stop()
    museum = await startServer(folder, { ...shopSettings, ...settings })
  })

  it('sends the visitor to the page of the museum with the tickets', async () => {
    const { page } = await open()
    await event(page, 'Mammoths').getByRole('button').click()
    await page.getByLabel('E-mail address').fill(visitor)
    await page.getByRole('button', { name: 'Buy the ticket' }).click()
    await page.waitForURL(/\/my-tickets\/[\w-]{44}$/)
    expect(page.url().startsWith(`${museum.origin}/`)).toBe(true)
    await page.getByText('Mammoths <& friends>').first().waitFor()
    expect(await ticketsOf(visitor)).toHaveLength(1)
  })
})
