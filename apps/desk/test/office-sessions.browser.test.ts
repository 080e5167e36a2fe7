import { beforeEach, describe, expect, it } from '@jest/globals'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
const none = { rule: null, capacity: null }
let eventId: string

beforeEach(async () => {
  const event = {
    name: 'Tour of the depot',
    location: 'Depot',
    eventDescription: '',
    dates: ['2030-05-17', '2030-05-18'],
    price: 5,
  }
  const created = await desk.request('admin', 'POST', '/special-events', event)
  ;({ eventId } = (await created.json()) as { eventId: string })
})
const path = () => `/special-events/${eventId}/entry-times`
const entryTimes = async () => (await (await desk.request('admin', 'GET', path())).json()) as object
const open = async () => {
  const opened = await desk.openAs('admin', { path: `office/events/${eventId}` })
  const sessions = opened.page.getByRole('region', { name: 'Entry times' })
  await sessions.getByLabel('Times', { exact: true }).waitFor()
  return { opened, page: opened.page, sessions, save: () => sessions.getByRole('button', { name: 'Save' }).click() }
}

describe('the entry times of an event in the office', () => {
  it('are set beside the event, and say what is wrong', async () => {
    const { opened, sessions, save } = await open()
    await sessions.getByText('update them first: until then they refuse these tickets.').waitFor()
    await sessions.getByLabel('Times', { exact: true }).fill('9:30\n11:00')
    await sessions.getByLabel('Places of each entry time').fill('25')
    await save()
    await sessions.locator('.field', { hasText: 'last one lasts' }).locator('.fault').waitFor()
    expect(await entryTimes()).toEqual(none)
    await sessions.getByLabel('Minutes that the last one lasts').fill('90')
    await save()
    await sessions.getByText('Saved.').waitFor()
    expect(await entryTimes()).toEqual({ rule: { times: ['09:30', '11:00'], length: 90 }, capacity: 25 })
    await expectSound(opened, 'office-sessions')
  })

  it('for which tickets are sold are taken away after a confirmation', async () => {
    const rule = { times: ['11:00', '15:30'], length: 90 }
    await desk.request('admin', 'PUT', path(), { rule })
    const ticket = {
      ticketType: 'event',
      eventId,
      ticketDate: '2030-05-17',
      entryTime: '11:00',
      email: 'v@example.org',
    }
    expect((await desk.request('box-office', 'POST', '/tickets', ticket)).status).toBe(201)
    const { sessions, save } = await open()
    await sessions.getByLabel('Times', { exact: true }).fill('15:30')
    await save()
    await sessions.getByText('11:00 (1)').waitFor()
    expect(await entryTimes()).toEqual({ rule, capacity: null })
    await sessions.getByRole('button', { name: 'Change it all the same' }).click()
    await sessions.getByText('Saved.').waitFor()
    expect(await entryTimes()).toEqual({ rule: { ...rule, times: ['15:30'] }, capacity: null })
    await sessions.getByLabel('Times', { exact: true }).fill('')
    await save()
  })

  it.each(views)('stand in the form of a new event on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('admin', { ...view, path: 'office/events/new' })
    await opened.page.locator('textarea').nth(2).waitFor()
    await expectSound(opened, screenshotOf('office-new-event', view))
  })

  it('are saved with a new event, which is created once when they are refused', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/events/new' })
    await page.getByLabel('Name').fill('Tour of the roof')
    await page.getByLabel('Place', { exact: true }).fill('Roof')
    await page.getByLabel('Dates').fill('2030-08-17')
    await page.getByLabel('Price').fill('5')
    await page.getByLabel('Times', { exact: true }).fill('11:00\n15:30')
    await page.getByLabel('Minutes that the last one lasts').fill('90')
    await page.getByLabel('Places of each entry time').fill('many')
    await page.getByRole('button', { name: 'Save' }).click()
    // The event has a field at the same place of its own request.
    await page.locator('.fault').waitFor()
    expect(await page.locator('.field:has(.fault) label').allInnerTexts()).toEqual(['Places of each entry time'])
    await page.getByLabel('Places of each entry time').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Tour of the roof' }).waitFor()
    const response = await desk.request('admin', 'GET', '/special-events?startDate=2030-08-17&endDate=2030-08-17')
    const events = (await response.json()) as readonly { eventId: string }[]
    expect(events).toHaveLength(1)
    eventId = events[0]!.eventId
    expect(await entryTimes()).toEqual({ rule: { times: ['11:00', '15:30'], length: 90 }, capacity: 12 })
  })

  it('of a new event are not asked for', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/events/new' })
    await page.getByLabel('Name').fill('All day')
    await page.getByLabel('Place', { exact: true }).fill('Roof')
    await page.getByLabel('Dates').fill('2030-08-18')
    await page.getByLabel('Price').fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'All day' }).waitFor()
    eventId = page.url().split('/').at(-1)!
    expect(await entryTimes()).toEqual(none)
  })
})
