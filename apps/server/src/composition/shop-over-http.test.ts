import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { kyselyRepositories, openDatabase } from '@museum/adapters-persistence'
import { CalendarDate, Email, OrderId } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { simpleParser } from 'mailparser'
import { engines } from '../../test/databases.ts'
import { shopSettings } from '../../test/shop-settings.ts'
import { useServers } from '../../test/use-servers.ts'

const publicUrl = 'https://museum.example'
const settings = {
  ...shopSettings,
  MUSEUM_PUBLIC_URL: publicUrl,
  MUSEUM_PAYMENT: 'rehearsal',
  MUSEUM_GENERAL_PRICE: '12',
  MUSEUM_ADMIN_USERNAME: 'curator',
  MUSEUM_ADMIN_PASSWORD: 'correct horse battery',
  MUSEUM_TODAY: '2040-05-01',
  MUSEUM_OWN_CANCELLATION: '24',
}

describe.each(engines)('a shop on %s', (_, newDatabase) => {
  const { start, folder, databaseUrl, after } = useServers(newDatabase)

  it('sells to a visitor who pays, shows the tickets, sends them with the same link, and gives one back', async () => {
    const [one, other] = [await start(settings), await start(settings)] as const
    const visit = async (server: typeof one, path: string, fields?: Record<string, string>) => {
      const response = await fetch(server.origin + path.replace(publicUrl, ''), {
        redirect: 'manual',
        ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      })
      return { status: response.status, location: response.headers.get('Location') ?? '', text: await response.text() }
    }
    const form = await visit(one, '/buy?date=2040-05-17')
    const key = /name="key" value="([^"]+)"/.exec(form.text)![1]!
    const typed = { key, date: '2040-05-17', email: 'visitor@example.org', terms: 'yes', language: 'de' }
    const fields = { ...typed, 'quantity-full': '2', 'price-full': '1200' }
    // Both servers at once, as by a double click.
    const sent = await Promise.all([one, other].map((server) => visit(server, '/buy', fields)))
    expect(sent.map(({ status }) => status)).toEqual([303, 303])
    expect(sent[0]!.location).toBe(sent[1]!.location)
    const path = sent[0]!.location.split('?')[0]!
    expect((await visit(other, path)).text).toContain('Zahlungspflichtig bestellen')
    const paying = await visit(one, `${path}/payment`, {})
    expect(paying.status).toBe(303)
    const back = await visit(other, `${paying.location}/pay`, {})
    expect(back.location).toBe(publicUrl + path)
    const sold = await visit(one, path)
    expect([sold.status, sold.location]).toEqual([303, expect.stringMatching(/^\/my-tickets\/[\w-]{44}\?language=de$/)])
    const tickets = await visit(other, sold.location)
    expect(tickets.text).toContain('Ticket 2 von 2')
    const link = sold.location.slice('/my-tickets/'.length).split('?')[0]!
    const [, ticketId] = /\/my-tickets\/[\w-]{44}\/([\w-]{36})\.png/.exec(tickets.text)!
    expect((await visit(one, `/my-tickets/${link}/${ticketId}.png`)).status).toBe(200)
    expect((await visit(one, `/my-tickets/${link}/receipt`)).text).toMatch(/24,00/)
    const mail = await mailIn(join(folder(), 'outbox'))
    expect(mail).toContain(`${publicUrl}/my-tickets/${link}`)
    expect(mail).toContain('Content-Language: de')
    const listed = (await (await one.request('GET', '/orders?soldBy=shop:pages')).json()) as object
    expect(listed).toMatchObject([{ soldBy: 'shop:pages', total: 24, payment: { method: 'online' } }])

    expect(tickets.text).toContain('Tickets stornieren')
    const requested = await visit(one, `/my-tickets/${link}/cancellation`, { ticket: ticketId! })
    expect(requested.text).toMatch(/12,00.€ auf dem Weg zurück/)
    const asking = await mailIn(join(folder(), 'outbox'), 'Möchten Sie dieses Ticket stornieren?')
    const [, cancellation] = /museum\.example(\/my-tickets\/cancellation\/[\w-]{60})/.exec(asking)!
    expect((await visit(other, cancellation!)).text).toContain('Dieses Ticket stornieren')
    const pressed = await Promise.all([one, other].map((server) => visit(server, cancellation!, {})))
    for (const { status, text } of pressed)
      expect([status, text]).toEqual([200, expect.stringContaining('Ihr Ticket ist storniert')])
    expect(await mailIn(join(folder(), 'outbox'), 'Ihr Ticket wurde storniert')).toMatch(/12,00.€ auf dem Weg zurück/)
    const refunds = async (state: string) =>
      (await (await one.request('GET', `/refunds?state=${state}`)).json()) as readonly object[]
    expect([...(await refunds('sending')), ...(await refunds('settled'))]).toMatchObject([{ ticketId, amount: 12 }])
    expect(await refunds('due')).toEqual([])
    const audit = (await (await one.request('GET', '/audit?about=order')).json()) as readonly { operation: string }[]
    expect(audit.filter(({ operation }) => operation === 'cancelOwnTickets')).toMatchObject([{ actor: 'shop:pages' }])
  })

  it('behind a proxy that is not trusted says so in the log, at start and once when a request comes', async () => {
    const server = await start(settings)
    await server.waitForOutput(/MUSEUM_TRUSTED_PROXIES is not set: visitors behind a proxy are not limited/)
    const fields = { date: '2040-05-17', email: 'visitor@example.org', terms: 'yes', 'quantity-full': '2' }
    for (const key of ['one', 'two']) {
      const response = await fetch(`${server.origin}/buy`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'X-Forwarded-For': '192.0.2.7' },
        body: new URLSearchParams({ ...fields, key, 'price-full': '1200' }),
      })
      expect(response.status).toBe(303)
    }
    await server.stop()
    await server.closed
    expect(
      server.output.text.match(/X-Forwarded-For comes from 127\.0\.0\.1, which MUSEUM_TRUSTED_PROXIES/g),
    ).toHaveLength(1)
  })

  it('removes the counts of free orders of the days before', async () => {
    await start(settings)
    const database = openDatabase(databaseUrl())
    after(() => database.close())
    const { freeOrders } = kyselyRepositories(database)
    const [orderId, email] = [OrderId(exampleId(1)), Email('visitor@example.org')]
    for (const date of ['2040-04-30', '2040-05-01'])
      await freeOrders.count({ date: CalendarDate(date), email, orderId }, 1)
    const dates = async () =>
      (await database.kysely.selectFrom('free_order').select('order_date').execute()).map((row) => row.order_date)
    expect(await dates()).toHaveLength(2)
    await start(settings)
    while ((await dates()).length > 1) await sleep(50)
    expect(await dates()).toEqual(['2040-05-01'])
  })

  it('that one server closes is closed on the other one too', async () => {
    const [one, other] = [await start(settings), await start(settings)] as const
    const closed = await one.request('PUT', '/shop', { open: false })
    expect([closed.status, await closed.json()]).toEqual([200, { open: false, publicUrl, payment: 'rehearsal' }])
    const textAt = async (server: typeof one) => (await fetch(`${server.origin}/buy?language=en`)).text()
    expect(await textAt(one)).toContain('Tickets cannot be bought online at the moment')
    while (!(await textAt(other)).includes('Tickets cannot be bought online at the moment')) await sleep(100)
  })
})

/** The plain text of the e-mail in a folder that contains a text, once it is there, after its headers. */
const mailIn = async (outbox: string, containing = ''): Promise<string> => {
  for (let tries = 0; tries < 600; tries += 1) {
    for (const name of await readdir(outbox).catch(() => [])) {
      const { text = '', headerLines } = await simpleParser(await readFile(join(outbox, name)))
      if (text.includes(containing)) return [...headerLines.map(({ line }) => line), text].join('\n')
    }
    await sleep(50)
  }
  throw new Error('no e-mail was sent within 30 s')
}
