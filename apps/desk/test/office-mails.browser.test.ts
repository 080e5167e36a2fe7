import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type MailServer, aMailServer, smtpError } from '../../../packages/adapters-messaging/test/a-mail-server.ts'
import { expectSound, useDesk } from './the-desk.ts'

const refusals = new Map([
  ['unknown@example.org', smtpError(550, 'no such user')],
  ['later@example.org', smtpError(450, 'try again')],
])
let server: MailServer
beforeAll(async () => {
  server = await aMailServer({
    onRcptTo: ({ address }, _session, callback) => callback(refusals.get(address)),
  })
})
const desk = useDesk(() => ({
  MUSEUM_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  MUSEUM_MAIL_FROM: 'tickets@museum.example',
}))
afterAll(() => server.close())

it('e-mails that failed or wait are listed with their reason, and are sent again', async () => {
  for (const email of refusals.keys()) {
    const order = { items: [{ ticketType: 'general', ticketDate: '2030-05-02' }], email }
    expect((await desk.request('box-office', 'POST', '/orders', order)).status).toBe(201)
  }
  const opened = await desk.openAs('admin', { path: 'office/mails' })
  const { page } = opened
  const rows = page.locator('.rows li')
  // The server has answered; the page reads the lists again every 15 seconds.
  await rows.filter({ hasText: 'no such user' }).waitFor({ timeout: 40_000 })
  await rows.filter({ hasText: '450 try again' }).waitFor({ timeout: 40_000 })
  await expectSound(opened, 'office-mails')
  const [failed, waiting] = await rows.allInnerTexts()
  expect(failed).toMatch(/^Tickets\n[^]*1 attempt\n[^]*550[^]*Send again$/)
  expect(waiting).toMatch(/^Tickets\n[^]*next attempt [^]*450 try again/)
  expect(waiting).not.toContain('Send again')

  refusals.clear()
  await page.getByRole('button', { name: 'Send again' }).click()
  await rows.filter({ hasText: 'no such user' }).waitFor({ state: 'detached' })
  while (server.received.length === 0) await sleep(50)
  expect(server.received[0]!.to).toEqual(['unknown@example.org'])
  await rows.getByRole('link', { name: 'Show its tickets' }).click()
  await page.getByRole('heading', { name: 'Find' }).waitFor()
  expect(page.url()).toContain('box-office/find?search=')
})
