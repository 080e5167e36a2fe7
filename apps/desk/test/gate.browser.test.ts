import { describe, expect, it } from '@jest/globals'
import { expectSound } from './the-desk.ts'
import { dateIn, openGate, scan, setUp, signIn, useGates } from './the-gate.ts'

const gates = useGates()

describe('the gate', () => {
  it('shows on the whole screen whether a ticket admits, and why not', async () => {
    const eventId = await gates.addEvent('Night at the museum')
    const [ticket, event, cancelled, tomorrow, typed, child] = [
      await gates.buy(),
      await gates.buy({ ticketType: 'event', eventId }),
      await gates.buy(),
      await gates.buy({ ticketDate: dateIn(1) }),
      await gates.buy(),
      await gates.buy({ priceCategory: 'child' }),
    ]
    await gates.request('POST', `/tickets/${cancelled.ticketId}/cancellation`)
    const opened = await openGate(gates, 'screen')
    const { page } = opened
    expect(await scan(page, ticket.code)).toBe('Admitted | General entry | Next ticket')
    const box = await page.locator('.verdict').boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
    expect(await scan(page, ticket.code)).toMatch(
      /^Stop \| \d\d:\d\d:\d\d \| North door \| The ticket was used before\. \| General entry/,
    )
    expect(await scan(page, event.code)).toBe('Admitted | Night at the museum | Next ticket')
    expect(await scan(page, cancelled.code)).toMatch(/^Stop \| The ticket is cancelled\./)
    expect(await scan(page, tomorrow.code)).toMatch(/^Stop \| The ticket is for .*\d\d\d\d\./)
    expect(await scan(page, child.code)).toBe('Admitted | General entry | Ask for a proof: Child | Next ticket')
    expect(await scan(page, ticket.code.slice(0, -1))).toMatch(/^Stop \| The code is not from this museum/)
    expect(await scan(page, '4006381333931')).toBe('Stop | There is no ticket with this code. | Next ticket')
    await page.keyboard.press('Escape')
    await page.locator('[name=code]').fill(` ${typed.confirmationCode.toUpperCase()} `)
    await page.keyboard.press('Enter')
    await page.locator('.verdict[data-verdict=ADMITTED]').waitFor()
    // Decisions are counted on after one was closed: a test waits for the next number.
    expect(await page.locator('.verdict').getAttribute('data-number')).toBe('9')
    expect(await gates.logOf(typed.ticketId)).toMatchObject([{ gate: 'North door', admitted: true, offline: false }])
    await expectSound(opened)
  })

  it('does not show the decision on a ticket any more while the next one is decided', async () => {
    const [first, next] = [await gates.buy(), await gates.buy()]
    const { page } = await openGate(gates, 'next')
    expect(await scan(page, first.code)).toMatch(/^Admitted/)
    let respond = () => {}
    const asked = new Promise<void>((resolve) => {
      void page.route('**/v1.1/admissions', async (route) => {
        resolve()
        await new Promise<void>((mayRespond) => (respond = mayRespond))
        await route.continue()
      })
    })
    await page.keyboard.type(next.code)
    await page.keyboard.press('Enter')
    await asked
    expect(await page.locator('.verdict').count()).toBe(0)
    respond()
    await page.locator('.verdict[data-verdict=ADMITTED][data-number="2"]').waitFor()
  })

  it('closes a decision by Escape as soon as it is shown', async () => {
    const { page } = await openGate(gates, 'escape')
    const pressed = page.evaluate(`new Promise((resolve) => new MutationObserver((_, observer) => {
      if (document.querySelector('.verdict') === null) return
      observer.disconnect()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
      resolve()
    }).observe(document.querySelector('#desk'), { childList: true, subtree: true }))`)
    await page.keyboard.type('not a code')
    await page.keyboard.press('Enter')
    await pressed
    await page.locator('.verdict').waitFor({ state: 'detached', timeout: 2_000 })
  })

  it('opens while the user has not answered whether its storage may be kept, as Firefox asks', async () => {
    const { page } = await gates.open('unanswered')
    await page.addInitScript('navigator.storage.persist = () => new Promise(() => {})')
    await page.reload()
    await signIn(page)
    await setUp(page, 'North door')
    const { code } = await gates.buy()
    expect(await scan(page, code)).toBe('Admitted | General entry | Next ticket')
  })
})
