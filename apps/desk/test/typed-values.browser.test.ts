import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, useDesk } from './the-desk.ts'

const desk = useDesk()

const responseJson = async <Body>(response: ReturnType<typeof desk.request>) => (await (await response).json()) as Body
const eventsOn = (date: string) =>
  responseJson<Readonly<{ eventId: string; name: string; dates: readonly string[]; price: number }>[]>(
    desk.request('reader', 'GET', `/special-events?startDate=${date}&endDate=${date}`),
  )
const newEventInGerman = async (date: string) => {
  const opened = await desk.openAs('admin', { language: 'de', path: 'office/events/new' })
  const { page } = opened
  await page.getByLabel('Name').fill('Gala-Dinner')
  await page.getByLabel('Ort').fill('Festsaal')
  await page.getByLabel('Termine').fill(date)
  return opened
}
const save = (page: Page) => page.getByRole('button', { name: 'Speichern' }).click()
const faultAt = (page: Page, label: string) => page.locator('.field', { hasText: label }).locator('.fault').innerText()

describe('a price and places in the office', () => {
  it('with a separator of thousands are faults that say how to write them, in the language of the page', async () => {
    const opened = await newEventInGerman('2030-09-01')
    const { page } = opened
    for (const [typed, fault] of [
      ['1.250', 'Schreiben Sie 1250 oder 1,25: Es kann beides bedeuten.'],
      ['1,250', 'Schreiben Sie 1250 oder 1,25: Es kann beides bedeuten.'],
      ['1.000', 'Schreiben Sie 1000 oder 1: Es kann beides bedeuten.'],
      ['1.250,00 €', 'Schreiben Sie 1250.'],
      ['12,50 $', 'Schreiben Sie eine Zahl, etwa 12,5.'],
    ] as const) {
      await page.getByLabel('Preis').fill(typed)
      const refused = page.waitForResponse('**/special-events')
      await save(page)
      expect((await refused).status()).toBe(400)
      await page.locator('#content [aria-invalid=true]').waitFor()
      expect([typed, await faultAt(page, 'Preis')]).toEqual([typed, fault])
    }
    await expectSound(opened, 'typed-price')
    expect(await eventsOn('2030-09-01')).toEqual([])
    await page.getByLabel('Preis').fill('1250,50')
    await page.getByLabel('Plätze an jedem Termin').fill('1.000')
    await save(page)
    await page.locator('.fault', { hasText: 'Schreiben Sie 1000.' }).waitFor()
    const [event] = await eventsOn('2030-09-01')
    expect(event!.price).toBe(1_250.5)
    const capacity = () => responseJson(desk.request('admin', 'GET', `/special-events/${event!.eventId}/capacity`))
    expect(await capacity()).toEqual({ capacity: null })
    await page.getByLabel('Plätze an jedem Termin').fill('1000')
    await save(page)
    await page.getByRole('heading', { name: 'Gala-Dinner' }).waitFor()
    expect(await capacity()).toEqual({ capacity: 1_000 })
  })

  it('are read with full-width digits and with the sign of the currency, and dates as they are written in German and Japanese', async () => {
    const { page } = await newEventInGerman('17.09.2030、２０３０／９／１８')
    await page.getByLabel('Preis').fill('１２，５０ €')
    await page.getByLabel('Plätze an jedem Termin').fill('１２０')
    await save(page)
    await page.getByRole('heading', { name: 'Gala-Dinner' }).waitFor()
    const [event] = await eventsOn('2030-09-17')
    expect(event).toMatchObject({ dates: ['2030-09-17', '2030-09-18'], price: 12.5 })
    expect(await responseJson(desk.request('admin', 'GET', `/special-events/${event!.eventId}/capacity`))).toEqual({
      capacity: 120,
    })
  })
})

describe('a date in the office', () => {
  it('whose month may be first is a fault that names both', async () => {
    const { page } = await newEventInGerman('5/6/2030')
    await page.getByLabel('Preis').fill('5')
    await save(page)
    await page.locator('.fault').waitFor()
    expect(await faultAt(page, 'Termine')).toBe('Schreiben Sie 2030-06-05 oder 2030-05-06: Es kann beides bedeuten.')
  })
})

describe('a percentage in the office', () => {
  it('is read with full-width digits, and is a fault with decimals', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/prices' })
    await page.getByRole('button', { name: 'Add a category' }).click()
    const row = page.locator('.prices li').last()
    await row.getByLabel('Identifier').fill('child')
    await row.getByLabel('Name').fill('Child')
    await row.getByLabel('Percentage').fill('50.0')
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await row.locator('.fault').innerText()).toBe('Write a whole number in digits, such as 120.')
    await row.getByLabel('Percentage').fill('５０')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await responseJson(desk.request('reader', 'GET', '/price-categories'))).toMatchObject([
      {},
      { percentage: 50 },
    ])
  })
})

describe('a number of tickets at the desk', () => {
  it('is read with full-width digits, counts none beside its fault otherwise, and has the arrow keys', async () => {
    const opened = await desk.openAs('box-office', { path: 'box-office/sell' })
    const { page } = opened
    const field = page.getByRole('spinbutton').first()
    const total = page.locator('.sale-total output')
    await field.focus()
    await page.keyboard.insertText('２')
    await page.locator('.sale-lines li', { hasText: '2 ×' }).waitFor()
    expect([await field.inputValue(), await total.innerText()]).toEqual(['２', '€24.00'])
    for (const typed of ['1.5', '1.000', 'two']) {
      await field.fill(typed)
      await page.locator('.stepper .fault').waitFor()
      expect([await field.inputValue(), await total.innerText()]).toEqual([typed, '€0.00'])
    }
    await expectSound(opened, 'typed-count')
    // Otherwise the sale would lack these tickets.
    await page.getByRole('spinbutton').nth(1).fill('1')
    await page.locator('.sale-lines li').waitFor()
    await page.getByRole('button', { name: 'Cash' }).click()
    expect(await page.evaluate('document.activeElement.value')).toBe('two')
    await page.getByRole('spinbutton').nth(1).fill('')
    await field.press('ArrowUp')
    await field.press('ArrowUp')
    await field.press('ArrowDown')
    await field.press('ArrowUp')
    expect([await field.inputValue(), await total.innerText()]).toEqual(['2', '€24.00'])
    expect(await page.locator('.stepper .fault').count()).toBe(0)
    await page.getByRole('button', { name: 'One ticket more' }).first().click()
    await page.getByRole('button', { name: 'Remove 3' }).click()
    expect([await field.inputValue(), await total.innerText()]).toEqual(['', '€0.00'])
  })
})

/** As a Japanese keyboard types it. */
const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

describe('a code in full-width characters', () => {
  it('is found at the desk, whether it is that of a ticket, its number or an e-mail address, and admits at the gate', async () => {
    const { tickets } = await responseJson<{ tickets: readonly { ticketId: string; confirmationCode: string }[] }>(
      desk.request('box-office', 'POST', '/orders', {
        items: [{ ticketType: 'general', ticketDate: '2030-05-01' }],
        email: 'visitor@example.org',
      }),
    )
    const [{ ticketId, confirmationCode }] = tickets as [(typeof tickets)[number]]
    const { page } = await desk.openAs('admin', { path: 'box-office/find' })
    for (const text of [confirmationCode, ticketId, 'visitor@example.org']) {
      await page.locator('input[type=search]').fill(`\u3000${fullWidth(text)} `)
      await page.keyboard.press('Enter')
      await page.locator('.found-tickets .code', { hasText: confirmationCode }).waitFor()
      await page.getByRole('link', { name: 'Closing' }).click()
      await page.getByRole('link', { name: 'Find' }).click()
    }
    const scan = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/admissions'))
    await page.getByRole('link', { name: 'Gate' }).click()
    await page.locator('[name=gate]').fill('North')
    await page.locator('.gate-open').click()
    await page.locator('.gate-typed input').fill(fullWidth(confirmationCode))
    await page.keyboard.press('Enter')
    expect((await scan).postDataJSON()).toMatchObject({ code: confirmationCode })
  })

  it('filters the audit log by the identifier of an event, and by the name of a user as it is', async () => {
    const event = { name: 'Audited', location: 'Hall', eventDescription: '', dates: ['2030-06-01'], price: 1 }
    const { eventId } = await responseJson<{ eventId: string }>(desk.request('admin', 'POST', '/special-events', event))
    const { page } = await desk.openAs('admin', { path: 'office/audit' })
    await page.getByLabel('About (identifier)').fill(fullWidth(eventId))
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.href.includes(eventId))
    await page.getByLabel('About (identifier)').fill('サーバー')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => decodeURIComponent(url.href).includes('サーバー'))
  })
})
