import { beforeAll, describe, expect, it } from '@jest/globals'
import { expectSound, useDesk } from './the-desk.ts'

const desk = useDesk()
const dates = ['2030-05-01', '2030-05-02', '2030-05-03', '2030-05-04']
beforeAll(async () => {
  await desk.request('admin', 'PUT', '/price-categories', [
    { priceCategory: 'full', name: 'Adult', percentage: 100 },
    { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 },
    { priceCategory: 'reduced', name: 'Reduced', percentage: 70 },
  ])
  for (const name of ['Night at the Museum', 'The Long History of Astronomical Clocks']) {
    const event = { name, location: 'Main Hall', eventDescription: '', dates, price: 25 }
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

/** Whether the payment hides a control. */
const isHidden = `((control) => {
  const [its, over] = [control, document.querySelector('.sale-payment')].map((each) => each.getBoundingClientRect())
  return its.bottom > over.top && its.top < over.bottom
})`
/**
 * Gives the focus to each control of the page but those of the payment, from several places of the page. Returns those that the payment
 * hides then.
 */
const hiddenWithFocus = `(() => {
  const payment = document.querySelector('.sale-payment')
  const isHidden = ${isHidden}
  const controls = [...document.querySelectorAll('main :is(a, button, input):not(:disabled)')].filter((each) => !payment.contains(each))
  return [0, innerHeight / 2, innerHeight, document.documentElement.scrollHeight].flatMap((from) =>
    controls.filter((control) => {
      document.activeElement.blur()
      scrollTo(0, from)
      control.focus()
      return document.activeElement !== control || isHidden(control)
    }).map((control) => control.outerHTML.slice(0, 80) + ' from ' + from))
})()`

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

describe('the page Sell on a small screen, with entry times', () => {
  it.each([
    { width: 390, height: 844, language: 'en' },
    { width: 390, height: 844, language: 'de' },
    { width: 320, height: 568, language: 'de' },
  ] as const)(
    'hides nothing that has the focus below the payment, which stays in view: $width px, $language',
    async ({ width, height, language }) => {
      await desk.request('admin', 'PUT', '/museum-hours/entry-times?confirm=true', {
        rule: { every: 30, lastEntry: 60 },
      })
      const options = { viewport: { width, height } }
      const opened = await desk.openAs('box-office', { screen: 'phone', language, options })
      const { page } = opened
      const bottomOfPayment = () =>
        page.evaluate(`innerHeight - document.querySelector('.sale-payment').getBoundingClientRect().bottom`)
      await page.getByRole('button', { name: language === 'de' ? 'Morgen' : 'Tomorrow' }).click()
      await page.locator('.entry-time').nth(16).waitFor()
      const first = page.locator('.stepper input').first()
      await first.focus()
      await page.evaluate(`document.activeElement.scrollIntoView({ block: 'end' })`)
      await first.fill('2')
      await page.locator('.sale-lines li').waitFor()
      await page.evaluate('new Promise(requestAnimationFrame)')
      // The payment appears, and the number that is typed stays in view.
      expect([await bottomOfPayment(), await page.evaluate(`${isHidden}(document.activeElement)`)]).toEqual([0, false])
      expect(await page.evaluate(hiddenWithFocus)).toEqual([])
      // From a number, Enter goes to the payment, which is in view: nothing scrolls.
      await first.focus()
      await page.evaluate(`document.activeElement.scrollIntoView({ block: 'end' })`)
      const scrolled = await page.evaluate('scrollY')
      await page.keyboard.press('Enter')
      await page.locator('.payment button:focus').waitFor()
      expect([await page.evaluate('scrollY'), await bottomOfPayment()]).toEqual([scrolled, 0])
      await expectSound(opened, `sell-small-${width}-${language}`)
    },
  )
})
