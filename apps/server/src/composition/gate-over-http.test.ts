import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { engines } from '../../test/databases.ts'
import { connectTo } from '../../test/sockets.ts'
import { type StartedServer, basicAuth } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

type Body = Readonly<Record<string, unknown>>

const settings = {
  MUSEUM_TODAY: '2040-05-17',
  MUSEUM_ADMIN_USERNAME: 'curator',
  MUSEUM_ADMIN_PASSWORD: 'correct horse battery',
}
const scanIdOf = (n: number) => `0197a3c2-8d1e-7c4b-9f60-${String(n).padStart(12, '0')}`

const jsonOf = async (response: Promise<Response>) => (await response).json() as Promise<Body>

/** Sells a ticket for general entry today to each of these addresses. */
const sellToday = async ({ request }: StartedServer, ...emails: readonly string[]) => {
  const { date } = await jsonOf(request('GET', '/admissions/summary'))
  const tickets = []
  for (const email of emails)
    tickets.push(await jsonOf(request('POST', '/tickets', { ticketType: 'general', ticketDate: date, email })))
  return tickets.map(({ ticketId, confirmationCode }) => ({
    ticketId: String(ticketId),
    confirmationCode: String(confirmationCode),
  }))
}

/** The statuses of the responses to requests that one client sends in turn on one connection. */
const statusesOf = async (origin: string, requests: readonly string[]) => {
  const { socket, text } = connectTo(origin)
  socket.write(requests.join(''))
  await once(socket, 'close')
  return [...text().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

describe.each(engines)('the gate and the box office at servers on %s', (_, newDatabase) => {
  const { start, runWithInput } = useServers(newDatabase)

  it('gates get the end of the day that is set, with the keys', async () => {
    const server = await start({ ...settings, MUSEUM_DAY_ENDS: '03:00' })
    expect(await jsonOf(server.request('GET', '/ticket-keys'))).toMatchObject({
      keys: [{ kid: '1' }],
      dayEnds: '03:00',
    })
  })

  it('every scan gets 200, whatever its code, and the same response for its scanId from every server', async () => {
    const [one, other] = [await start(settings), await start(settings)]
    const [ticket] = await sellToday(one, 'visitor@example.org')
    const unsigned = `${ticket!.ticketId}.${ticket!.confirmationCode}`
    const codes = [
      ['\ud83d', 'unknown-ticket'],
      ['M1:\udc00', 'bad-signature'],
      ['M1:ПРИВЕТ', 'bad-signature'],
      ['\u0000', 'unknown-ticket'],
      ['\u0000M1:', 'bad-signature'],
      [' \r\n', 'unknown-ticket'],
      ['🎟'.repeat(500), 'unknown-ticket'],
      ["' or 1=1; --", 'unknown-ticket'],
      [`${unsigned}\n`.toUpperCase(), undefined],
      [unsigned, 'already-admitted'],
      [ticket!.confirmationCode.toUpperCase(), 'already-admitted'],
    ] as const
    const gate = 'Tür 🎟 “Nord”'
    for (const [n, [code, reason]] of codes.entries()) {
      const scan = { code, scanId: scanIdOf(n), gate }
      const response = await one.request('POST', '/admissions', scan)
      expect([code, response.status]).toEqual([code, 200])
      const text = await response.text()
      expect([code, (JSON.parse(text) as Body)['reason']]).toEqual([code, reason])
      expect(await (await other.request('POST', '/admissions', scan)).text()).toBe(text)
      expect((await other.request('POST', '/admissions', { ...scan, gate: 'South' })).status).toBe(422)
    }
    const log = async (query: string) => {
      const response = await other.request('GET', `/admissions?limit=100&${query}`)
      expect([query, response.status]).toEqual([query, 200])
      return ((await response.json()) as Body[]).map(({ reason }) => reason)
    }
    const reasons = codes.map(([, reason]) => reason ?? null)
    expect((await log(`gate=${encodeURIComponent(gate)}`)).toSorted()).toEqual(reasons.toSorted())
    expect(await log('admitted=true')).toEqual([null])
    for (const name of ['tür 🎟 “nord”', 'Tur 🎟 “Nord”', `${gate} `, '%', '_', "'"])
      expect(await log(`gate=${encodeURIComponent(name)}`)).toEqual([])
    for (const name of ['%00', '']) expect((await one.request('GET', `/admissions?gate=${name}`)).status).toBe(400)
    expect(await log('page=999999999')).toEqual([])
  })

  it('tickets are found by an address in any case and by a code as it is typed, and the gate sees no address', async () => {
    const server = await start(settings)
    const { origin, request } = server
    const [ticket, , umlaut] = await sellToday(server, 'Ada+x@Example.org', 'ada@example.org', 'JÖRG@example.org')
    const find = async (name: string, value: string) => {
      const response = await request('GET', `/tickets?${name}=${encodeURIComponent(value)}`)
      expect([value, response.status]).toEqual([value, 200])
      return ((await response.json()) as Body[]).map(({ ticketId }) => ticketId)
    }
    expect(await find('email', 'aDA+X@example.ORG')).toEqual([ticket!.ticketId])
    expect(await find('email', 'jörg@EXAMPLE.org')).toEqual([umlaut!.ticketId])
    for (const email of ['jorg@example.org', 'ada%@example.org', 'ada_x@example.org', '%@%', '🎟@example.org'])
      expect(await find('email', email)).toEqual([])
    expect(await find('confirmationCode', ` ${ticket!.confirmationCode.toUpperCase()}\n`)).toEqual([ticket!.ticketId])
    const withoutPrefix = ticket!.confirmationCode.replace('ticket-general-', '')
    expect(await find('confirmationCode', withoutPrefix)).toEqual([ticket!.ticketId])
    expect(await find('confirmationCode', 'ticket-general-zzzzzz-zzzzz')).toEqual([])
    for (const code of ['', '\u0000', '%', '🎟', 'ticket-general-______-_____'])
      expect((await request('GET', `/tickets?confirmationCode=${encodeURIComponent(code)}`)).status).toBe(400)
    expect((await runWithInput('a long password\n', 'users add', {}, 'Door', '--role', 'gate')).code).toBe(0)
    const asGate = { Authorization: basicAuth('Door', 'a long password') }
    const { ticketId, confirmationCode } = ticket!
    for (const response of [
      await request('GET', `/tickets/${ticketId}`, undefined, asGate),
      await request('POST', '/admissions', { code: confirmationCode }, asGate),
      await request('POST', '/admissions', { code: confirmationCode }, asGate),
      await request('GET', '/admissions', undefined, asGate),
      await request('GET', '/admissions/summary', undefined, asGate),
      await request('GET', '/ticket-revocations?date=2000-01-01', undefined, asGate),
    ]) {
      expect([response.url, response.status]).toEqual([response.url, 200])
      expect(await response.text()).not.toMatch(/example\.org/i)
    }
    // The server must answer before the body has arrived: none is sent.
    const search = `GET /v1.1/tickets?email=ada@example.org HTTP/1.1\r\nHost: a\r\n`
    const cancel = `POST /v1.1/tickets/${ticketId}/cancellation HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nConnection: close\r\n`
    const credentials = `Authorization: ${asGate.Authorization}\r\n\r\n`
    expect(await statusesOf(origin, [search + credentials, cancel + credentials])).toEqual([403, 403])
  })
})

describe('the bodies of requests from the gate and the box office', () => {
  const { start } = useServers()

  it('a scan whose body is not UTF-8 or not JSON gets 400, and one that is cut off is not stored', async () => {
    const { origin, authorization, request } = await start(settings)
    const post = async (body: string | Uint8Array<ArrayBuffer>) => {
      const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
      return jsonOf(fetch(`${origin}/v1.1/admissions`, { method: 'POST', headers, body }))
    }
    // Half of a surrogate pair, encoded as UTF-8 does not allow it.
    const half = Buffer.concat([Buffer.from('{"code":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])
    expect(await post(new Uint8Array(half))).toMatchObject({ status: 400, errors: [{ code: 'not-utf-8' }] })
    expect(await post('{"code":"a\nb"}')).toMatchObject({ status: 400, errors: [{ code: 'not-json' }] })
    const { socket } = connectTo(origin)
    const head = `POST /v1.1/admissions HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`
    socket.end(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"code":"x"}`)
    await once(socket, 'close')
    expect(await (await request('GET', '/admissions')).json()).toEqual([])
  })

  it('a cancellation needs no body, however the body is framed, and leaves the connection open', async () => {
    const server = await start(settings)
    const { origin, authorization, request } = server
    const tickets = await sellToday(server, 'a@example.org', 'b@example.org', 'c@example.org', 'd@example.org')
    const head = (id: string) =>
      `POST /v1.1/tickets/${id}/cancellation HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`
    const framings = [
      '\r\n',
      'Content-Length: 0\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{"reason":"x"}',
    ]
    const requests = tickets.map(({ ticketId }, n) => `${head(ticketId)}${framings[n]!}`)
    const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    expect(await statusesOf(origin, [...requests, last])).toEqual([200, 200, 200, 200, 200])
    for (const { ticketId } of tickets)
      expect(await jsonOf(request('GET', `/tickets/${ticketId}`))).toMatchObject({ state: 'cancelled' })
    const path = `/audit?about=ticket`
    const entries = (await (await request('GET', path)).json()) as Body[]
    expect(entries.map(({ after }) => after)).toEqual([
      { state: 'cancelled', reason: 'x' },
      { state: 'cancelled' },
      { state: 'cancelled' },
      { state: 'cancelled' },
    ])
  })
})
