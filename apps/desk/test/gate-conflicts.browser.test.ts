import { describe, expect, it } from '@jest/globals'
import { formatDate } from '@museum/languages'
import { expectSound } from './the-desk.ts'
import { dateIn, openGate, scan, signIn, useGates, waitUntilConnected } from './the-gate.ts'

const gates = useGates()

describe('conflicts', () => {
  it('are shown at both gates with their times, until staff have dealt with them; the counts have both visitors', async () => {
    const eventId = await gates.addEvent('Night at the museum')
    const twice = await gates.buy({ ticketType: 'event', eventId, priceCategory: 'child' })
    const later = await gates.buy()
    const [north, south] = [await openGate(gates, 'north'), await openGate(gates, 'south', 'South door')]
    gates.cut()
    for (const { page } of [north, south]) expect(await scan(page, twice.code)).toMatch(/^Admitted /)
    // The server learns of it only from the gate.
    expect(await scan(north.page, later.code)).toMatch(/^Admitted /)
    await gates.request('POST', `/tickets/${later.ticketId}/cancellation`)
    gates.mend()
    for (const { page } of [north, south]) {
      await page.keyboard.press('Escape')
      await waitUntilConnected(page)
    }
    const { page } = north
    await page.getByRole('link', { name: 'Conflicts: 2' }).waitFor({ timeout: 60_000 })
    await page.screenshot({ path: `${process.env['TEST_SCREENSHOTS'] ?? gates.folder()}/gate-has-conflicts.png` })
    await page.getByRole('link', { name: 'Conflicts: 2' }).click()
    const items = page.getByRole('listitem').filter({ has: page.getByRole('button') })
    await items.nth(1).waitFor()
    expect(await items.count()).toBe(2)
    const conflict = items.filter({ hasText: twice.ticketId })
    const entries = (await conflict.locator('ol > li').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    expect(entries).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d North door without the network counts as the admission$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d South door without the network$/),
    ])
    const today = formatDate('en', dateIn(0))
    await conflict.getByText('Night at the museum').waitFor()
    expect(await conflict.locator('> p.row').innerText()).toMatch(
      new RegExp(`^Night at the museum\\s+${today}\\s+Child$`),
    )
    const disputed = items.filter({ hasText: later.ticketId })
    await disputed.getByText('General entry').waitFor()
    expect(await disputed.locator('> p.row').innerText()).toMatch(new RegExp(`^General entry\\s+${today}$`))
    expect(await disputed.innerText()).toMatch(/The server did not accept this admission\..*cancel/)
    await expectSound(north, 'gate-conflicts')

    await page.getByRole('button', { name: `Done: ${twice.ticketId}` }).click()
    await page.getByRole('heading', { name: 'Done on this device' }).waitFor()
    await page.getByRole('link', { name: 'Back to the gate' }).click()
    await page.getByRole('link', { name: 'Conflicts: 1' }).waitFor()
    // One ticket, two visitors: one admission, one further entry; the other entry that was not accepted counts too.
    const counts = async () => (await page.locator('.gate-counts dd').allInnerTexts()).map(Number)
    await page.locator('.gate-counts dd').first().filter({ hasText: /^1$/ }).waitFor()
    expect((await counts())[3]).toBe(3)

    // What is done is kept on this device, and not on the other one.
    await page.reload()
    // Without a sign-in, the device knows its own scans and the answers to them.
    await page.getByRole('link', { name: 'Conflicts: 1' }).click()
    await page.getByRole('listitem').filter({ hasText: later.ticketId }).getByText('General entry').waitFor()
    await page.getByRole('link', { name: 'Back to the gate' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page)
    await waitUntilConnected(page)
    await page.getByRole('link', { name: 'Conflicts: 1' }).waitFor({ timeout: 60_000 })
    await south.page.getByRole('link', { name: 'Conflicts: 1' }).waitFor({ timeout: 60_000 })
    await expectSound(south)
  })
})
