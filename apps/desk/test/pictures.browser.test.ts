/**
 * The pictures of the documents, in `docs/pictures`: `TEST_WRITE_PICTURES=1` writes them anew. Otherwise the test shows that each
 * page still has what its picture shows, and that the picture exists. It does not compare them: a changed design needs new ones.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { useDesk } from './the-desk.ts'
import { dateIn, setUp, timeZone } from './the-gate.ts'

const folder = join(import.meta.dirname, '../../../docs/pictures')
// The gate decides by the clock of its device, so the museum has the real date.
const desk = useDesk(() => ({ MUSEUM_TODAY: dateIn(0), MUSEUM_TIME_ZONE: timeZone, MUSEUM_HOME_PAGE: 'full' }))
const options = { viewport: { width: 1120, height: 700 } }
const maxBytes = 150_000

/** The width and the height of a PNG, which its header has. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

const expectPicture = async (page: Page, name: string) => {
  await page.evaluate('document.fonts.ready')
  await page.locator('.loading').waitFor({ state: 'detached' })
  const taken = await page.screenshot()
  const path = join(folder, `${name}.png`)
  if (process.env['TEST_WRITE_PICTURES'] !== undefined) await writeFile(path, taken)
  const stored = await readFile(path)
  expect(sizeOf(stored)).toEqual(sizeOf(taken))
  expect(stored.byteLength).toBeLessThan(maxBytes)
}

const till = 'Till 1'
/** Opens a page of a device that has a till. */
const openAtTill = async (path: string) => {
  const opened = await desk.open({ path, options })
  await opened.page.evaluate(`localStorage.setItem('museum.till', '${till}')`)
  await desk.signIn(opened.page, 'box-office')
  await opened.page.locator('.shell-header').waitFor()
  return opened
}

beforeAll(() => desk.run('demo', ['--events', '24']))

describe('the pictures of the documents', () => {
  it('show a sale at the desk', async () => {
    const { page } = await openAtTill('box-office/sell')
    await page.locator('.offer-event').first().click()
    for (const [n, count] of ['2', '1', '1'].entries()) await page.getByRole('spinbutton').nth(n).fill(count)
    await page.locator('.sale-lines li').nth(2).waitFor()
    await expectPicture(page, 'sell')
  })

  it('show the closing of a till', async () => {
    for (const [method, quantity] of [
      ['cash', 9],
      ['card', 14],
      ['cash', 4],
    ] as const) {
      const items = [{ ticketType: 'general', ticketDate: dateIn(0), quantity }]
      await desk.request('box-office', 'POST', '/orders', { items, payment: { method }, till })
    }
    const { page } = await openAtTill('box-office/closing')
    await page.getByLabel('Float').fill('150')
    await page.getByLabel('Counted: Card').fill('168')
    await page.getByLabel('Counted: Cash').fill('305.50')
    await page.getByLabel('Counted: Cash').blur()
    await expectPicture(page, 'closing')
  })

  it('show an admission at the gate', async () => {
    const sold = await desk.request('box-office', 'POST', '/tickets', {
      ticketType: 'general',
      ticketDate: dateIn(0),
      priceCategory: 'child',
      email: 'visitor@example.org',
    })
    const { confirmationCode } = (await sold.json()) as { confirmationCode: string }
    const { page } = await desk.openAs('gate', { path: 'gate', options })
    await setUp(page, 'North door')
    await page.keyboard.type(confirmationCode)
    await page.keyboard.press('Enter')
    await page.locator('.verdict').waitFor()
    await expectPicture(page, 'gate')
  })

  it.each([
    ['events', `month=${dateIn(28).slice(0, 7)}`, '.calendar a'],
    ['figures', `from=${dateIn(0)}&to=${dateIn(27)}&by=events`, '.bars'],
  ])('show the %s of the office', async (section, query, shown) => {
    const { page } = await desk.openAs('admin', { path: `office/${section}?${query}`, options })
    await page.locator(shown).first().waitFor()
    await expectPicture(page, `office-${section}`)
  })

  it("show What's on", async () => {
    const { page } = await desk.open({ options })
    await page.goto(`${desk.origin()}/`)
    await page.locator('main').waitFor()
    await expectPicture(page, 'whats-on')
  })
})
