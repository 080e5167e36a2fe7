import { describe, expect, it } from '@jest/globals'
import { expectSound } from './the-desk.ts'
import { dateIn, scan, setUp, signIn, useGates } from './the-gate.ts'

const gates = useGates()

/** Opens a gate with a hand scanner. */
const openGate = async (profile: string, name = 'North door') => {
  const opened = await gates.open(profile)
  await signIn(opened.page)
  await setUp(opened.page, name)
  await opened.page.locator('.gate-connection.note-good').waitFor()
  return opened
}

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
    const opened = await openGate('screen')
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
    const { page } = await openGate('next')
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
    const { page } = await openGate('escape')
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

describe('a hand scanner', () => {
  /** Sends the keys of a code with this many milliseconds between them, in the page: no request is in between. */
  const typeInPage = (codes: readonly string[], keyMilliseconds: number, scanMilliseconds: number) => `(async () => {
    const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
    const press = (key) => {
      const target = document.activeElement ?? document.body
      const init = { key, bubbles: true, cancelable: true }
      if (target.dispatchEvent(new KeyboardEvent('keydown', init)) && key === 'Enter') target.click?.()
    }
    const verdicts = []
    const observer = new MutationObserver(() => {
      const shown = document.querySelector('.verdict')
      const last = verdicts.at(-1)
      if (shown !== null && shown.dataset.number !== last?.number)
        verdicts.push({ number: shown.dataset.number, verdict: shown.dataset.verdict, at: performance.now() })
    })
    observer.observe(document.querySelector('#desk'), { childList: true, subtree: true, attributes: true })
    const ends = []
    for (const code of ${JSON.stringify(codes)}) {
      for (const key of code) { press(key); await wait(${keyMilliseconds}) }
      press('Enter')
      ends.push(performance.now())
      await wait(${scanMilliseconds})
    }
    while (verdicts.length < ends.length) await wait(10)
    observer.disconnect()
    return verdicts.map(({ verdict, at }, n) => ({ verdict, milliseconds: Math.round(at - ends[n]) }))
  })()`

  it('types a code each 300 ms: each is decided, in order, whatever has the focus', async () => {
    const tickets = [await gates.buy(), await gates.buy(), await gates.buy()]
    const codes = [...tickets, tickets[0]!].map(({ code }) => code)
    const opened = await openGate('wedge')
    const { page } = opened
    // Enter would press the button that has the focus.
    await page.getByRole('button', { name: 'Settings' }).focus()
    const verdicts = await page.evaluate<readonly { verdict: string; milliseconds: number }[]>(
      typeInPage(codes, 0, 300),
    )
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['ADMITTED', 'ADMITTED', 'ADMITTED', 'REFUSED'])
    await page.keyboard.press('Escape')
    expect(await page.locator('.gate-ready').count()).toBe(1)
    await page.getByLabel('Language').focus()
    expect(await scan(page, codes[1]!)).toMatch(/^Stop \| .*The ticket was used before/)
    await page.keyboard.press('Escape')
  })

  it('types no code that begins with a space', async () => {
    const { page } = await openGate('space')
    const { code } = await gates.buy()
    await page.keyboard.press(' ')
    await page.keyboard.press('Enter')
    await scan(page, code)
    expect(await page.locator('.verdict').getAttribute('data-number')).toBe('1')
  })

  it('is answered within 300 ms, so that the next ticket can be scanned', async () => {
    const tickets = await Promise.all(Array.from({ length: 12 }, () => gates.buy()))
    const { page } = await openGate('fast')
    gates.cut()
    await scan(page, 'The first scan shows that there is no network.')
    await page.keyboard.press('Escape')
    await page.locator('.verdict').waitFor({ state: 'detached' })
    await page.locator('.gate-connection.note-warning').waitFor()
    const codes = tickets.map(({ code }) => code)
    const verdicts = await page.evaluate<readonly { verdict: string; milliseconds: number }[]>(
      typeInPage(codes, 0, 300),
    )
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(codes.map(() => 'ADMITTED'))
    // From the end of a code to the green screen. The median: the machine of a test has other work too.
    const milliseconds = verdicts.map((each) => each.milliseconds).toSorted((a, b) => a - b)
    expect(milliseconds[6]).toBeLessThan(300)
  })

  it('belongs to the field that has the focus, and a key that was pressed long before belongs to no code', async () => {
    const { code } = await gates.buy()
    const { page } = await openGate('field')
    await page.keyboard.press('x')
    await page.waitForTimeout(3_200)
    expect(await scan(page, code)).toMatch(/^Admitted/)
    await page.keyboard.press('Escape')
    await page.locator('[name=code]').focus()
    expect(await scan(page, code)).toMatch(/^Stop/)
    expect(await page.locator('[name=code]').inputValue()).toBe('')
  })
})
