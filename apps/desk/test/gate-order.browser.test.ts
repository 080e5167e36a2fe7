import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { screens } from '../../../tools/browser/use-browser.ts'
import { expectSound, screenshotOf, views } from './the-desk.ts'
import { openGate, scan, setUp, signIn, useGates, verdictText, waitUntilConnected } from './the-gate.ts'

const gates = useGates()
type Tickets = Awaited<ReturnType<typeof gates.buyOrder>>

/** The text of the verdict of a press. */
const pressVerdict = async (page: Page, verdict: 'ADMITTED' | 'REFUSED' | 'NOT KNOWN') => {
  await page.locator('.verdict-press').waitFor({ state: 'detached' })
  await page.locator(`.verdict[data-verdict="${verdict}"]`).waitFor()
  return verdictText(page)
}
/** How often each ticket was admitted. */
const admissionsOf = (tickets: Tickets) =>
  Promise.all(tickets.map(async ({ ticketId }) => (await gates.logOf(ticketId)).filter((row) => row.admitted).length))
/** The bodies of the presses that the page sends. */
const watchPresses = (page: Page) => {
  const bodies: { scanId: string; tickets?: number }[] = []
  page.on('request', (request) => {
    const body = request.method() === 'POST' ? request.postData() : null
    if (body?.includes('wholeOrder')) bodies.push(JSON.parse(body))
  })
  return bodies
}
/** Loses the answers to presses. Returns a function that ends that. */
const loseAnswers = async (page: Page) => {
  await page.route('**/v1.1/admissions', async (route) => {
    if (!route.request().postData()?.includes('wholeOrder')) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => page.unrouteAll({ behavior: 'wait' })
}

describe('the offer to let in a whole order', () => {
  it('lets in a family by one button, names the proofs to ask for, and moves the counts', async () => {
    const family = await gates.buyOrder(3, 2)
    const opened = await openGate(gates, 'family')
    const { page } = opened
    const admitted = page.locator('.gate-counts dd').first()
    const before = Number(await admitted.innerText())
    expect(await scan(page, family[0]!.code)).toMatch(
      /^Admitted \| General entry \| 4 more of this order \| Which proofs to ask for is shown afterwards\. .*Let all in \| Next ticket$/,
    )
    await page.getByRole('button', { name: 'Let all in' }).click()
    expect(await pressVerdict(page, 'ADMITTED')).toBe('4 admitted | Ask for a proof: 2 × Child | Next ticket')
    await expectSound(opened)
    await page.keyboard.press('Escape')
    while (Number(await admitted.innerText()) !== before + 5) await page.waitForTimeout(100)
    expect(await admissionsOf(family)).toEqual([1, 1, 1, 1, 1])
    expect(await scan(page, family[1]!.code)).not.toContain('of this order')
  })

  it('lets in fewer, and the others at the next scan of any ticket of the order', async () => {
    const group = await gates.buyOrder(5)
    const { page } = await openGate(gates, 'fewer')
    const presses = watchPresses(page)
    await scan(page, group[2]!.code)
    expect(await page.getByRole('button', { name: 'One more' }).isDisabled()).toBe(true)
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'One fewer' }).click()
    expect(await page.locator('.verdict-press').innerText()).toBe('Let 2 in')
    // A click leaves the focus where it was: Enter does not press − once more.
    await page.keyboard.press('Enter')
    expect(await pressVerdict(page, 'ADMITTED')).toBe('2 admitted | Next ticket')
    expect(await admissionsOf(group)).toEqual([1, 1, 1, 0, 0])
    expect(await scan(page, group[2]!.code)).toMatch(/^Stop \| .*used before.* \| 2 more of this order .*Let all in/)
    await page.getByRole('button', { name: 'One fewer' }).click()
    expect(await page.getByRole('button', { name: 'One fewer' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'One more' }).click()
    await page.locator('.verdict-press').click()
    expect(await pressVerdict(page, 'ADMITTED')).toBe('2 admitted | Next ticket')
    expect(presses.map(({ tickets }) => tickets)).toEqual([2, 2])
    expect(await admissionsOf(group)).toEqual([1, 1, 1, 1, 1])
  })

  it('is taken by a lone Enter, not by the one that ends a scan, and the next scan hides it', async () => {
    const [first, second] = [await gates.buyOrder(2), await gates.buyOrder(2)]
    const alone = await gates.buy()
    const { page } = await openGate(gates, 'enter')
    const presses = watchPresses(page)
    expect(await scan(page, first[0]!.code)).toContain('1 more of this order')
    expect(await scan(page, second[0]!.code)).toContain('1 more of this order')
    expect(await scan(page, alone.code)).toBe('Admitted | General entry | Next ticket')
    await page.keyboard.press('Enter')
    expect(presses).toEqual([])
    expect(await scan(page, second[0]!.code)).toContain('1 more of this order')
    // A code that a person types is another scan.
    await page.keyboard.type(first[1]!.confirmationCode, { delay: 60 })
    await page.keyboard.press('Enter')
    await page.locator('.verdict[data-number="5"][data-verdict=ADMITTED]').waitFor()
    expect(presses).toEqual([])
    expect(await scan(page, second[0]!.code)).toContain('1 more of this order')
    await page.waitForTimeout(1_000)
    await page.keyboard.press('Enter')
    expect(await pressVerdict(page, 'ADMITTED')).toBe('1 admitted | Next ticket')
    expect(await admissionsOf([...first, ...second])).toEqual([1, 1, 1, 1])
    expect(presses).toHaveLength(1)
  })

  it('stays longer than another decision, and is not there without the network', async () => {
    const [first, second] = [await gates.buyOrder(2), await gates.buyOrder(2)]
    const { page } = await openGate(gates, 'offline-order')
    await scan(page, first[0]!.code)
    await page.waitForTimeout(6_000)
    expect(await verdictText(page)).toContain('Let all in')
    gates.cut()
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await page.locator('.verdict-press').waitFor({ state: 'detached' })
    expect(await scan(page, second[0]!.code)).toMatch(/^Admitted .*Decided without the network \| Next ticket$/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    expect(await page.locator('.gate-connection').innerText()).toContain(
      'An order cannot be let in at once: scan each ticket.',
    )
    gates.mend()
    await page.getByText('To be sent').waitFor({ state: 'detached' })
    expect(await admissionsOf(second)).toEqual([1, 0])
  })

  it('that comes too late says why nobody was admitted', async () => {
    const group = await gates.buyOrder(3)
    const { page } = await openGate(gates, 'late')
    await scan(page, group[0]!.code)
    await gates.request('POST', '/admissions', { code: group[1]!.code, wholeOrder: true, tickets: 1 })
    await gates.request('POST', `/tickets/${group[2]!.ticketId}/cancellation`)
    await page.locator('.verdict-press').click()
    expect(await pressVerdict(page, 'REFUSED')).toBe(
      'Stop | 1 other ticket of this order: used before | 1 other ticket of this order: cancelled | Next ticket',
    )
  })
})

describe('a press without an answer', () => {
  const notKnown = /^Not known \| The server has not answered: it is not known who is in\..* \| Scan each ticket$/

  it('says that it is not known who is in, until the answer replaces that', async () => {
    const family = await gates.buyOrder(3, 2)
    const { page } = await openGate(gates, 'lost-press')
    const presses = watchPresses(page)
    const findAnswers = await loseAnswers(page)
    await scan(page, family[0]!.code)
    await page.locator('.verdict-press').click()
    expect(await pressVerdict(page, 'NOT KNOWN')).toMatch(notKnown)
    while (presses.length < 2) await page.waitForTimeout(100)
    expect(await verdictText(page)).toMatch(notKnown)
    await findAnswers()
    expect(await pressVerdict(page, 'ADMITTED')).toBe('4 admitted | Ask for a proof: 2 × Child | Next ticket')
    expect(new Set(presses.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(await admissionsOf(family)).toEqual([1, 1, 1, 1, 1])
  })

  it('is listed while each ticket is scanned, survives a reload, and admits nobody twice', async () => {
    const family = await gates.buyOrder(4)
    const { page } = await openGate(gates, 'killed-press')
    await scan(page, family[0]!.code)
    await gates.killServer()
    await page.locator('.verdict-press').click()
    expect(await pressVerdict(page, 'NOT KNOWN')).toMatch(notKnown)
    await page.getByRole('button', { name: 'Scan each ticket' }).click()
    const listed = /To be sent: 2[^]*A whole order: it is not known who is in\./
    expect(await scan(page, family[1]!.code)).toMatch(/^Admitted .*Decided without the network/)
    await page.keyboard.press('Escape')
    await page.locator('.gate-waiting summary').click()
    expect(await page.locator('.gate-connection').innerText()).toMatch(listed)
    await page.reload()
    await page.locator('.gate-ready').waitFor()
    expect(await page.locator('.gate-connection').innerText()).toMatch(/To be sent: 2/)
    await gates.startServer()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page)
    await waitUntilConnected(page)
    await page.getByText('To be sent').waitFor({ state: 'detached' })
    expect(await admissionsOf(family)).toEqual([1, 1, 1, 1])
    expect(await gates.logOf(family[1]!.ticketId)).toMatchObject([{ admitted: true, offline: true }])
  })

  it('that the server rejects admits nobody, and is not sent again', async () => {
    const group = await gates.buyOrder(2)
    const { page } = await openGate(gates, 'rejected-press')
    const presses = watchPresses(page)
    await scan(page, group[0]!.code)
    await page.route('**/v1.1/admissions', (route) =>
      route.fulfill({ status: 422, json: { type: '/problems/scan-id-reused', title: 'Reused', status: 422 } }),
    )
    await page.locator('.verdict-press').click()
    expect(await pressVerdict(page, 'REFUSED')).toBe(
      'Stop | The server did not accept this. Nobody was admitted. | Scan each ticket',
    )
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Scan each ticket' }).click()
    expect(await page.getByText('To be sent').count()).toBe(0)
    expect(await scan(page, group[1]!.code)).toMatch(/^Admitted/)
    expect(presses).toHaveLength(1)
  })
})

describe('the screens of an order', () => {
  it.each(views)('are sound on a $screen, $colors, $language', async (view) => {
    const { screen, colors, language } = view
    const family = await gates.buyOrder(4, 3)
    const opened = await gates.open(`order-${screen}-${colors}`, {
      path: language === 'mirrored' ? '?mirrored' : '',
      options: { ...screens[screen], colorScheme: colors, locale: language === 'mirrored' ? 'en' : language },
    })
    const { page } = opened
    const look = (name: string) => expectSound(opened, screenshotOf(`gate-order-${name}`, view))
    await signIn(page)
    await setUp(page, 'Side entrance by the river')
    await waitUntilConnected(page)
    await scan(page, family[6]!.code)
    await look('offer')
    await page.locator('.verdict-tickets button').first().click()
    const findAnswers = await loseAnswers(page)
    await page.locator('.verdict-press').click()
    await pressVerdict(page, 'NOT KNOWN')
    await look('not-known')
    await findAnswers()
    await pressVerdict(page, 'ADMITTED')
    await look('admitted')
    await scan(page, family[0]!.code)
    await look('used')
    await page.keyboard.press('Escape')
    gates.cut()
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await page.locator('.gate-connection.note-warning').waitFor()
    await look('offline')
  })
})
