import { describe, expect, it } from '@jest/globals'
import { expectSound, museumName, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
type Settings = Readonly<Record<string, Readonly<{ value: unknown; from: string }>>>
const settings = async () => (await (await desk.request('admin', 'GET', '/museum-settings')).json()) as Settings

describe('the settings of the museum in the office', () => {
  it.each(views)('are sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('admin', { ...view, path: 'office/museum' })
    await opened.page.locator('main form').waitFor()
    await expectSound(opened, screenshotOf('office-museum', view))
  })

  it('have a new price of general entry after five inputs from the office on', async () => {
    const { page } = await desk.openAs('admin', { path: 'office' })
    await page.getByRole('link', { name: 'Museum', exact: true }).click()
    await page.getByLabel('Price of general entry').click()
    await page.keyboard.press('1')
    await page.keyboard.press('3')
    await page.keyboard.press('Enter')
    await page.getByText('Saved.').waitFor()
    expect((await settings())['generalPrice']).toEqual({ value: 13, from: 'stored' })
    const items = [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 1 }]
    const sale = await desk.request('admin', 'POST', '/orders', { items })
    expect(await sale.json()).toMatchObject({ total: 13 })
  })

  it('are stored with their faults at the fields, and return to the environment', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/museum' })
    const name = page.getByLabel('Name', { exact: true })
    const terms = page.getByLabel('URL of the terms of sale')
    expect(await name.inputValue()).toBe(museumName)
    await name.fill('Museum of Time')
    await terms.fill('terms')
    await page.getByLabel('VAT of events in %').fill('8,1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Write an http or https URL').waitFor()
    expect(await terms.getAttribute('aria-invalid')).toBe('true')
    expect((await settings())['name']).toEqual({ value: museumName, from: 'environment' })
    await terms.fill('https://museum.example/terms')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await settings()).toMatchObject({
      name: { value: 'Museum of Time', from: 'stored' },
      termsUrl: { value: 'https://museum.example/terms', from: 'stored' },
      eventVatRate: { value: 8.1, from: 'stored' },
      address: { from: 'environment' },
    })
    await page.getByRole('button', { name: 'Use the environment’s value: Name' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Use the environment’s value: Name' }).waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe(museumName)
    expect((await settings())['name']).toEqual({ value: museumName, from: 'environment' })
  })
})
