import { beforeEach, describe, expect, it } from '@jest/globals'
import { type MailServer, aMailServer } from '../../test/a-mail-server.ts'
import { engines } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { until } from '../../test/until.ts'
import { useServers } from '../../test/use-servers.ts'

const password = 'correct horse battery'
const date = '2040-05-17'
/** The subject of the e-mail about a ticket for general entry. */
const sold = 'Your ticket: General entry, 17 May 2040'

type Listed = { kind: string; ticketIds: string[]; state: string; attempts: number }
type Ticket = { ticketId: string }

describe.each(engines)('e-mails of two servers to purchasers, %s,', (_, newDatabase) => {
  const { run, start, after } = useServers(newDatabase)
  let started: StartedServer[] = []
  beforeEach(async () => {
    started = []
  })

  /** A mail server that accepts every e-mail, but for the address `unknown@visitors.example`. */
  const aReceiver = async (port?: number): Promise<MailServer> => {
    const receiver = await aMailServer((address) => address.startsWith('unknown@'), port)
    after(receiver.close)
    return receiver
  }
  const startTwo = async (port: number, mailRate = '60', more: Readonly<Record<string, string>> = {}) => {
    const settings = {
      ...more,
      MUSEUM_ADMIN_PASSWORD: password,
      MUSEUM_SMTP_URL: `smtp://127.0.0.1:${port}`,
      MUSEUM_MAIL_FROM: 'tickets@museum.example',
      MUSEUM_MAIL_RATE: mailRate,
      MUSEUM_GENERAL_PRICE: '12',
    }
    const two = [await start(settings), await start(settings)] as const
    started.push(...two)
    return two
  }
  const read = async <Body>(response: Response | Promise<Response>, status = 201) => {
    const answer = await response
    expect(answer.status).toBe(status)
    return (await answer.json()) as Body
  }
  const anEvent = async (server: StartedServer) => {
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: [date], price: 5 }
    return (await read<{ eventId: string }>(server.request('POST', '/special-events', event))).eventId
  }
  const buy = (server: StartedServer, name: string, eventId?: string) => {
    const kind = eventId === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId }
    const purchase = { ...kind, ticketDate: date, email: `${name}@visitors.example` }
    return read<Ticket>(server.request('POST', '/tickets', purchase))
  }
  /** Sells a ticket to an event to each of some visitors, and waits until all of them have it. */
  const sellTo = async (names: readonly string[], [one, other]: readonly StartedServer[], receiver: MailServer) => {
    const eventId = await anEvent(one!)
    for (const [n, name] of names.entries()) await buy(n % 2 === 0 ? one! : other!, name, eventId)
    await until(async () => receiver.received.length === names.length)
    expect(told(receiver)).toEqual(names.map((name) => `${name}: Your ticket: Night, 17 May 2040`).toSorted())
    receiver.received.splice(0)
    return eventId
  }
  /** Who was told what. */
  const told = ({ received }: MailServer) =>
    received.map(({ to, parsed }) => `${to.join().replace('@visitors.example', '')}: ${parsed.subject}`).toSorted()
  const list = async (...args: string[]) =>
    JSON.parse((await run('call listMails --all', {}, ...args)).stdout) as Listed[]
  const untilNoneIsPending = () => until(async () => (await list()).every(({ state }) => state !== 'pending'), 300)
  const expectNoAddressInLogs = () => {
    for (const { output } of started) expect(output.text).not.toMatch(/visitors\.example/)
  }

  it('go out after each sale and each cancellation, once, one for each order', async () => {
    const receiver = await aReceiver()
    const [one, other] = await startTwo(receiver.port)
    const { ticketId } = await buy(one, 'ada')
    const items = [{ ticketType: 'general', ticketDate: date, quantity: 2 }]
    const order = { items, email: 'ben@visitors.example' }
    const { orderId } = await read<{ orderId: string }>(other.request('POST', '/orders', order))
    // Neither has an address.
    await read(one.request('POST', '/orders', { items }))
    await until(async () => receiver.received.length === 2)
    expect(told(receiver)).toEqual([`ada: ${sold}`, 'ben: Your 2 tickets: General entry, 17 May 2040'])
    // Each image is in the text and attached.
    const images = receiver.received.map(({ to, parsed }) => [
      to.join(),
      parsed.attachments.filter(({ contentType }) => contentType === 'image/png').length,
    ])
    expect(Object.fromEntries(images)).toEqual({ 'ada@visitors.example': 2, 'ben@visitors.example': 4 })

    receiver.received.splice(0)
    for (const server of [one, other]) await read(server.request('POST', `/tickets/${ticketId}/cancellation`), 200)
    await read(one.request('POST', `/orders/${orderId}/cancellation`), 200)
    await until(async () => receiver.received.length === 2)
    expect(told(receiver)).toEqual([
      'ada: Ticket cancelled: General entry, 17 May 2040',
      'ben: 2 tickets cancelled: General entry, 17 May 2040',
    ])
    for (const { raw } of receiver.received)
      expect(raw.toString()).toMatch(/^Content-Type: text\/calendar;.* method=CANCEL/m)
    await untilNoneIsPending()
    expect((await list()).map(({ kind, state, attempts }) => [kind, state, attempts])).toEqual(
      ['cancelled', 'cancelled', 'sold', 'sold'].map((kind) => [kind, 'delivered', 1]),
    )
    expect(receiver.received).toHaveLength(2)
    expectNoAddressInLogs()
  })

  it('tell a visitor once, in their language, that a payment is returned, which came after its event was deleted', async () => {
    const receiver = await aReceiver()
    const rehearsal = { MUSEUM_PAYMENT: 'rehearsal', MUSEUM_PUBLIC_URL: 'https://museum.example' }
    const [one, other] = await startTwo(receiver.port, undefined, rehearsal)
    const eventId = await anEvent(one)
    const items = [{ ticketType: 'event', eventId, ticketDate: date, quantity: 2 }]
    const reservation = { items, email: 'ada@visitors.example', language: 'de' }
    const { reservationId } = await read<{ reservationId: string }>(one.request('POST', '/reservations', reservation))
    const { url } = await read<{ url: string }>(one.request('POST', `/reservations/${reservationId}/payment`, {}))
    expect((await one.request('DELETE', `/special-events/${eventId}`)).status).toBe(204)
    const pay = await fetch(new URL(`${new URL(url).pathname}/pay`, one.origin), { method: 'POST', redirect: 'manual' })
    expect(pay.status).toBe(303)
    const states = [one, other].map((server) => read(server.request('GET', `/reservations/${reservationId}`), 200))
    for (const state of await Promise.all(states)) expect(state).toMatchObject({ state: 'expired' })
    await until(async () => receiver.received.length > 0)
    await untilNoneIsPending()
    expect(told(receiver)).toEqual(['ada: Ihre Zahlung wird erstattet: Night · Full price, 17. Mai 2040'])
    const [{ parsed }] = receiver.received as [MailServer['received'][number]]
    expect([parsed.text, parsed.attachments]).toEqual([expect.stringContaining('10,00\u00a0€'), []])
    expect(await list()).toMatchObject([{ kind: 'payment-returned', ticketIds: [], reservationId, state: 'delivered' }])
    expectNoAddressInLogs()
  })

  it('tell each owner of a deleted event once, also when both servers are killed meanwhile', async () => {
    const receiver = await aReceiver()
    const names = ['ada', 'ben', 'carla', 'dan']
    // One e-mail each two seconds.
    const servers = await startTwo(receiver.port, '30')
    const eventId = await sellTo(names, servers, receiver)
    expect((await servers[0].request('DELETE', `/special-events/${eventId}`)).status).toBe(204)
    await until(async () => receiver.received.length > 0)
    const firstAt = performance.now()
    await untilNoneIsPending()
    expect(receiver.received.length).toBeLessThan(names.length)
    for (const server of servers) await server.stop('SIGKILL')
    await startTwo(receiver.port, '30')
    await until(async () => receiver.received.length >= names.length)
    // Three times two seconds, of which the database may round off one each time.
    expect(performance.now() - firstAt).toBeGreaterThan(3_000)
    await untilNoneIsPending()
    expect(told(receiver)).toEqual(names.map((name) => `${name}: Night on 17 May 2040 does not take place`).toSorted())
    expectNoAddressInLogs()
  })

  it('stop when the event is restored; purchasers who were told of the deletion are told that it takes place', async () => {
    const receiver = await aReceiver()
    const servers = await startTwo(receiver.port)
    const eventId = await sellTo(['ada', 'ben', 'carla', 'dan', 'eva'], servers, receiver)
    expect((await servers[0].request('DELETE', `/special-events/${eventId}`)).status).toBe(204)
    await until(async () => receiver.received.length > 0)
    expect((await run('call restoreSpecialEvent --eventId', {}, eventId)).code).toBe(0)
    const toldThat = (subject: string) =>
      told(receiver).flatMap((each) => (each.endsWith(`: ${subject}`) ? [each.split(':')[0]] : []))
    const toldOfDeletion = () => toldThat('Night on 17 May 2040 does not take place')
    const toldOfRestoration = () => toldThat('Your ticket is valid again: Night, 17 May 2040')
    await until(async () => toldOfRestoration().length >= toldOfDeletion().length)
    // Three times as long as it takes until the next e-mail about the event.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(toldOfRestoration()).toEqual(toldOfDeletion())
    expect(toldOfDeletion().length).toBeLessThan(5)
    expect(receiver.received).toHaveLength(2 * toldOfDeletion().length)
    expectNoAddressInLogs()
  })

  it('wait for a mail server that is down, and are sent once it is back', async () => {
    const { port, close } = await aMailServer()
    await close()
    const [one] = await startTwo(port)
    const { ticketId } = await buy(one, 'ada')
    await until(async () => (await list())[0]!.attempts > 0)
    expect(await list()).toMatchObject([{ ticketIds: [ticketId], state: 'pending' }])
    const receiver = await aReceiver(port)
    await until(async () => receiver.received.length > 0)
    await untilNoneIsPending()
    expect(told(receiver)).toEqual([`ada: ${sold}`])
    expectNoAddressInLogs()
  })

  it('that a mail server refuses are listed, and the ticket is sent to another address', async () => {
    const receiver = await aReceiver()
    const [one, other] = await startTwo(receiver.port)
    const { ticketId } = await buy(one, 'unknown')
    await until(async () => (await list('--state', 'failed')).length === 1)
    expect(await list('--state', 'failed')).toMatchObject([{ ticketIds: [ticketId], state: 'failed', attempts: 1 }])
    expect((await run('call mailTicket --ticketId', {}, ticketId, '--email', 'ada@visitors.example')).code).toBe(0)
    await until(async () => receiver.received.length === 1)
    const mailed = await other.request('POST', `/tickets/${ticketId}/mail`, { email: 'ben@visitors.example' })
    expect([mailed.status, await mailed.text()]).toEqual([202, ''])
    await until(async () => receiver.received.length === 2)
    expect(told(receiver)).toEqual([`ada: ${sold}`, `ben: ${sold}`])
    const ticket = await read<{ email: string }>(one.request('GET', `/tickets/${ticketId}`), 200)
    expect(ticket.email).toBe('unknown@visitors.example')
    const texts = [await run('call listMails'), await run('call listMails --format table'), await run('audit')]
    for (const { text } of texts) expect(text).not.toMatch(/visitors\.example/)
    expectNoAddressInLogs()
  })

  it('are not sent to an address that was erased before', async () => {
    const { port, close } = await aMailServer()
    await close()
    const servers = await startTwo(port)
    const { ticketId } = await buy(servers[0], 'ada')
    await buy(servers[1], 'ben')
    for (const server of servers) await server.stop()
    expect((await run('call mailTicket --ticketId', {}, ticketId, '--email', 'carla@visitors.example')).code).toBe(0)
    for (const name of ['ada', 'carla'])
      expect((await run('privacy erase', {}, '--email', `${name}@visitors.example`, '--yes')).code).toBe(0)
    expect((await list()).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
    const receiver = await aReceiver(port)
    await startTwo(port)
    await untilNoneIsPending()
    expect(told(receiver)).toEqual([`ben: ${sold}`])
    expect(await list()).toHaveLength(1)
    expectNoAddressInLogs()
  })

  it('are neither recorded nor sent by a museum without a mail server', async () => {
    const server = await start({ MUSEUM_ADMIN_PASSWORD: password })
    const { ticketId } = await buy(server, 'ada')
    const refused = await read<{ type: string }>(server.request('POST', `/tickets/${ticketId}/mail`), 409)
    expect(refused.type).toBe('/problems/mail-off')
    expect(await list()).toEqual([])
  })
})
