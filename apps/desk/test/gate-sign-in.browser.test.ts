import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, password, usernames } from './the-desk.ts'
import { openGate, scan, useGates, waitUntilConnected } from './the-gate.ts'

const gates = useGates()
const newPassword = 'a password that was changed'

/** Opens a gate, and waits until the API refuses the credentials that `change` takes from its user. */
const openRefused = async (profile: string, change: () => Promise<void>) => {
  const opened = await openGate(gates, profile)
  await change()
  // A server knows of the change within five seconds.
  while ((await gates.requestAs('gate', 'GET', '/museum')).status !== 401) await opened.page.waitForTimeout(100)
  return opened
}
const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'The museum no longer accepts this sign-in.' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' })
const offline = 'Read the price category on the ticket. | Decided without the network | Next ticket'

describe('a gate whose user is refused during the scanning', () => {
  it('goes on, asks in a note for a sign-in, and then sends each scan once', async () => {
    await writeFile(join(gates.folder(), 'new-password'), newPassword)
    const tickets = [await gates.buy(), await gates.buy(), await gates.buy()] as const
    const opened = await openRefused('password', () =>
      gates.run('users password', [usernames.gate, '--password-file', 'new-password']),
    )
    const { page } = opened
    for (const { code } of tickets.slice(0, 2))
      expect(await scan(page, code)).toBe(`Admitted | General entry | ${offline}`)
    expect(await scan(page, tickets[0].code)).toMatch(/^Stop \| .*The ticket was used before/)
    await page.keyboard.press('Escape')
    await note(page).waitFor()
    expect(await dialog(page).count()).toBe(0)
    expect(await page.locator('.gate-connection').innerText()).toMatch(/Not signed in[^]*To be sent: 2/)
    await page.setViewportSize({ width: 390, height: 844 })
    const { y, height } = (await note(page).boundingBox())!
    expect(y + height).toBeLessThan(844)
    await expectSound(opened, 'gate-sign-in-again')

    // Other pages wait below the sign-in, from which the gate can be reached.
    await page.getByRole('link', { name: 'What’s on' }).click()
    await dialog(page).getByRole('link', { name: 'Gate' }).click()
    await note(page).getByRole('button', { name: 'Sign in' }).click()
    await expectSound(opened, 'gate-sign-in-dialog')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await scan(page, tickets[2].code)).toMatch(/^Admitted/)
    await page.keyboard.press('Escape')

    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/admissions')) sent.push(request.postData()!)
    })
    await note(page).getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Password').fill(newPassword)
    await page.keyboard.press('Enter')
    await note(page).waitFor({ state: 'detached' })
    await waitUntilConnected(page)
    await page.getByText('To be sent').waitFor({ state: 'detached' })
    expect(sent.map((body) => (JSON.parse(body) as { code: string }).code)).toEqual(tickets.map(({ code }) => code))
    for (const { ticketId } of tickets)
      expect(await gates.logOf(ticketId)).toMatchObject([{ admitted: true, offline: true, gate: 'North door' }])
    // The gate asks the server again.
    expect(await scan(page, tickets[0].code)).toMatch(
      /^Stop \| .*The ticket was used before\. \| General entry \| Next/,
    )
    await gates.run('users password', [usernames.gate, '--password-file', 'password'])
    expect(opened.errors()).toEqual([])
  })

  it('goes on when the user is disabled, and a colleague signs in', async () => {
    const tickets = [await gates.buy(), await gates.buy()] as const
    const opened = await openRefused('disabled', () => gates.run('users disable', [usernames.gate]))
    const { page } = opened
    for (const { code } of tickets) expect(await scan(page, code)).toMatch(/^Admitted/)
    await page.keyboard.press('Escape')
    await note(page).getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('User').fill(usernames.admin)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await waitUntilConnected(page)
    await page.getByText('To be sent').waitFor({ state: 'detached' })
    for (const { ticketId } of tickets)
      expect(await gates.logOf(ticketId)).toMatchObject([{ admitted: true, offline: true, gate: 'North door' }])
    expect(opened.errors()).toEqual([])
  })
})
