import { beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, useDesk } from './the-desk.ts'

const desk = useDesk()
const tomorrow = '2030-05-02'

const put = async (path: string, body: object) => {
  const response = await desk.request('admin', 'PUT', path, body)
  expect(response.status).toBe(200)
}
const entryTimes = (capacity: number) => ({
  rule: { times: ['11:00', '11:30', '12:00', '12:30', '13:00'], length: 30 },
  capacity: 20,
  exceptions: [{ date: tomorrow, entryTime: '11:30', capacity }],
})
beforeEach(() => put('/museum-hours/entry-times', entryTimes(20)))

/** Chooses eight tickets for 11:30 tomorrow, of which six are then left. */
const sellEight = async (page: Page) => {
  await page.locator('input[type=date]').fill(tomorrow)
  await page.locator('[name=entry-time][value="11:30"]').check()
  await page.getByRole('spinbutton').first().fill('8')
  // The page does not learn of it before the sale is sent.
  const sent = Promise.withResolvers<void>()
  await page.route(/\/availability\?/, async (route) => {
    await sent.promise
    await route.continue()
  })
  await put('/museum-hours/entry-times', entryTimes(6))
  await page.locator('.payment button').first().click()
  sent.resolve()
  await page.getByRole('alert').waitFor()
}
const faults = (page: Page) => page.locator('.fault').allInnerTexts()
/** The text of a page without the number of the request and the sentence of the API, which are closed. */
const shownText = (page: Page) => page.locator('#content').innerText()

describe('a sale for which too few places are left', () => {
  it.each([
    [
      'en',
      'Only 6 places are left at 11:30. Enough are left at 12:00, 12:30 and 13:00.',
      'Nothing was sold. Choose an entry time with places, then sell again.',
      'Request number',
    ],
    [
      'de',
      'Um 11:30 Uhr sind nur noch 6 Plätze frei. Genug sind um 12:00, 12:30 und 13:00 Uhr frei.',
      'Es wurde nichts verkauft. Wählen Sie eine Einlasszeit mit freien Plätzen und verkaufen Sie erneut.',
      'Nummer der Anfrage',
    ],
    [
      'ja',
      '11:30の残りは6席だけです。12:00、12:30、13:00には十分な席があります。',
      '何も販売されていません。空きのある入場時刻を選び、もう一度販売してください。',
      'リクエスト番号',
    ],
  ] as const)('says so once, at its line, and what to do: %s', async (language, fault, instead, requestNumber) => {
    const opened = await desk.openAs('box-office', { language })
    const { page } = opened
    await sellEight(page)
    // The places are read again.
    await page.waitForResponse('**/availability?*')
    await page.waitForTimeout(100)
    expect(await faults(page)).toEqual([fault])
    const alert = page.getByRole('alert')
    expect(await alert.innerText()).toBe(`${instead}\n\n${requestNumber}`)
    expect(await page.locator('.note').count()).toBe(1)
    const text = await shownText(page)
    expect(text.split(fault)).toHaveLength(2)
    expect(text).not.toMatch(/must be|items\/|Sold out/)
    await expectSound(opened, `problem-sold-out-${language}`)
    await alert.locator('summary').click()
    await alert.getByText('items/0/entryTime must be an entry time with enough places left: 11:30 has 6').waitFor()
    await expectSound(opened)
  })

  it('says so in another language once it is chosen', async () => {
    const { page } = await desk.openAs('box-office')
    await sellEight(page)
    await page.locator('.language-choice select').selectOption('fr')
    await page.getByText('À 11:30, il ne reste que 6 places. Il en reste assez à 12:00, 12:30 et 13:00.').waitFor()
  })

  it('says so in the words of the API when its sentences cannot be loaded', async () => {
    const { page } = await desk.openAs('box-office', { language: 'de' })
    await page.route(/\/sentences-/, (route) => route.abort())
    await sellEight(page)
    expect(await faults(page)).toEqual([
      'must be an entry time with enough places left: 11:30 has 6; enough are left at 12:00, 12:30 and 13:00',
    ])
  })
})

describe('a fault in the office', () => {
  it.each([
    ['en', 'Write a time from 00:00 to 23:59.', 'Please correct what is marked.'],
    ['ja', '00:00から23:59までの時刻を入力してください。', '印の付いた箇所を直してください。'],
  ] as const)('is said once at its field, of several values too: %s', async (language, fault, marked) => {
    const opened = await desk.openAs('admin', { path: 'office/entry-times', language })
    const { page } = opened
    const times = page.locator('.event-form textarea')
    await times.fill('25:00\n26:00')
    await page.locator('.event-form [type=submit]').click()
    await page.getByRole('alert').waitFor()
    expect(await faults(page)).toEqual([fault])
    expect(await page.getByRole('alert').locator('> p').allInnerTexts()).toEqual([marked])
    await times.and(page.locator(':focus')).waitFor()
    await expectSound(opened, `problem-times-${language}`)
  })

  it('of a report is said once, at its field, with its numbers', async () => {
    const { page } = await desk.openAs('admin', {
      path: 'office/figures?from=2028-01-01&to=2030-01-01',
      language: 'de',
    })
    await page.locator('.fault').waitFor()
    expect(await faults(page)).toEqual(['Wählen Sie höchstens 366 Tage. Das sind 732.'])
    expect(await page.getByRole('alert').locator('> p').allInnerTexts()).toEqual([
      'Bitte korrigieren Sie, was markiert ist.',
    ])
    expect(await shownText(page)).not.toMatch(/must be|less than/)
  })

  it('without a field is said in the note', async () => {
    const { page } = await desk.openAs('box-office')
    await page.route('**/v1.1/orders', async (route) => {
      const order = route.request().postDataJSON() as { items: object[] }
      await route.continue({ postData: { ...order, items: Array.from({ length: 21 }, () => order.items[0]!) } })
    })
    await page.locator('input[type=date]').fill(tomorrow)
    await page.getByRole('spinbutton').first().fill('1')
    await page.getByRole('button', { name: 'Cash' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.locator('> p').allInnerTexts()).toEqual([
      'A sale has at most 20 lines. Please sell the others separately.',
    ])
  })

  it('that two users have changed at once is said once, by the question', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/entry-times' })
    const length = page.locator('.event-form').getByLabel('Minutes that the last one lasts')
    await length.fill('45')
    await put('/museum-hours/entry-times', { ...entryTimes(20), early: 20 })
    await page.locator('.event-form [type=submit]').click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await page.locator('.note-bad').count()).toBe(0)
    expect(await alert.innerText()).toMatch(/^Another user has changed this meanwhile\./)
  })
})

describe('the sentences about problems', () => {
  it('are loaded before there is one, ten seconds after the sign-in', async () => {
    const { page } = await desk.openAs('reader', { path: 'hours' })
    const loaded = page.waitForRequest(/\/sentences-/, { timeout: 15_000 })
    await loaded
  })
})
