import { beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
const thursday = '2030-05-02'
const everyHalfHour = { rule: { every: 30, lastEntry: 60 }, capacity: 40 }
const none = { rule: null, capacity: null, early: 15, late: null, exceptions: [] }

const path = '/museum-hours/entry-times'
const setEntryTimes = async (fields: object) =>
  expect((await desk.request('admin', 'PUT', `${path}?confirm=true`, fields)).status).toBe(200)
const settings = async () => (await (await desk.request('admin', 'GET', path)).json()) as object
const buy = (fields: object) =>
  desk.request('box-office', 'POST', '/tickets', { ticketType: 'general', email: 'v@example.org', ...fields })
const open = async (view: Parameters<typeof desk.openAs>[1] = {}) => {
  const opened = await desk.openAs('admin', { ...view, path: 'office/entry-times' })
  await opened.page.locator('.event-form').waitFor()
  return opened
}
const week = (page: Page) => page.locator('.entry-time-week')
const day = (page: Page, name: string) => week(page).locator('details', { hasText: name })
const save = (page: Page) => page.locator('.event-form').getByRole('button', { name: 'Save' }).click()
const saved = (page: Page) => page.locator('.event-form').getByText('Saved.').waitFor()

beforeEach(() => setEntryTimes(none))

describe('the entry times in the office', () => {
  it.each(views)('are sound on a $screen, $colors, $language', async (view) => {
    await setEntryTimes({ ...everyHalfHour, exceptions: [{ weekday: 'saturday', capacity: 60 }] })
    const opened = await open(view)
    const days = opened.page.locator('.entry-time-week details')
    await days.nth(5).waitFor()
    await days.nth(1).locator('summary').click()
    await expectSound(opened, screenshotOf('office-entry-times', view))
  })

  it('are set with a rule, and the week shows what follows from it', async () => {
    const opened = await open()
    const { page } = opened
    await page.getByText('update them first: until then they refuse these tickets.').waitFor()
    expect(await week(page).count()).toBe(0)
    await expectSound(opened, 'office-entry-times-none')
    await page.getByLabel('At regular intervals').check()
    await page.getByLabel('Minutes between two entry times').fill('half')
    await page.getByLabel('Places of each entry time').fill('40')
    await page.getByLabel('Minutes that a visitor may be late').fill('3')
    for (const [label, fault, correct] of [
      ['Minutes between two entry times', 'Write a whole number in digits, such as 120.', '30'],
      ['Minutes that a visitor may be late', 'Write a whole number of minutes from 5 to 1,440.', ''],
    ] as const) {
      await save(page)
      await page.locator('.field', { hasText: label }).getByText(fault).waitFor()
      expect(await settings()).toEqual(none)
      await page.getByLabel(label).fill(correct)
    }
    await page.getByLabel('Minutes from the last one to closing').fill('６０')
    await save(page)
    await saved(page)
    expect(await settings()).toEqual({ ...none, ...everyHalfHour })
    await day(page, 'Thursday, 2 May 2030: 17 times, 680 places').waitFor()
    expect(await page.getByText('update them first').count()).toBe(0)
  })

  it('are at given times, and on a closed day, or one with other hours, those that are left', async () => {
    const schedule = (await (await desk.request('admin', 'GET', '/museum-hours/schedule')).json()) as object
    const exceptions = [{ date: '2030-05-03' }, { date: '2030-05-04', timeOpen: '18:00', timeClose: '20:00' }]
    await desk.request('admin', 'PUT', '/museum-hours/schedule', { ...schedule, exceptions })
    const { page } = await open()
    await page.getByLabel('At given times').check()
    await page.getByLabel('Times', { exact: true }).fill('9:30\n11：00, 25:00')
    await page.getByLabel('Minutes that the last one lasts').fill('90')
    await save(page)
    await page.locator('.field', { hasText: 'Times' }).locator('.fault').waitFor()
    await page.getByLabel('Times', { exact: true }).fill('9:30\n11：00')
    await save(page)
    await saved(page)
    expect(await settings()).toEqual({ ...none, rule: { times: ['09:30', '11:00'], length: 90 } })
    expect(await page.getByLabel('Times', { exact: true }).inputValue()).toBe('09:30\n11:00')
    await day(page, 'Thursday, 2 May 2030: 2 times, places without limit').waitFor()
    await week(page).getByText('Friday, 3 May 2030: Closed').waitFor()
    await week(page).getByText('Saturday, 4 May 2030: no entry times').waitFor()
    await week(page).getByRole('button', { name: 'Next' }).click()
    await day(page, 'Wednesday, 8 May 2030: 2 times').waitFor()
    await week(page).getByRole('button', { name: 'Previous' }).click()
    await week(page).getByText('Friday, 3 May 2030: Closed').waitFor()
    await desk.request('admin', 'PUT', '/museum-hours/schedule', { ...schedule, exceptions: [] })
  })

  it('have other places where they are seen: at one time, at all of a day, and no longer', async () => {
    await setEntryTimes({ ...everyHalfHour, exceptions: [{ date: '2030-04-30', capacity: 1 }] })
    const opened = await open()
    const { page } = opened
    const exceptions = page.getByRole('region', { name: 'Other numbers of places' })
    // What is over is not shown, and not kept.
    await exceptions.getByText('All days have the places of the rule.').waitFor()
    const opensOn = day(page, 'Thursday, 2 May 2030')
    await opensOn.locator('summary').click()
    await opensOn.getByLabel('Places at 11:30').fill('ten')
    await opensOn.getByRole('button', { name: 'Save' }).click()
    await opensOn.locator('[aria-invalid]:focus').waitFor()
    await expectSound(opened, 'office-entry-times-fault')
    await opensOn.getByLabel('Places at 11:30').fill('10')
    await opensOn.getByLabel('Places at 12:00').fill('')
    await opensOn.getByRole('button', { name: 'Save' }).click()
    await day(page, 'Thursday, 2 May 2030: 17 times, places without limit').waitFor()
    expect(await settings()).toMatchObject({
      exceptions: [
        { date: thursday, entryTime: '11:30', capacity: 10 },
        { date: thursday, entryTime: '12:00', capacity: null },
      ],
    })
    expect(await exceptions.locator('li span').allInnerTexts()).toEqual([
      'Thursday, 2 May 2030, 11:30',
      '10 places each',
      'Thursday, 2 May 2030, 12:00',
      'no limit',
    ])
    await exceptions.getByRole('button', { name: /12:00/ }).click()
    await day(page, 'Thursday, 2 May 2030: 17 times, 650 places').waitFor()
    await opensOn.getByLabel('All entry times').fill('5')
    await opensOn.getByRole('button', { name: 'Save' }).click()
    await day(page, 'Thursday, 2 May 2030: 17 times, 85 places').waitFor()
    expect(await settings()).toMatchObject({ exceptions: [{ date: thursday, capacity: 5 }] })
  })

  it('have other places on a weekday, less special than those of a date', async () => {
    await setEntryTimes({ ...everyHalfHour, exceptions: [{ date: '2030-05-04', entryTime: '09:00', capacity: 0 }] })
    const { page } = await open()
    const exceptions = page.getByRole('region', { name: 'Other numbers of places' })
    await exceptions.getByLabel('Day', { exact: true }).selectOption('Saturday')
    await exceptions.getByLabel('Places').fill('60')
    await exceptions.getByRole('button', { name: 'Add' }).click()
    await day(page, 'Saturday, 4 May 2030: 17 times, 960 places').waitFor()
    await exceptions.getByLabel('Day', { exact: true }).selectOption('Every day')
    await exceptions.getByLabel('Entry time', { exact: true }).fill('17:00')
    await exceptions.getByLabel('Places').fill('0')
    await exceptions.getByRole('button', { name: 'Add' }).click()
    await day(page, 'Thursday, 2 May 2030: 17 times, 640 places').waitFor()
    await day(page, 'Saturday, 4 May 2030: 17 times, 960 places').waitFor()
    expect(await exceptions.locator('li span:first-child').allInnerTexts()).toEqual([
      'Every day, 17:00',
      'Saturday',
      'Saturday, 4 May 2030, 09:00',
    ])
  })

  it('have no other places by an empty form: a day is chosen, and a number or that there is no limit', async () => {
    await setEntryTimes(everyHalfHour)
    const opened = await open()
    const { page } = opened
    const exceptions = page.getByRole('region', { name: 'Other numbers of places' })
    const add = exceptions.getByRole('button', { name: 'Add' })
    const places = exceptions.getByRole('textbox', { name: 'Places' })
    await add.click()
    await exceptions.getByText('Choose a day.').waitFor()
    await exceptions.getByText('Write a number of places, or choose “no limit”.').waitFor()
    await exceptions.locator('select:focus').waitFor()
    await expectSound(opened, 'office-entry-times-missing')
    await exceptions.getByLabel('Day', { exact: true }).selectOption('Every day')
    await add.click()
    await exceptions.locator('.places-input:focus').waitFor()
    await places.fill('ten')
    await add.click()
    await exceptions.getByText('Write a whole number in digits').waitFor()
    expect(await settings()).toEqual({ ...none, ...everyHalfHour })
    await exceptions.getByLabel('no limit').check()
    expect(await places.isDisabled()).toBe(true)
    await add.click()
    await day(page, 'Thursday, 2 May 2030: 17 times, places without limit').waitFor()
    await exceptions.getByText('Saved.').waitFor()
    expect(await settings()).toMatchObject({ exceptions: [{ capacity: null }] })
    // The day stays chosen, the places do not: a second press is a fault, and no longer what was saved.
    await add.click()
    await exceptions.getByText('Write a number of places, or choose “no limit”.').waitFor()
    expect(await exceptions.getByText('Saved.').count()).toBe(0)
    await places.fill('12')
    await add.click()
    await day(page, 'Thursday, 2 May 2030: 17 times, 204 places').waitFor()
    await exceptions.getByText('Saved.').waitFor()
    await exceptions.getByRole('button', { name: 'Remove Every day' }).click()
    await day(page, 'Thursday, 2 May 2030: 17 times, 680 places').waitFor()
    expect(await exceptions.getByText('Saved.').count()).toBe(0)
  })

  it('are as the rule again on a date by one button, and what was saved is not said after an edit', async () => {
    const others = [
      { weekday: 'thursday', entryTime: '09:00', capacity: 41 },
      { date: '2030-05-03', capacity: 5 },
    ]
    await setEntryTimes({ ...everyHalfHour, exceptions: others })
    const { page } = await open()
    const opensOn = day(page, 'Thursday, 2 May 2030')
    const asRule = opensOn.getByRole('button', { name: 'As the rule' })
    await opensOn.locator('summary').click()
    expect(await asRule.count()).toBe(0)
    for (const places of ['10', '40']) {
      await opensOn.getByLabel('Places at 11:30').fill(places)
      expect(await opensOn.getByText('Saved.').count()).toBe(0)
      await opensOn.getByRole('button', { name: 'Save' }).click()
      await opensOn.getByText('Saved.').waitFor()
    }
    expect(await settings()).toMatchObject({
      exceptions: [others[0], others[1], { date: thursday, entryTime: '11:30', capacity: 40 }],
    })
    await asRule.click()
    await asRule.waitFor({ state: 'detached' })
    await opensOn.locator('[type=submit]:focus').waitFor()
    expect(await settings()).toMatchObject({ exceptions: others })
    await day(page, 'Thursday, 2 May 2030: 17 times, 681 places').waitFor()
    await page.getByLabel('Minutes that a visitor may be early').fill('20')
    await save(page)
    await saved(page)
    await page.getByLabel('Minutes that a visitor may be early').fill('25')
    await page.locator('.event-form').getByText('Saved.').waitFor({ state: 'detached' })
  })

  it('for which tickets are sold are taken away only after the numbers were shown', async () => {
    await setEntryTimes(everyHalfHour)
    for (const entryTime of ['11:30', '11:30', '12:30', '12:00'])
      expect((await buy({ ticketDate: thursday, entryTime })).status).toBe(201)
    const opened = await open()
    const { page } = opened
    await page.getByLabel('Minutes between two entry times').fill('60')
    await save(page)
    const note = page.locator('.note-warning')
    await note
      .getByText('Tickets are sold for entry times that would be taken away. They stay valid: these 3 visitors come in')
      .waitFor()
    expect(await note.getByRole('listitem').allInnerTexts()).toEqual(['Thu 2 May: 11:30 (2), 12:30 (1)'])
    expect(await settings()).toMatchObject(everyHalfHour)
    await expectSound(opened, 'office-entry-times-sold')
    await note.getByRole('button', { name: 'Change nothing' }).click()
    await note.waitFor({ state: 'detached' })
    await page.locator('.event-form [type=submit]:focus').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await settings()).toMatchObject(everyHalfHour)
    const soldOf = async () => {
      const opensOn = day(page, 'Thursday, 2 May 2030')
      return (await opensOn.locator('tbody tr:first-child td').first().innerText()).replace(/\s*\n\s*/g, ' | ')
    }
    await day(page, 'Thursday, 2 May 2030: 17 times').locator('summary').click()
    expect(await soldOf()).toBe('4')
    await save(page)
    await note.getByRole('button', { name: 'Change it all the same' }).click()
    await saved(page)
    expect(await settings()).toMatchObject({ rule: { every: 60, lastEntry: 60 } })
    await day(page, 'Thursday, 2 May 2030: 9 times').waitFor()
    expect(await soldOf()).toBe('4 | 3 of them for times that are no longer offered, or for none')
    await expectSound(opened, 'office-entry-times-lost')
  })

  it('have their reserved places beside the sold ones', async () => {
    await setEntryTimes(everyHalfHour)
    expect((await buy({ ticketDate: '2030-05-04', entryTime: '11:30' })).status).toBe(201)
    const items = [{ ticketType: 'general', ticketDate: '2030-05-04', entryTime: '11:30', quantity: 12 }]
    expect((await desk.request('box-office', 'POST', '/reservations', { items })).status).toBe(201)
    const { page } = await open()
    await day(page, 'Saturday, 4 May 2030').locator('summary').click()
    const cells = day(page, 'Saturday, 4 May 2030').locator('tbody td:nth-child(2)')
    const texts = (await cells.allInnerTexts()).map((text) => text.replace(/\s*\n\s*/g, ' | '))
    expect(texts.filter((text) => text !== '0')).toEqual(['1 | and 12 reserved', '1 | and 12 reserved'])
  })

  it('for which tickets are sold are taken away by other hours only after the numbers were shown', async () => {
    await setEntryTimes({ rule: { times: ['10:00', '17:30'], length: 30 } })
    for (const entryTime of ['10:00', '17:30'])
      expect((await buy({ ticketDate: '2030-05-10', entryTime })).status).toBe(201)
    const { page } = await desk.openAs('admin', { path: 'office/hours' })
    await page.getByRole('button', { name: 'Add a date' }).click()
    await page.locator('input[type=date]').fill('2030-05-10')
    await page.locator('.schedule-row').last().getByRole('checkbox').check()
    await page.getByLabel('Closes').last().fill('17:00')
    await page.getByRole('button', { name: 'Save' }).click()
    const note = page.locator('.note-warning')
    await note.getByText('It stays valid: this visitor comes in addition.').waitFor()
    expect(await note.getByText('days that would be closed').count()).toBe(0)
    await note.getByRole('button', { name: 'Change nothing' }).click()
    await note.waitFor({ state: 'detached' })
    await page.locator('[type=submit]:focus').click()
    await note.getByRole('button', { name: 'Change it all the same' }).click()
    await page.getByText('Saved.').waitFor()
  })

  it('that another user has changed meanwhile are read again, and nothing is overwritten', async () => {
    await setEntryTimes(everyHalfHour)
    const { page } = await open()
    await setEntryTimes({ ...everyHalfHour, capacity: 20 })
    await page.getByLabel('Places of each entry time').fill('30')
    await save(page)
    await page.getByText('Another user has changed this meanwhile.').waitFor()
    expect(await settings()).toMatchObject({ capacity: 20 })
    await page.getByRole('button', { name: 'Take what is stored' }).click()
    await page.getByText('Another user has changed this meanwhile.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Places of each entry time').inputValue()).toBe('20')
    await page.getByLabel('Places of each entry time').fill('30')
    await save(page)
    await saved(page)
    expect(await settings()).toMatchObject({ capacity: 30 })
  })
})
