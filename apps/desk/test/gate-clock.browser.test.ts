import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound } from './the-desk.ts'
import { openGate, scan, signIn, useGates, waitUntilConnected } from './the-gate.ts'

const gates = useGates()
const [minute, hour] = [60_000, 60 * 60_000]

/** Admits a ticket at another gate, of which this one learns from the server only. */
const admitElsewhere = (code: string) => gates.request('POST', '/admissions', { code, gate: 'South door' })
/** Waits until the server has all admissions of the gate. */
const waitUntilSent = (page: Page) => page.getByText('To be sent').waitFor({ state: 'detached' })
const clockNote = (page: Page) => page.locator('.gate-clock')

describe('a gate whose clock is wrong', () => {
  it.each([
    [12 * minute, '12 minutes ahead'],
    [3 * hour, '3 hours ahead'],
    [-3 * hour, '3 hours behind'],
  ])(
    'by %i ms says so, sends its offline scans with the right time, and asks the server for every ticket',
    async (clockAhead, words) => {
      const [offline, elsewhere] = [await gates.buy(), await gates.buy()]
      const opened = await openGate(gates, `clock ${clockAhead}`, 'North door', { clockAhead })
      const { page } = opened
      gates.cut()
      const from = Date.now()
      expect(await scan(page, offline.code)).toMatch(/^Admitted .*Decided without the network/)
      const to = Date.now()
      await page.keyboard.press('Escape')
      await admitElsewhere(elsewhere.code)
      gates.mend()
      await waitUntilConnected(page)
      await waitUntilSent(page)
      const [row] = await gates.logOf(offline.ticketId)
      expect(row).toMatchObject({ admitted: true, offline: true })
      // The time of the server is known to a second.
      expect(Date.parse(row!.at)).toBeGreaterThan(from - 2_000)
      expect(Date.parse(row!.at)).toBeLessThan(to + 2_000)
      expect(await scan(page, elsewhere.code)).toMatch(/^Stop \| .*South door \| The ticket was used before/)
      await page.keyboard.press('Escape')
      expect(await clockNote(page).innerText()).toContain(`The clock of this device is ${words}`)
      await expectSound(opened, 'gate-clock')
    },
  )

  it('decides without the network by the date of the museum, also after a reload, and keeps its times when the clock is put right', async () => {
    const tickets = [await gates.buy(), await gates.buy(), await gates.buy()] as const
    // There, it is tomorrow.
    const { page } = await openGate(gates, 'tomorrow', 'North door', { clockAhead: 15 * hour })
    await clockNote(page).waitFor()
    gates.cut()
    const from = Date.now()
    expect(await scan(page, tickets[0].code)).toMatch(/^Admitted .*Decided without the network/)
    await page.reload()
    await page.locator('.gate-ready').waitFor()
    await clockNote(page).getByText('15 hours ahead').waitFor()
    expect(await scan(page, tickets[1].code)).toMatch(/^Admitted /)
    await page.keyboard.press('Escape')
    gates.mend()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page)
    await waitUntilConnected(page)
    await waitUntilSent(page)
    gates.cut()
    await page.evaluate('clockAhead = 0')
    expect(await scan(page, tickets[2].code)).toMatch(/^Admitted /)
    await page.keyboard.press('Escape')
    gates.mend()
    await waitUntilConnected(page)
    await waitUntilSent(page)
    await clockNote(page).waitFor({ state: 'detached' })
    for (const { ticketId } of tickets) {
      const [row] = await gates.logOf(ticketId)
      expect(Date.parse(row!.at)).toBeGreaterThan(from - 2_000)
      expect(Date.parse(row!.at)).toBeLessThan(Date.now())
    }
  })
})

describe('a scan that the server cannot store', () => {
  it('waits with its reason, and blocks neither the scans after it nor the tickets of others', async () => {
    const [stuck, after, elsewhere] = [await gates.buy(), await gates.buy(), await gates.buy()]
    const opened = await openGate(gates, 'stuck')
    const { page } = opened
    const problem = { type: '/problems/internal-error', title: 'Internal error', status: 500 }
    await page.route('**/v1.1/admissions', (route) =>
      (route.request().postData() ?? '').includes(stuck.code)
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) })
        : route.continue(),
    )
    gates.cut()
    for (const { code } of [stuck, after]) expect(await scan(page, code)).toMatch(/^Admitted /)
    await admitElsewhere(elsewhere.code)
    gates.mend()
    await page.keyboard.press('Escape')
    await waitUntilConnected(page)
    const waiting = page.locator('.gate-waiting')
    const reason = waiting.getByText('The server could not store it')
    await reason.waitFor()
    await page.getByText('To be sent: 1').waitFor()
    expect(await gates.logOf(after.ticketId)).toMatchObject([{ admitted: true, offline: true }])
    expect(await scan(page, elsewhere.code)).toMatch(/^Stop \| .*South door \| The ticket was used before/)
    // The server would admit this ticket again.
    for (const code of [stuck.code, stuck.confirmationCode])
      expect(await scan(page, code)).toMatch(/^Stop \| .*North door \| The ticket was used before/)
    await page.keyboard.press('Escape')
    expect(await waiting.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d\s+General entry\s+The server could not store it[^]*500 Internal error$/),
    ])
    await expectSound(opened, 'gate-waiting')
    gates.cut()
    await scan(page, 'nothing')
    await page.keyboard.press('Escape')
    await waiting.locator('summary').click()
    await waiting.getByText('It is sent when the network is back').waitFor()
    expect([await reason.count(), await waiting.getByText('500').count()]).toEqual([0, 0])
    gates.mend()
    await reason.waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await waitUntilSent(page)
    expect(await gates.logOf(stuck.ticketId)).toMatchObject([{ admitted: true, offline: true }])
    expect(await waiting.count()).toBe(0)
  })
})
