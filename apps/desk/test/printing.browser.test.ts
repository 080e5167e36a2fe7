import { writeFile } from 'node:fs/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { readQrCode } from '../../server/test/read-qr-code.ts'
import { useDesk } from './the-desk.ts'

const desk = useDesk()
beforeAll(async () => {
  await desk.request('admin', 'PUT', '/price-categories', [
    { priceCategory: 'full', name: 'Adult', percentage: 100 },
    { priceCategory: 'child', name: 'Child', percentage: 50 },
  ])
})

/** Papers with the margins that browsers leave, and their content in CSS pixels. */
const papers = {
  A4: { paper: { format: 'A4', margin: '10mm' }, width: 718, height: 1_047 },
  Letter: { paper: { format: 'Letter', margin: '10mm' }, width: 740, height: 980 },
  // At the resolution of its printer, 8 dots a millimetre.
  'a roll of 80 mm': { paper: { width: '80mm', height: '160mm', margin: '3mm' }, width: 280, height: 582 },
} as const
type Paper = keyof typeof papers

/** Sells three adults and two children, and prints their tickets. */
const printTickets = async (paper: Paper) => {
  const { width, height } = papers[paper]
  const { page } = await desk.openAs('box-office', { options: { deviceScaleFactor: 2 } })
  const printed = new Promise((resolve) => void page.exposeFunction('print', () => resolve(true)))
  await page.getByRole('spinbutton', { name: 'Adult' }).fill('3')
  await page.getByRole('spinbutton', { name: 'Child' }).fill('2')
  await page.getByRole('button', { name: 'Cash' }).click()
  await page.locator('button:focus', { hasText: 'Print' }).click()
  await printed
  const orderNumber = await page.locator('main > .quiet .code').innerText()
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ media: 'print' })
  return { page, orderNumber }
}
const pagesOf = async (page: Page, paper: Paper) => {
  const { format, width, height, margin } = { format: '', width: '', height: '', ...papers[paper].paper }
  const size = format === '' ? { width, height } : { format }
  const pdf = await page.pdf({ ...size, margin: { top: margin, bottom: margin, left: margin, right: margin } })
  if (process.env['TEST_SCREENSHOTS'] !== undefined)
    await writeFile(`${process.env['TEST_SCREENSHOTS']}/print ${paper}.pdf`, pdf)
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length
}
const boxesOf = async (page: Page, selector: string) => {
  const boxes = await Promise.all((await page.locator(selector).all()).map((each) => each.boundingBox()))
  return boxes.map((box) => box!)
}

describe('printed tickets', () => {
  it.each(['A4', 'Letter'] as const)('stand four on a sheet of %s, in two columns', async (paper) => {
    const { page } = await printTickets(paper)
    expect(await pagesOf(page, paper)).toBe(2)
    const boxes = await boxesOf(page, '.printed-ticket')
    expect(boxes).toHaveLength(5)
    const [first, second, third, fourth, fifth] = boxes as [(typeof boxes)[number], ...typeof boxes]
    expect([second!.y, fourth!.y]).toEqual([first.y, third!.y])
    expect([third!.x, fifth!.x, fourth!.x]).toEqual([first.x, first.x, second!.x])
    expect(second!.x).toBeGreaterThanOrEqual(first.x + first.width)
    expect(third!.y + third!.height).toBeLessThanOrEqual(papers[paper].height)
    expect(fifth!.y).toBeGreaterThan(third!.y + third!.height)
    for (const { x, width, height } of await boxesOf(page, '.printed-ticket img')) {
      // A module of the code is 0.7 mm wide or more.
      expect((width / 96) * 25.4 * (9 / 720)).toBeGreaterThan(0.7)
      expect(x + width).toBeLessThanOrEqual(papers[paper].width)
      // Not stretched.
      expect(height / width).toBeCloseTo(1_370 / 720, 0)
    }
  })

  it('stand one on each piece of a roll, as wide as it, in black', async () => {
    const { page } = await printTickets('a roll of 80 mm')
    expect(await pagesOf(page, 'a roll of 80 mm')).toBe(5)
    const { width } = papers['a roll of 80 mm']
    const [image] = await boxesOf(page, '.printed-ticket img')
    expect(image).toMatchObject({ x: 0, width })
    const shot = await page.locator('.printed-ticket').first().screenshot()
    expect(await readQrCode(shot)).toMatch(/^M1:/)
    const picture = await loadImage(shot)
    const context = createCanvas(picture.width, picture.height).getContext('2d')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, picture.width, picture.height)
    let [coloured, grey] = [0, 0]
    for (let n = 0; n < data.length; n += 4) {
      const [red, green, blue] = data.subarray(n, n + 3) as unknown as [number, number, number]
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 8) coloured += 1
      else if (green > 32 && green < 223) grey += 1
    }
    // The edges of shapes that were made smaller are grey.
    expect(coloured).toBe(0)
    expect(grey / (data.length / 4)).toBeLessThan(0.05)
  })

  it.each(['A4', 'a roll of 80 mm'] as const)('have their price and the number of their order on %s', async (paper) => {
    const { page, orderNumber } = await printTickets(paper)
    expect(orderNumber).toMatch(/^\w{4}-\w{4}$/)
    const [adult, child] = ['€12.00', '€6.00'].map((price) => `${price} · Order ${orderNumber}`)
    const facts = page.locator('.printed-ticket p')
    expect(await facts.allInnerTexts()).toEqual([adult, adult, adult, child, child])
    const colours = await page.evaluate<readonly string[]>(
      `Array.from(document.querySelectorAll('.printed-ticket p, .printed-ticket p *'), (each) => getComputedStyle(each).color)`,
    )
    expect(new Set(colours)).toEqual(new Set(['rgb(0, 0, 0)']))
    expect(await page.locator('main > :visible').count()).toBe(1)
  })
})

describe('the print of a sale that F2 ends at once', () => {
  /** Sells, and presses Enter and F2 while the images of the tickets have no response. */
  const printAndGoOn = async () => {
    const { page } = await desk.openAs('box-office')
    // At once: the next sale may begin before an exposed function has counted them.
    await page.evaluate(
      `(globalThis.prints = []) && (globalThis.print = () => prints.push(document.querySelectorAll('.printed-ticket').length))`,
    )
    const prints = () => page.evaluate('prints')
    let answer: (status?: number) => void = () => undefined
    const held = new Promise<number | undefined>((resolve) => (answer = resolve))
    await page.route('**/qr*', async (route) => {
      const status = await held
      if (status === undefined) await route.fallback()
      else await route.fulfill({ status, body: '' })
    })
    await page.getByRole('spinbutton', { name: 'Adult' }).fill('2')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.locator('button:focus', { hasText: 'Print' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('F2')
    await page.waitForTimeout(300)
    return { page, prints, answer }
  }

  it('is printed before the next sale begins', async () => {
    const { page, prints, answer } = await printAndGoOn()
    await page.getByRole('heading', { name: '2 tickets sold' }).waitFor()
    await page.locator('button[aria-busy=true]', { hasText: 'Next sale' }).waitFor()
    answer()
    await page.getByText('No tickets yet.').waitFor()
    expect(await prints()).toEqual([2])
  })

  it('keeps the page when it fails, until F2 is pressed again', async () => {
    const { page, prints, answer } = await printAndGoOn()
    answer(400)
    await page.getByRole('alert').waitFor()
    await page.waitForTimeout(300)
    await page.getByRole('heading', { name: '2 tickets sold' }).waitFor()
    await page.keyboard.press('F2')
    await page.getByText('No tickets yet.').waitFor()
    expect(await prints()).toEqual([])
  })
})
