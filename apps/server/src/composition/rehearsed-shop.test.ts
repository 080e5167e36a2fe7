import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { simpleParser } from 'mailparser'
import { findPortBelowEphemeralRange } from '../../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { engines } from '../../test/databases.ts'
import { readQrCode } from '../../test/read-qr-code.ts'
import { useServers } from '../../test/use-servers.ts'

describe.each(engines)('MUSEUM_SHOP=rehearsal on %s', (_, newDatabase) => {
  const { start, folder, databaseUrl } = useServers(newDatabase)

  it('sells to a visitor with no other setting of the shop, and says everywhere that the tickets are not valid', async () => {
    const date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    const port = await findPortBelowEphemeralRange()
    const server = await start({
      MUSEUM_SHOP: 'rehearsal',
      MUSEUM_PORT: String(port),
      MUSEUM_ADMIN_PASSWORD: 'a password for the test',
    })
    const origin = `http://127.0.0.1:${port}`
    const visit = async (path: string, fields?: Record<string, string>) => {
      const response = await fetch(new URL(path, origin), {
        redirect: 'manual',
        ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      })
      const text = await response.clone().text()
      if (response.status === 200 && text.startsWith('<!doctype')) expect(text).toContain('Probe, nicht gültig')
      return { location: response.headers.get('Location')!, text, response }
    }
    const event = {
      name: 'Night at the Museum',
      location: 'Main Hall',
      eventDescription: 'An evening among the dinosaurs.',
      price: 12,
      dates: [date],
    }
    const added = await server.request('POST', '/special-events', event)
    const { eventId } = (await added.json()) as { eventId: string }
    await visit(`/buy?event=${eventId}&date=${date}&language=de`)
    const form = { key: '1', date, event: eventId, email: 'visitor@example.org', terms: 'yes' }
    const reserved = await visit('/buy', { ...form, language: 'de', 'quantity-full': '1', 'price-full': '1200' })
    const review = await visit(reserved.location)
    // A form leads to the payment page also where the visitor has opened the shop at http://localhost.
    expect(review.response.headers.get('Content-Security-Policy')).toContain(`form-action 'self' ${origin}`)
    const paying = await visit(`${reserved.location.split('?')[0]}/payment`, {})
    expect(paying.location).toMatch(new RegExp(`^${origin}/rehearsal-payment/`))
    await visit(paying.location)
    const paid = await visit(`${paying.location}/pay`, {})
    const sold = await visit(paid.location)
    const tickets = await visit(sold.location)
    await visit(sold.location.replace('?', '/receipt?'))
    const [png] = /\/my-tickets\/[\w-]{44}\/[\w-]{36}\.png/.exec(tickets.text)!
    expect(await readQrCode(await (await visit(png)).response.arrayBuffer())).toMatch(/^M1:/)

    const url = databaseUrl()
    const ofDatabase = url.startsWith('sqlite:') ? dirname(url.slice('sqlite:'.length)) : join(folder(), 'data')
    expect(await readdir(ofDatabase)).toContain('payments')
    const mail = await simpleParser(await mailIn(join(ofDatabase, 'outbox')))
    expect(mail.subject).toContain('Probe, nicht gültig')
    expect(mail.text).toContain(`${origin}/my-tickets/`)
  })
})

/** The one e-mail in a folder, once it is there. */
const mailIn = async (outbox: string): Promise<Buffer> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const name = (await readdir(outbox).catch(() => [])).find((each) => each.endsWith('.eml'))
    if (name !== undefined) return readFile(join(outbox, name))
    await sleep(50)
  }
  throw new Error('no e-mail was written within 30 s')
}
