import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Connection, type RowDataPacket, createConnection } from 'mysql2/promise'
import { engines } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const ticketDate = '2040-05-17'

describe.each(engines)('one event that is being changed, on %s:', (engine, newDatabase) => {
  const servers = useServers(newDatabase)
  let server: StartedServer
  let event: string
  let otherEvent: string

  const start = async (connections = 10) => {
    server = await servers.start({
      MUSEUM_ADMIN_PASSWORD: 'a password for the test',
      MUSEUM_DATABASE_CONNECTIONS: `${connections}`,
    })
    event = await createEvent('Night at the Museum')
    otherEvent = await createEvent('Day at the Museum')
  }
  const createEvent = async (name: string) => {
    const dates = [ticketDate]
    const body = { name, location: 'Hall', eventDescription: '', dates, price: 5 }
    const response = await server.request('POST', '/special-events', body)
    return ((await response.json()) as { eventId: string }).eventId
  }
  const buy = async (order: { ticketType: 'general' } | { ticketType: 'event'; eventId: string }) => {
    const response = await server.request('POST', '/tickets', { ...order, ticketDate, email: 'visitor@example.org' })
    const { ticketId } = (await response.json()) as { ticketId?: string }
    return { status: response.status, ticketId }
  }
  const buyFor = (eventId: string) => buy({ ticketType: 'event', eventId })
  const patch = (eventId: string, location: string) =>
    statusOf(server.request('PATCH', `/special-events/${eventId}`, { location }))
  const read = (path: string) => statusOf(server.request('GET', path))
  const statusOf = async (request: Promise<Response>) => {
    const response = await request
    await response.arrayBuffer()
    return response.status
  }

  /** Sends purchases, reads and readiness probes at once, `count` of each, and expects the usual response to each. */
  const expectUsualAnswers = async (count = 12) => {
    const sendAll = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: count }, send))
    const [general, forEvent, forOtherEvent, one, list, hours, ready] = await Promise.all([
      sendAll(() => buy({ ticketType: 'general' })),
      sendAll(() => buyFor(event)),
      sendAll(() => buyFor(otherEvent)),
      sendAll(() => read(`/special-events/${event}`)),
      sendAll(() => read(`/special-events?startDate=${ticketDate}`)),
      sendAll(() => read('/museum-hours')),
      sendAll(() => statusOf(fetch(`${server.origin}/readyz`))),
    ])
    const statuses = (tickets: typeof general) => new Set(tickets.map(({ status }) => status))
    const distinct = {
      general: statuses(general),
      forEvent: statuses(forEvent),
      forOtherEvent: statuses(forOtherEvent),
    }
    const reads = { one: new Set(one), list: new Set(list), hours: new Set(hours), ready: new Set(ready) }
    expect({ ...distinct, ...reads }).toEqual({
      general: new Set([201]),
      forEvent: new Set([201]),
      forOtherEvent: new Set([201]),
      one: new Set([200]),
      list: new Set([200]),
      hours: new Set([200]),
      ready: new Set([200]),
    })
    return forEvent.map(({ ticketId }) => ticketId!)
  }

  it('20 PATCHes of an event at once succeed, and so do purchases of it', async () => {
    await start()
    const patches = Array.from({ length: 20 }, (_, n) => patch(event, `Hall ${n}`))
    await expectUsualAnswers()
    expect(new Set(await Promise.all(patches))).toEqual(new Set([200]))
  })

  if (engine === 'MySQL')
    describe('the row of the event is locked:', () => {
      let session: Connection
      beforeEach(async () => {
        session = await createConnection(servers.databaseUrl())
      })
      afterEach(() => session.end())

      /** Waits until the server runs a statement that meets the condition. */
      const statementOfServer = async (isMeant: (row: RowDataPacket) => boolean) => {
        const name = new URL(servers.databaseUrl()).pathname.slice(1)
        for (;;) {
          const [rows] = await session.query<RowDataPacket[]>('show full processlist')
          const others = rows.filter((row) => row['db'] === name && row['Id'] !== session.threadId)
          if (others.some((row) => row['Command'] !== 'Sleep' && isMeant(row))) return
          await sleep(20)
        }
      }
      const lockEvent = async () => {
        await session.beginTransaction()
        const lock = 'select * from special_event where event_id = ? for update'
        const [rows] = await session.query<RowDataPacket[]>(lock, [Buffer.from(event.replaceAll('-', ''), 'hex')])
        expect(rows).toHaveLength(1)
      }

      it('purchases, reads and /readyz are answered as usual while another session locks the row of an event for 8 s', async () => {
        await start()
        await lockEvent()
        const end = performance.now() + 8_000
        const tickets: string[] = []
        // Every response arrives while the row is locked.
        while (performance.now() < end) {
          tickets.push(...(await expectUsualAnswers()))
          await sleep(500)
        }
        await session.rollback()
        expect(await read(`/tickets/${tickets[0]}/qr`)).toBe(200)
        expect(await patch(event, 'Another hall')).toBe(200)
      })

      it('20 PATCHes that wait for the row of an event leave one of two connections to other requests', async () => {
        await start(2)
        // The first sale of a slot adds its row, and waits for that in the lock queue.
        for (const sale of [buy({ ticketType: 'general' }), buyFor(event), buyFor(otherEvent)])
          expect((await sale).status).toBe(201)
        await lockEvent()
        // If an expectation fails, the server ends before it has answered these requests.
        const patches = Promise.all(Array.from({ length: 20 }, (_, n) => patch(event, `Hall ${n}`).catch(String)))
        const areAnswered = () => Promise.race([patches.then(() => true), sleep(500, false)])
        await statementOfServer(({ Info }) => /special_event.*for update/s.test(String(Info)))
        // One of each at once: one connection answers them, also on a machine that is busy with other tests.
        await expectUsualAnswers(1)
        expect(await areAnswered()).toBe(false)
        while (!(await areAnswered())) await expectUsualAnswers(1)
        expect(new Set(await patches)).toEqual(new Set([503]))
        await session.rollback()
        expect(await patch(event, 'Another hall')).toBe(200)
      })

      it('purchases, reads and /readyz are answered as usual while the deletion of an event takes 4 s, which cancels its tickets', async () => {
        await start()
        // The trigger waits for a lock with this name until the test releases it.
        const lock = `'deletion of ${event}'`
        await session.query(`create trigger slow_deletion before update on special_event for each row
          set @released = if(new.deleted_at is null, null, if(get_lock(${lock}, 60), release_lock(${lock}), null))`)
        await session.query(`select get_lock(${lock}, 0)`)
        const deletion = statusOf(server.request('DELETE', `/special-events/${event}`))
        await statementOfServer(({ State }) => State === 'User lock')
        const end = performance.now() + 4_000
        const tickets: string[] = []
        while (performance.now() < end) {
          tickets.push(...(await expectUsualAnswers()))
          await sleep(500)
        }
        await session.query(`select release_lock(${lock})`)
        expect(await deletion).toBe(204)
        expect((await buyFor(event)).status).toBe(404)
        for (const ticketId of tickets) expect(await read(`/tickets/${ticketId}/qr`)).toBe(410)
      })
    })
})
