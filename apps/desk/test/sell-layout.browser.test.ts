import { beforeAll, describe, expect, it } from '@jest/globals'
import { useDesk } from './the-desk.ts'

const desk = useDesk()
beforeAll(async () => {
  await desk.request('admin', 'PUT', '/price-categories', [
    { priceCategory: 'full', name: 'Adult', percentage: 100 },
    { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 },
    { priceCategory: 'reduced', name: 'Reduced', percentage: 70 },
  ])
  for (const name of ['Night at the Museum', 'The Long History of Astronomical Clocks']) {
    const event = { name, location: 'Main Hall', eventDescription: '', dates: ['2030-05-01', '2030-05-02'], price: 25 }
    await desk.request('admin', 'POST', '/special-events', event)
  }
})

/** Counts the shifts from now on, also those that follow an input at once, which browsers leave out of their sum. */
const observeShifts = `{
  globalThis.shifts = []
  const begin = performance.now()
  new PerformanceObserver((list) => {
    for (const { value, sources, startTime } of list.getEntries())
      if (startTime >= begin)
        shifts.push({ value, moved: sources.map(({ node, previousRect, currentRect }) =>
          (node?.nodeName + '.' + (node?.className ?? '')) + ' ' + previousRect.y + ' > ' + currentRect.y) })
  }).observe({ type: 'layout-shift', buffered: true })
}`

describe('the page Sell', () => {
  it.each(['desktop', 'tablet', 'phone'] as const)('moves nothing while lines are added: %s', async (screen) => {
    const { page } = await desk.openAs('box-office', { screen })
    await page.locator('input[name=offer]:focus').waitFor()
    await page.evaluate('document.fonts.ready')
    await page.waitForTimeout(500)
    await page.evaluate(observeShifts)
    for (const offer of [0, 1, 2]) {
      await page.locator('input[name=offer]').nth(offer).check()
      for (const category of ['Adult', 'Child', 'Reduced']) {
        await page.getByRole('button', { name: `One ticket more: ${category}` }).click()
        // A frame, and the report about it.
        await page.waitForTimeout(100)
      }
    }
    expect(await page.locator('.sale-lines li').count()).toBe(9)
    await page.waitForTimeout(300)
    const shifts = await page.evaluate<readonly { value: number; moved: readonly string[] }[]>('shifts')
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    if (sum > 0.02) expect(shifts).toEqual('at most 0.02')
    expect(sum).toBeLessThanOrEqual(0.02)
  })
})
