import { readFile } from 'node:fs/promises'
import { type IncomingMessage, createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk(() => ({ MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: 'allow' }))
const markup = '<img src=x onerror="alert(1)"> & \u202Etxet'

type Event = Readonly<{ eventId: string; name: string; dates: readonly string[]; price: number }>
const json = async <Body>(request: ReturnType<typeof desk.request>) => (await (await request).json()) as Body
const create = (name: string, dates: readonly string[]) =>
  json<Event>(
    desk.request('admin', 'POST', '/special-events', {
      name,
      location: 'Main Hall',
      eventDescription: 'x'.repeat(5_000),
      dates,
      price: 20,
    }),
  )
const eventOf = (eventId: string) => json<Event>(desk.request('admin', 'GET', `/special-events/${eventId}`))

const received: string[] = []
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    received.push(String(request.headers['webhook-id']))
    response.end()
  })
})

beforeAll(async () => {
  await create(markup, ['2030-05-02', '2030-05-09', '2030-05-16', '2030-05-23'])
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  await desk.request('admin', 'POST', '/webhooks', {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/museum`,
    types: ['special-event.created'],
    description: 'Calendar of the city',
  })
  // Servers know a new webhook after five seconds at most; the one that added it at once.
  await create('The event of the message', ['2030-06-01'])
})
afterAll(() => void receiver.close())

describe.each(['events', 'hours', 'entry-times', 'prices', 'import', 'audit', 'mails', 'webhooks'])(
  'the section %s of the office',
  (section) => {
    it.each(views)('is sound on a $screen, $colors, $language', async (view) => {
      const opened = await desk.openAs('admin', { ...view, path: `office/${section}` })
      await opened.page.locator('main h1').waitFor()
      await opened.page.locator('.loading').first().waitFor({ state: 'detached' })
      await expectSound(opened, screenshotOf(`office-${section}`, view))
    })
  },
)

describe('events in the office', () => {
  it('are created with every fault at its field, changed, deleted with the number of tickets, and restored', async () => {
    const opened = await desk.openAs('admin', { path: 'office/events' })
    const { page } = opened
    await page.getByRole('link', { name: 'New event' }).click()
    await page.getByLabel('Name').fill('Clockwork for children')
    await page.getByLabel('Dates').fill('2030-02-30')
    await page.getByLabel('Price').fill('five')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    expect(await page.locator('.field:has(.fault) label').allInnerTexts()).toEqual(['Place', 'Dates', 'Price'])
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe('Place')
    await expectSound(opened, 'office-event-faults')
    await page.getByLabel('Place', { exact: true }).fill('Workshop')
    await page.getByLabel('Dates').fill('2030-05-17\n2030-05-18')
    await page.getByLabel('Price').fill('5.5')
    await page.getByLabel('Places on each date').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Clockwork for children' }).waitFor()
    const eventId = page.url().split('/').at(-1)!
    expect(await eventOf(eventId)).toMatchObject({ dates: ['2030-05-17', '2030-05-18'], price: 5.5 })
    expect(await json(desk.request('admin', 'GET', `/special-events/${eventId}/capacity`))).toEqual({ capacity: 12 })

    for (const ticketDate of ['2030-05-17', '2030-05-18'])
      await desk.request('box-office', 'POST', '/tickets', {
        ticketType: 'event',
        eventId,
        ticketDate,
        email: 'visitor@example.org',
      })
    await page.reload()
    await desk.signIn(page, 'admin')
    await page.getByRole('button', { name: 'Delete the event' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 tickets are cancelled.').waitFor()
    await dialog.getByRole('button', { name: 'Delete the event' }).click()
    await page.getByRole('heading', { name: 'Deleted events' }).waitFor()
    expect((await desk.request('admin', 'GET', `/special-events/${eventId}`)).status).toBe(404)
    await page.getByRole('button', { name: 'Restore: Clockwork for children' }).click()
    await page.getByRole('heading', { name: 'Clockwork for children' }).waitFor()
    expect((await desk.request('admin', 'GET', `/special-events/${eventId}`)).status).toBe(200)
    expect(opened.errors()).toEqual([])
  })

  it('are created once when their capacity is refused', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/events/new' })
    await page.getByLabel('Name').fill('Once')
    await page.getByLabel('Place', { exact: true }).fill('Workshop')
    await page.getByLabel('Dates').fill('2030-08-17')
    await page.getByLabel('Price').fill('5')
    await page.getByLabel('Places on each date').fill('twelve')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.field:has(.fault)', { hasText: 'Places on each date' }).waitFor()
    await page.getByLabel('Places on each date').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Once' }).waitFor()
    const events = await json<Event[]>(
      desk.request('admin', 'GET', '/special-events?startDate=2030-08-17&endDate=2030-08-17'),
    )
    expect(events.map(({ name }) => name)).toEqual(['Once'])
  })

  it.each([
    ['Save what I typed', 'Mine'],
    ['Take what is stored', 'Theirs'],
  ])('that another user has changed meanwhile show both: %s', async (choice, name) => {
    const { eventId } = await create('Before', ['2030-05-20'])
    const opened = await desk.openAs('admin', { path: `office/events/${eventId}` })
    const { page } = opened
    await page.getByLabel('Name').fill('Mine')
    await desk.request('admin', 'PATCH', `/special-events/${eventId}`, { name: 'Theirs' })
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const conflict = page.getByRole('alert', { name: 'Another user has changed this meanwhile.' })
    await conflict.waitFor()
    expect(await conflict.getByRole('row', { name: 'Name' }).getByRole('cell').allInnerTexts()).toEqual([
      'Mine',
      'Theirs',
    ])
    expect((await eventOf(eventId)).name).toBe('Theirs')
    await expectSound(opened, 'office-event-conflict')
    await conflict.getByRole('button', { name: choice }).click()
    await conflict.waitFor({ state: 'detached' })
    await expect(page.getByLabel('Name').inputValue()).resolves.toBe(name)
    if (name === 'Mine') await page.getByText('Saved.').waitFor()
    expect((await eventOf(eventId)).name).toBe(name)
  })

  it('stand in the calendar of their month, as text', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/events?month=2030-05' })
    await page.locator('.calendar').waitFor()
    expect(await page.locator('.calendar a', { hasText: '<img src=x' }).count()).toBe(4)
    expect(await page.locator('img').count()).toBe(0)
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.locator('.calendar a', { hasText: 'The event of the message' }).waitFor()
    expect(page.url()).toMatch(/month=2030-06$/)
  })
})

describe('the hours in the office', () => {
  it('ask before they close a day for which tickets are sold', async () => {
    const sold = { ticketType: 'general', ticketDate: '2030-05-15', email: 'visitor@example.org' }
    await desk.request('box-office', 'POST', '/tickets', sold)
    const opened = await desk.openAs('admin', { path: 'office/hours' })
    const { page } = opened
    await page.getByRole('button', { name: 'Add a date' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.fault').first().waitFor()
    await page.locator('input[type=date]').fill('2030-05-15')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Tickets are sold for days that would be closed').waitFor()
    await expectSound(opened, 'office-hours-sold')
    await page.getByRole('button', { name: 'Close these days anyway' }).click()
    await page.getByText('Saved.').waitFor()
    const hours = await json<{ date: string }[]>(
      desk.request('reader', 'GET', '/museum-hours?startDate=2030-05-14&endDate=2030-05-16'),
    )
    expect(hours.map(({ date }) => date)).toEqual(['2030-05-14', '2030-05-16'])
  })
})

describe('the price categories in the office', () => {
  it('show a fault at its row, and are stored', async () => {
    const opened = await desk.openAs('admin', { path: 'office/prices' })
    const { page } = opened
    await page.getByRole('button', { name: 'Add a category' }).click()
    const row = page.locator('.prices li').last()
    await row.getByLabel('Identifier').fill('child')
    await row.getByLabel('Name').fill('Child')
    await row.getByLabel('Percentage').fill('half')
    await page.getByRole('button', { name: 'Save' }).click()
    await row.locator('.fault').waitFor()
    await expectSound(opened, 'office-prices-fault')
    await row.getByLabel('Percentage').fill('50')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await json(desk.request('reader', 'GET', '/price-categories'))).toContainEqual({
      priceCategory: 'child',
      name: 'Child',
      percentage: 50,
    })
  })

  it('have a price for general entry, which full has not, until it is taken away', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/prices' })
    const price = page.getByLabel('General entry')
    await price.first().waitFor()
    expect(await price.first().isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Add a category' }).click()
    const row = page.locator('.prices li').last()
    await row.getByLabel('Name').fill('Reduced')
    await row.getByLabel('Percentage').fill('70')
    await row.getByLabel('General entry').fill('eight')
    // While it is full, it has no such price.
    await row.getByLabel('Identifier').fill('full')
    expect([await price.last().isDisabled(), await price.last().inputValue()]).toEqual([true, ''])
    await row.getByLabel('Identifier').fill('reduced')
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await row.locator('.fault').innerText()).toBe('Write a number, such as 12.5.')
    const stored = async () => (await json<object[]>(desk.request('reader', 'GET', '/price-categories'))).at(-1)
    const save = async () => {
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
      await page.getByRole('button', { name: 'Save' }).click()
      await saved
    }
    const reduced = { priceCategory: 'reduced', name: 'Reduced', percentage: 70 }
    for (const [typed, generalPrice] of [
      ['8.50', { generalPrice: 8.5 }],
      ['0', { generalPrice: 0 }],
      [' ', {}],
    ] as const) {
      await row.getByLabel('General entry').fill(typed)
      await save()
      expect(await stored()).toEqual({ ...reduced, ...generalPrice })
    }
  })
})

describe('the import in the office', () => {
  const titles = 'name,location,eventDescription,dates,price\n'
  const file = (content: string) => ({ name: 'season.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

  it('lists the faults with their lines, and then imports', async () => {
    const opened = await desk.openAs('admin', { path: 'office/import' })
    const { page } = opened
    const input = page.getByLabel('File of events')
    await input.setInputFiles(file(`${titles}Good,Hall,,2031-04-01,5\nBad,Hall,,2031-02-30,five\n`))
    const faults = page.getByRole('alert', { name: 'The file has faults. Nothing was stored.' })
    await faults.waitFor()
    expect(await faults.getByRole('rowheader').allInnerTexts()).toEqual(['3', '3'])
    await expectSound(opened, 'office-import-faults')
    await input.setInputFiles(file(`${titles}Good,Hall,,2031-04-01,5\nAlso good,Hall,,2031-04-02,5\n`))
    await page.getByText('The file is correct: 2 new events, 0 known ones.').waitFor()
    const preview = page.getByRole('region', { name: 'What the file contains' })
    expect(await preview.getByRole('row').nth(2).innerText()).toMatch(
      /^Also good\tHall\t\s*Wednesday, 2 April 2031\s+New\t€5\.00\tNo limit$/,
    )
    await expectSound(opened, 'office-import-preview')
    const events = async () =>
      (await json<Event[]>(desk.request('reader', 'GET', '/special-events?startDate=2031-04-01'))).length
    expect(await events()).toBe(0)
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByText('2 events were created, 0 were known.').waitFor()
    expect(await events()).toBe(2)
  })

  it('has a template in the language of the page, which a spreadsheet fills in its own way', async () => {
    const opened = await desk.openAs('admin', { path: 'office/import', language: 'de' })
    const { page } = opened
    const downloaded = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Vorlage für eine Tabelle herunterladen' }).click()
    const download = await downloaded
    const template = await readFile(await download.path(), 'utf8')
    expect([download.suggestedFilename(), template]).toEqual([
      'veranstaltungen.csv',
      '\ufeffName;Ort;Beschreibung;Termine;Preis;Plätze\r\n',
    ])
    const row = 'Nacht;Saal;;"17.05.2031,\n18.05.2031";5,50 €;120\r\n'
    await page.getByLabel('Datei mit Veranstaltungen').setInputFiles(file(template + row.repeat(101)))
    const preview = page.getByRole('region', { name: 'Was die Datei enthält' })
    expect(await preview.getByRole('row').nth(1).innerText()).toMatch(
      /^Nacht\tSaal\t\s*Samstag, 17. Mai 2031\s+Sonntag, 18. Mai 2031\s+Neu\t5,50\s€\t120$/,
    )
    expect(await preview.getByRole('row').count()).toBe(101)
    await preview.getByRole('button', { name: 'Alle 101 Zeilen zeigen' }).click()
    expect(await preview.getByRole('row').count()).toBe(102)
  })
})

describe('the audit in the office', () => {
  it('is filtered, and shows what a change was', async () => {
    const { eventId } = await create('Audited', ['2030-07-01'])
    await desk.request('admin', 'PATCH', `/special-events/${eventId}`, { name: 'Audited twice' })
    const opened = await desk.openAs('admin', { path: 'office/audit' })
    const { page } = opened
    await page.getByLabel('About (identifier)').fill(eventId)
    await page.keyboard.press('Enter')
    await page.locator('.rows li').nth(1).waitFor()
    await page.locator('.rows li').nth(2).waitFor({ state: 'detached' })
    expect(await page.locator('.rows strong').allInnerTexts()).toEqual(['updateSpecialEvent', 'createSpecialEvent'])
    await page.getByText('Change').first().click()
    await page.getByRole('cell', { name: 'Audited twice' }).waitFor()
    await expectSound(opened, 'office-audit-entry')
  })
})

describe('webhooks in the office', () => {
  it('show their deliveries, and deliver again', async () => {
    const opened = await desk.openAs('admin', { path: 'office/webhooks' })
    const { page } = opened
    await page.getByRole('link', { name: /museum$/ }).click()
    await page.getByText('Delivered').first().waitFor({ timeout: 20_000 })
    await expectSound(opened, 'office-deliveries')
    const before = received.length
    const [id] = received.slice(-1)
    const again = once(receiver, 'request')
    await page.getByRole('button', { name: 'Send again' }).first().click()
    const [request] = (await again) as [IncomingMessage]
    await once(request, 'end')
    expect(received.slice(before)).toEqual([id])
  })
})
