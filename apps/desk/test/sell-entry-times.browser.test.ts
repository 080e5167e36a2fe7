import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
const [today, tomorrow] = ['2030-05-01', '2030-05-02']
const everyHalfHour = { rule: { every: 30, lastEntry: 60 }, capacity: 40 }

const setEntryTimes = async (fields: object) =>
  expect((await desk.request('admin', 'PUT', '/museum-hours/entry-times?confirm=true', fields)).status).toBe(200)
const soldAt = async (date: string): Promise<Readonly<Record<string, number>>> => {
  const path = `/museum-hours/availability?startDate=${date}&endDate=${date}`
  const [{ entryTimes }] = (await (await desk.request('reader', 'GET', path)).json()) as [
    { entryTimes: { entryTime: string; sold: number }[] },
  ]
  return Object.fromEntries(entryTimes.filter(({ sold }) => sold > 0).map(({ entryTime, sold }) => [entryTime, sold]))
}
const buy = async (fields: object) =>
  (await (
    await desk.request('box-office', 'POST', '/tickets', { ticketType: 'general', email: 'v@example.org', ...fields })
  ).json()) as { ticketId: string; confirmationCode: string }

const row = (page: Page) => page.getByRole('group', { name: 'Entry time and places left' })
const chosen = (page: Page) => row(page).getByRole('radio', { checked: true })
const openOn = async (date: string) => {
  const opened = await desk.openAs('box-office')
  await opened.page.getByLabel('Date').fill(date)
  await row(opened.page).getByRole('radio').first().waitFor()
  return opened
}
const typing = { delay: 120 }

beforeAll(async () => {
  // The date of the museum is fixed, and its clock is that of the machine: today has two times, of which the first one lasts.
  const schedule = (await (await desk.request('admin', 'GET', '/museum-hours/schedule')).json()) as object
  const exceptions = [{ date: today, timeOpen: '00:00', timeClose: '23:59' }]
  await desk.request('admin', 'PUT', '/museum-hours/schedule', { ...schedule, exceptions })
  await desk.request('admin', 'PUT', '/price-categories', [
    { priceCategory: 'full', name: 'Adult', percentage: 100 },
    { priceCategory: 'child', name: 'Child', percentage: 50 },
    { priceCategory: 'toddler', name: 'Toddler', percentage: 0 },
  ])
})

describe('selling entry times at the desk', () => {
  beforeEach(() =>
    setEntryTimes({ ...everyHalfHour, exceptions: [{ date: tomorrow, entryTime: '09:00', capacity: 0 }] }),
  )

  it.each(views)('is sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('box-office', view)
    const { page } = opened
    await page.locator('input[type=date]').fill(tomorrow)
    await page.locator('.entry-time').nth(16).waitFor()
    await page.locator('.stepper input').first().fill('2')
    await page.locator('.sale-lines li').waitFor()
    await expectSound(opened, screenshotOf('sell-entry-times', view))
  })

  it('shows the times of a date with the places left, and chooses the first one with places', async () => {
    const { page } = await openOn(tomorrow)
    const times = row(page).getByRole('radio')
    expect(await times.count()).toBe(17)
    expect(await row(page).locator('label').first().innerText()).toMatch(/^09:00\s+0\s+Sold out$/)
    expect(await row(page).locator('label').nth(1).innerText()).toMatch(/^09:30\s+40\s+40 places left$/)
    expect(await times.first().isDisabled()).toBe(true)
    expect(await chosen(page).inputValue()).toBe('09:30')
  })

  it('marks a time of which at most ten places and a tenth of them are left, or the last one', async () => {
    const date = '2030-05-05'
    const places = { '10:00': 10, '11:00': 20, '12:00': 20, '13:00': 3, '14:00': 100, '15:00': 200, '16:00': 0 }
    const exceptions = Object.entries(places).map(([entryTime, capacity]) => ({ date, entryTime, capacity }))
    await setEntryTimes({ rule: { times: Object.keys(places), length: 60 }, exceptions })
    const sold = { '11:00': 18, '12:00': 17, '13:00': 2, '14:00': 90, '15:00': 189 }
    for (const [entryTime, count] of Object.entries(sold))
      for (let left = count; left > 0; left -= 50) {
        const items = [{ ticketType: 'general', ticketDate: date, entryTime, quantity: Math.min(left, 50) }]
        expect((await desk.request('box-office', 'POST', '/orders', { items })).status).toBe(201)
      }
    const { page } = await openOn(date)
    const marks = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.entry-time .places')].map((each) => each.className + each.firstChild.textContent)`,
    )
    expect(marks.map((mark) => mark.replace('places badge badge-', ''))).toEqual([
      'good10',
      'warning2',
      'good3',
      'warning1',
      'warning10',
      'good11',
      'bad0',
    ])
  })

  it('has no row where the museum has no rule', async () => {
    await setEntryTimes({ rule: null })
    const { page } = await desk.openAs('box-office')
    await page.getByRole('spinbutton').first().waitFor()
    expect(await row(page).count()).toBe(0)
    await page.getByText('Arrow keys choose, Tab goes on, Enter goes to payment.').waitFor()
  })

  it('takes less than ten seconds for a family by the keyboard alone, with one arrow key more', async () => {
    await setEntryTimes({ rule: { times: ['00:00', '23:58'], length: 5 } })
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await page.locator('input[name=offer]:focus').waitFor()
    expect(await chosen(page).inputValue()).toBe('00:00')
    const start = performance.now()
    // The next entry time, 2 adults, 1 child, 1 toddler, payment, cash.
    for (const key of ['ArrowRight', 'Tab', '2', 'Tab', '1', 'Tab', '1', 'Enter', 'Enter'])
      await page.keyboard.press(key, typing)
    await page.getByRole('heading', { name: '4 tickets sold for €30.00' }).waitFor()
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(await soldAt(today)).toEqual({ '23:58': 4 })
    expect(await page.locator('.sold-tickets li').first().innerText()).toMatch(
      /^General entry\s+Wednesday, 1 May 2030, 23:58\s+Adult · €12.00/,
    )
    await expectSound(opened, 'sold-entry-time')
    // Without the arrow key, the present one is sold.
    await page.keyboard.press('F2')
    await page.locator('input[name=offer]:focus').waitFor()
    for (const key of ['Tab', '1', 'Enter', 'Enter']) await page.keyboard.press(key, typing)
    await page.getByRole('heading', { name: '1 ticket sold for €12.00' }).waitFor()
    expect(await soldAt(today)).toEqual({ '00:00': 1, '23:58': 4 })
  })

  it('goes past full times with the arrow keys, and the other way in a language from right to left', async () => {
    await setEntryTimes({ ...everyHalfHour, exceptions: [{ date: tomorrow, entryTime: '09:30', capacity: 0 }] })
    const { page } = await openOn(tomorrow)
    await page.locator('input[name=offer]').focus()
    for (const [key, time] of [
      ['ArrowRight', '10:00'],
      ['ArrowRight', '10:30'],
      ['ArrowLeft', '10:00'],
      ['ArrowLeft', '09:00'],
    ] as const) {
      await page.keyboard.press(key)
      expect(await chosen(page).inputValue()).toBe(time)
    }
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.role')).toBe('spinbutton')
    const mirrored = (await desk.openAs('box-office', { language: 'mirrored' })).page
    await mirrored.locator('input[type=date]').fill(tomorrow)
    await mirrored.locator('.entry-time').nth(16).waitFor()
    await mirrored.locator('input[name=offer]').focus()
    await mirrored.keyboard.press('ArrowLeft')
    expect(await mirrored.locator('[name=entry-time]:checked').inputValue()).toBe('10:00')
  })

  it.each([
    [
      'the places were sold meanwhile',
      { rule: { times: ['10:00', '11:00', '12:00'], length: 60 }, capacity: 1 },
      () => buy({ ticketDate: tomorrow, entryTime: '10:00' }),
      ['ArrowRight'],
      '11:00',
    ],
    [
      'the rule was set meanwhile',
      { rule: null },
      () => setEntryTimes({ rule: { times: ['12:00', '13:00'], length: 60 } }),
      [],
      '12:00',
    ],
    [
      'the rule was changed meanwhile',
      { rule: { times: ['10:00'], length: 60 } },
      () => setEntryTimes({ rule: { times: ['14:00', '15:00'], length: 60 } }),
      ['ArrowRight'],
      '15:00',
    ],
  ])('reads the times again and says what to do when it is refused: %s', async (_, before, meanwhile, keys, sold) => {
    await setEntryTimes(before)
    const { page } = await desk.openAs('box-office')
    await page.getByLabel('Date').fill(tomorrow)
    await page.getByText('Thursday, 2 May 2030').waitFor()
    await page.getByRole('spinbutton', { name: 'Adult' }).fill('1')
    await meanwhile()
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByText('Nothing was sold. Choose an entry time with places, then sell again.').waitFor()
    await row(page).getByRole('radio', { name: sold }).waitFor()
    await page.locator('[name=entry-time]:checked:focus').waitFor()
    await page.getByText('sell again.').waitFor()
    // Nothing that was typed is lost.
    for (const key of [...keys, 'Enter', 'Enter']) await page.keyboard.press(key, typing)
    await page.getByRole('heading', { name: '1 ticket sold for €12.00' }).waitFor()
    await page.getByText(`Thursday, 2 May 2030, ${sold}`).waitFor()
  })

  it('says beside what to do why a time is refused: it has ended', async () => {
    await setEntryTimes({ rule: { times: ['00:00', '23:58'], length: 5 } })
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await page.getByRole('spinbutton', { name: 'Adult' }).fill('1')
    await row(page).getByRole('radio', { name: '00:00' }).check()
    await setEntryTimes({ rule: { times: ['00:00', '00:05', '23:58'], length: 5 } })
    await page.getByRole('button', { name: 'Cash' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Nothing was sold. Choose an entry time with places, then sell again.').waitFor()
    expect(await alert.innerText()).toMatch(/^The entry time 00:00 ended at 00:05\./)
    await expectSound(opened, 'entry-time-over')
  })

  it('stays refused until what it is about is changed: its entry time, its number, or its tickets', async () => {
    await setEntryTimes(everyHalfHour)
    const { page } = await openOn(tomorrow)
    const adults = page.getByRole('spinbutton', { name: 'Adult' })
    const children = page.getByRole('spinbutton', { name: 'Child' })
    const nothingSold = page.getByText('Nothing was sold. Choose an entry time with places, then sell again.')
    const note = page.locator('.action-status [role=alert]')
    const faults = async () => ({
      nothingSold: await nothingSold.count(),
      note: await note.count(),
      lines: await page.locator('.sale-lines li:has(.fault) .offer-place').allInnerTexts(),
    })
    const none = { nothingSold: 0, note: 0, lines: [] }
    const refusedOn = (...lines: readonly string[]) => ({ nothingSold: 1, note: 1, lines })
    const thursday = 'General entry · Thu 2 May · 09:00'
    const friday = 'General entry · Fri 3 May · 09:00'
    const goTo = async (date: string, name: string) => {
      await page.getByLabel('Date').fill(date)
      await page.locator('.sale-date').getByText(name).waitFor()
    }
    await adults.fill('2')
    await goTo('2030-05-03', 'Friday, 3 May 2030')
    await children.fill('2')
    await setEntryTimes({ ...everyHalfHour, exceptions: [{ entryTime: '09:00', capacity: 1 }] })
    const sell = async () => {
      await page.getByRole('button', { name: 'Cash' }).click()
      await note.waitFor()
    }
    await sell()
    // The museum names all lines; it goes to the first one.
    expect(await faults()).toEqual(refusedOn(thursday, friday))
    await chosen(page).and(page.locator('[value="09:00"]:focus')).waitFor()
    // A further line, before the one of Friday: each refusal stays at its own line.
    await children.fill('1')
    expect(await faults()).toEqual(refusedOn(friday))
    await row(page).getByRole('radio', { name: '10:00' }).check()
    expect(await faults()).toEqual(refusedOn(friday))
    // Another date, whose entry time is another one, is not what was refused: the focus stays.
    await goTo('2030-05-04', 'Saturday, 4 May 2030')
    expect(await chosen(page).inputValue()).toBe('09:00')
    expect(await page.locator('input[type=date]:focus').inputValue()).toBe('2030-05-04')
    await goTo('2030-05-03', 'Friday, 3 May 2030')
    expect(await faults()).toEqual(refusedOn(friday))
    await row(page).getByRole('radio', { name: '09:30' }).check()
    expect(await faults()).toEqual(none)
    // What cannot be sold is now said before it is sent.
    await row(page).getByRole('radio', { name: '09:00' }).check()
    await page.getByText('Only 1 place is left.').waitFor()
    await page.getByRole('button', { name: 'Remove 2 × Child' }).click()
    expect(await page.getByText('Only 1 place is left.').count()).toBe(0)
  })

  it('offers nothing where no entry time has places', async () => {
    await setEntryTimes({ ...everyHalfHour, exceptions: [{ date: tomorrow, capacity: 0 }] })
    const { page } = await desk.openAs('box-office')
    await page.getByLabel('Date').fill(tomorrow)
    const general = page.getByRole('radio', { name: /General entry/ })
    await general.and(page.locator(':disabled')).waitFor()
    expect(await general.isChecked()).toBe(false)
    expect(await page.getByRole('spinbutton').count()).toBe(0)
    expect(await row(page).count()).toBe(0)
  })

  it('goes to the date of the tickets that were refused', async () => {
    const { page } = await openOn(tomorrow)
    await page.getByRole('spinbutton', { name: 'Adult' }).fill('1')
    await page.getByLabel('Date').fill('2030-05-03')
    await page.getByText('Friday, 3 May 2030').waitFor()
    await page.getByRole('spinbutton', { name: 'Adult' }).fill('1')
    await setEntryTimes({ ...everyHalfHour, exceptions: [{ date: tomorrow, entryTime: '09:30', capacity: 0 }] })
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.locator('[name=entry-time][value="09:30"]:checked:focus').waitFor()
    expect(await page.getByLabel('Date').inputValue()).toBe(tomorrow)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('heading', { name: '2 tickets sold' }).waitFor()
    expect(await page.locator('.sold-tickets li p:nth-child(2)').allInnerTexts()).toEqual([
      'Thursday, 2 May 2030, 10:00',
      'Friday, 3 May 2030, 09:00',
    ])
  })
})

describe('finding at the desk', () => {
  it('shows the entry time of a ticket', async () => {
    await setEntryTimes(everyHalfHour)
    const { confirmationCode } = await buy({ ticketDate: '2030-05-04', entryTime: '11:30' })
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    await page.getByLabel('Code, order or e-mail').fill(confirmationCode)
    await page.keyboard.press('Enter')
    await page.locator('.found-tickets').getByText('Saturday, 4 May 2030, 11:30').waitFor()
  })
})

describe('refunds at the desk', () => {
  it('show the entry time of a ticket', async () => {
    await setEntryTimes(everyHalfHour)
    const { ticketId } = await buy({ ticketDate: '2030-05-04', entryTime: '12:30' })
    expect((await desk.request('box-office', 'POST', `/tickets/${ticketId}/cancellation`)).status).toBe(200)
    const { page } = await desk.openAs('box-office', { path: 'box-office/refunds' })
    await page.locator('.refunds').getByText('Saturday, 4 May 2030, 12:30').waitFor()
  })
})
