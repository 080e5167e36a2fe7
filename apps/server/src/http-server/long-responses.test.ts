import { CalendarDate, Capacity, EventDescription, EventLocation, EventName, Price } from '@museum/domain'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type RequestRecord, museumApi } from '@museum/adapters-http'
import { type MuseumDatabase, kyselyRepositories, migrate, openDatabase } from '@museum/adapters-persistence'
import { createMuseum } from '@museum/application'
import { inMemoryCredentialVerifier, inMemoryPorts } from '@museum/testing'
import { pino } from 'pino'
import { connectTo } from '../../test/sockets.ts'
import { until } from '../../test/until.ts'
import { httpServerLimits } from './limits.ts'
import { type HttpServer, startHttpServer } from './start-http-server.ts'

// Of two days: as many rows as fit, with general entry. Their names make the response larger than the buffers of the kernel.
const dailyEvents = 4_999
const dates = ['2030-05-01', '2030-05-02', '2030-05-03'].map((date) => CalendarDate(date))
const longName = '🦣'.repeat(255)

let folder: string
let database: MuseumDatabase
let server: HttpServer
/** The numbers of rows that the statements about the availability of events have returned. */
const rowsRead: number[] = []
const records: RequestRecord[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'museum-'))
  database = openDatabase(`sqlite:${join(folder, 'museum.sqlite')}`, {
    tracer: {
      async traceStatement(sql, execute) {
        const result = await execute()
        const { rows } = result as { rows: readonly unknown[] }
        if (sql.startsWith('select') && sql.includes('inner join "special_event" as "event"'))
          rowsRead.push(rows.length)
        return result
      },
      onConnectionWait: () => undefined,
      joinBatch: () => undefined,
      traceBatch: (_, run) => run(),
    },
  })
  await migrate(database)
  await database.transaction(async (tables) => {
    for (let n = 0; n < dailyEvents; n += 1) {
      const id = Buffer.alloc(16, 1)
      id.writeUInt32BE(n, 12)
      const event_id = id as never
      await tables
        .insertInto('special_event')
        .values({
          event_id,
          name: EventName(longName),
          location: EventLocation(longName),
          event_description: EventDescription(''),
          price: Price(0),
          revision: 1,
          capacity: Capacity(9),
        })
        .execute()
      await tables
        .insertInto('event_occurrence')
        .values(
          dates.map((event_date, d) => ({
            event_id,
            event_date,
            previous_date: dates[d - 1] ?? null,
            number: 1,
          })),
        )
        .execute()
    }
  })
  const museum = createMuseum({ ...inMemoryPorts(), ...kyselyRepositories(database) })
  const credentials = inMemoryCredentialVerifier(
    { guide: 'a', cashier: 'b', guard: 'c' },
    { guide: 'reader', cashier: 'box-office', guard: 'gate' },
  )
  const api = museumApi(museum, credentials, {
    withDeadline: database.withDeadline,
    deadline: 60_000,
    onResponse: (record) => records.push(record),
  })
  server = await startHttpServer(api.fetch as Parameters<typeof startHttpServer>[0], {
    at: { host: '127.0.0.1', port: 0 },
    log: pino({ enabled: false }),
    limits: { ...httpServerLimits, stopIdleTimeout: 0 },
  })
})
afterAll(async () => {
  await server.stop()
  await database.close()
  await rm(folder, { recursive: true })
})

const basic = (user: string) => ({ Authorization: `Basic ${Buffer.from(user).toString('base64')}` })
const asCashier = (path: string, init: RequestInit = {}) =>
  fetch(`${server.origin}/v1.1${path}`, {
    ...init,
    headers: { ...basic('cashier:b'), 'Content-Type': 'application/json', Connection: 'close' },
  })
const twoDays = '/availability?startDate=2030-05-01&endDate=2030-05-02'

const ask = (user = 'guide:a') => {
  const { socket } = connectTo(server.origin)
  socket.on('error', () => {})
  socket.write(`GET /v1.1${twoDays} HTTP/1.1\r\nHost: a\r\nAuthorization: ${basic(user).Authorization}\r\n\r\n`)
  return socket
}

it('connections that do not read thousands of events are reset above 64 MiB, and other users are served', async () => {
  const sockets = Array.from({ length: 8 }, (_, n): Socket => {
    const socket = ask(n < 4 ? 'guide:a' : 'guard:c')
    socket.pause()
    return socket
  })
  await until(async () => records.length === 8)
  const days = (await (await asCashier(twoDays)).json()) as { events: object[] }[]
  expect(days.map(({ events }) => events.length)).toEqual([dailyEvents, dailyEvents])
  const order = { ticketType: 'general', ticketDate: '2030-05-17', email: 'visitor@example.org' }
  expect((await asCashier('/tickets', { method: 'POST', body: JSON.stringify(order) })).status).toBe(201)
  expect(records.map(({ status }) => status)).toEqual([...sockets.map(() => 200), 200, 201])

  const complete = new Set<Socket>()
  for (const socket of sockets) {
    let last = ''
    socket.on('data', (chunk) => {
      last = `${last}${chunk.toString()}`.slice(-5)
      if (last === '0\r\n\r\n') complete.add(socket)
    })
    socket.resume()
  }
  await until(async () => sockets.every((socket) => complete.has(socket) || socket.destroyed))
  expect(complete.size).toBe(1)
  for (const socket of sockets) socket.destroy()
})

it.each([
  ['close their connection at once', (socket: Socket) => void socket.once('connect', () => socket.end())],
  ['close their side of the connection with the request', (socket: Socket) => void socket.end()],
])('nothing is read for clients that %s, and they get no response', async (_which, leave) => {
  rowsRead.length = 0
  records.length = 0
  let bytes = 0
  for (let n = 0; n < 20; n += 1) {
    const socket = ask()
    socket.on('data', (chunk) => (bytes += chunk.length))
    leave(socket)
  }
  await until(async () => records.length === 20)
  expect(records.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 499))
  expect([rowsRead, bytes]).toEqual([[], 0])
})

it('a period of more than 10,000 events gets 409, and no more than one row too many is read', async () => {
  rowsRead.length = 0
  const response = await asCashier('/availability?startDate=2030-05-01')
  expect([response.status, await response.json()]).toMatchObject([409, { type: '/problems/too-many-rows' }])
  expect(rowsRead).toEqual([10_001])
})
