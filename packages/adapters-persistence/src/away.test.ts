import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdir, rm } from 'node:fs/promises'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { ConfirmationCode, EventName, TicketId, isRefusal } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import { CompiledQuery } from 'kysely'
import { startChild } from './child.test-support.ts'
import { engines, freshDatabase } from './databases.test-support.ts'
import type { MuseumDatabase } from './museum-database.ts'
import { proxyTo } from './proxy.test-support.ts'
import { repositoriesOf } from './repositories.test-support.ts'

type Home = Awaited<ReturnType<typeof freshDatabase>>
const event = aSpecialEvent()

/** How long it took to find out that the database is away; anything else fails the test. */
const unavailableAfter = async (call: Promise<unknown>): Promise<number> => {
  const start = performance.now()
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(Unavailable)
  return performance.now() - start
}

const mysql = engines.find(({ isMysql }) => isMysql)
if (mysql)
  describe('a MySQL server that is away', () => {
    let home: Home
    let proxy: Awaited<ReturnType<typeof proxyTo>>
    let away: MuseumDatabase
    let far: ReturnType<typeof repositoriesOf>
    beforeEach(async () => {
      home = await freshDatabase(mysql)
      proxy = await proxyTo(home.url)
      away = home.open(proxy.url)
      far = repositoriesOf(away)
      await home.specialEvents.add(event)
      expect(await far.specialEvents.find(event.eventId)).toEqual(event)
    })
    afterEach(async () => {
      proxy.close()
      await home.close()
    })
    const everyCall = () => [
      far.specialEvents.find(event.eventId),
      far.specialEvents.during({ startDate: event.dates[0]! }, { page: 1, limit: 10 }),
      far.tickets.add(aGeneralTicket()),
      far.tickets.add(anEventTicket()),
      far.museumHours.schedule(event.dates[0]!, event.dates[0]!),
      far.users.find('admin'),
    ]

    it('is unavailable at once where it refuses to connect, and is there again without opening it again', async () => {
      proxy.refuse()
      for (const call of everyCall()) expect(await unavailableAfter(call)).toBeLessThan(1_500)
      expect(await unavailableAfter(far.specialEvents.add(event))).toBeLessThan(1_500)
      expect(await away.ping()).toBe(false)
      await proxy.recover()
      expect(await away.ping()).toBe(true)
      expect(await far.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('is unavailable at once when the connection is cut in the middle of a statement', async () => {
      const slow = away.query((tables) => tables.executeQuery(CompiledQuery.raw('select sleep(2)')))
      setTimeout(() => proxy.cut(), 100)
      expect(await unavailableAfter(slow)).toBeLessThan(1_900)
      expect(await far.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('tells a sale whose connection is cut from one that never began, and from a read', async () => {
      let [sale, read]: Promise<unknown>[] = []
      await home.database.transaction(async (tables) => {
        // The sale has to wait for this lock, so that it is under way when the connection is cut.
        await tables.selectFrom('special_event').selectAll().forUpdate().execute()
        sale = far.tickets.add(anEventTicket()).catch((error: unknown) => error)
        read = away
          .query((tables) => tables.executeQuery(CompiledQuery.raw('select sleep(2)')))
          .catch((error: unknown) => error)
        await new Promise((resolve) => setTimeout(resolve, 200))
        proxy.cut()
      })
      expect(await sale).toBeInstanceOf(OutcomeUnknown)
      expect(await read).not.toBeInstanceOf(OutcomeUnknown)
      proxy.refuse()
      const never = await far.tickets.add(aGeneralTicket()).catch((error: unknown) => error)
      expect(never).toBeInstanceOf(Unavailable)
      expect(never).not.toBeInstanceOf(OutcomeUnknown)
    })

    it('tells everyone who buys together when their connection is cut', async () => {
      const [first, second] = [
        aGeneralTicket(),
        aGeneralTicket({ ticketId: TicketId(exampleId(2)), confirmationCode: ConfirmationCode('ticket-general-2') }),
      ]
      let sales: Promise<unknown>[] = []
      await home.database.transaction(async (tables) => {
        // The group has to wait, for a code that is being taken.
        const { tickets } = repositoriesOf({ ...home.database, write: (work) => work(tables) })
        await tickets.add({ ...first, ticketId: TicketId(exampleId(3)) })
        sales = [first, second].map((ticket) => far.tickets.add(ticket).catch((error: unknown) => error))
        await new Promise((resolve) => setTimeout(resolve, 200))
        proxy.cut()
      })
      for (const sale of sales) expect(await sale).toBeInstanceOf(OutcomeUnknown)
    })

    it('stores nothing of a transaction in whose middle the connection is cut', async () => {
      const change = far.specialEvents.update(event.eventId, (current) => {
        proxy.cut()
        return { ...current, name: EventName('Never') }
      })
      expect(await unavailableAfter(change)).toBeLessThan(3_000)
      expect(await home.specialEvents.find(event.eventId)).toEqual(event)
      const name = EventName('Later')
      expect(await far.specialEvents.update(event.eventId, (current) => ({ ...current, name }))).toMatchObject({ name })
    })

    it('is unavailable in bounded time when it falls silent, for everyone in the queue too', async () => {
      const change = far.specialEvents.update(event.eventId, (current) => {
        proxy.fallSilent()
        return { ...current, name: EventName('Never') }
      })
      await new Promise((resolve) => setTimeout(resolve, 100))
      const reads = Array.from({ length: 5 }, everyCall).flat()
      const many = Array.from({ length: 600 }, () =>
        away.query((tables) => tables.executeQuery(CompiledQuery.raw('select 1'))),
      )
      const times = await Promise.all([...reads, ...many].map(unavailableAfter))
      expect(Math.max(...times)).toBeLessThan(6_000)
      // The queue has an end: who comes after it is not kept waiting.
      expect(Math.min(...times)).toBeLessThan(1_500)
      expect(await unavailableAfter(change)).toBeLessThan(9_000)
      expect(await away.ping()).toBe(false)
      await proxy.recover()
      const start = performance.now()
      while (!(await away.ping())) expect(performance.now() - start).toBeLessThan(20_000)
      expect(await far.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('lets a process end that closes it, although the server is silent', async () => {
      const child = startChild('close.test-support.ts', [proxy.url])
      expect(await child.line()).toBe('true')
      proxy.fallSilent()
      const start = performance.now()
      child.go()
      await child.end()
      expect(performance.now() - start).toBeLessThan(9_000)
    })

    it('is unavailable while another transaction keeps an event, and stores nothing afterwards', async () => {
      let times: number[] = []
      await home.database.transaction(async (tables) => {
        await tables.selectFrom('special_event').selectAll().forUpdate().execute()
        times = await Promise.all([
          unavailableAfter(far.tickets.add(anEventTicket())),
          unavailableAfter(far.tickets.add(anEventTicket())),
        ])
      })
      expect(Math.max(...times)).toBeLessThan(9_000)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await home.tickets.find(anEventTicket().ticketId)).toBeUndefined()
      expect(isRefusal(await far.tickets.add(anEventTicket()))).toBe(false)
    })

    it('is unavailable to whom it does not let in, and says why', async () => {
      const url = new URL(home.url)
      url.password = 'wrong'
      const { specialEvents } = repositoriesOf(home.open(url.href))
      await expect(specialEvents.find(event.eventId)).rejects.toThrow('ER_ACCESS_DENIED_ERROR')
      await unavailableAfter(specialEvents.find(event.eventId))
    })

    it('never goes without the TLS that was asked for', async () => {
      const ca = '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n'
      expect(await home.open(home.url, { ca }).ping()).toBe(false)
    })

    it('does not keep a connection whose statement ran out of time', async () => {
      const asleep = Array.from({ length: 10 }, () =>
        away.query((tables) => tables.executeQuery(CompiledQuery.raw('select sleep(5)'))),
      )
      await Promise.all(asleep.map(unavailableAfter))
      const start = performance.now()
      expect(await far.specialEvents.find(event.eventId)).toEqual(event)
      expect(performance.now() - start).toBeLessThan(3_000)
    })
  })

describe('a SQLite file', () => {
  let home: Home
  beforeEach(async () => {
    home = await freshDatabase(engines[0]!)
    await home.specialEvents.add(event)
  })
  afterEach(() => home.close())

  it('is unavailable in bounded time while another process writes, and the process goes on meanwhile', async () => {
    const writer = startChild('hold-write-lock.test-support.ts', [home.url.slice('sqlite:'.length)])
    expect(await writer.line()).toBe('held')

    let [last, longestPause] = [performance.now(), 0]
    const clock = setInterval(() => {
      const now = performance.now()
      ;[last, longestPause] = [now, Math.max(longestPause, now - last)]
    }, 5)
    const sale = unavailableAfter(home.tickets.add(anEventTicket()))
    expect(await home.specialEvents.find(event.eventId)).toEqual(event)
    expect(await sale).toBeLessThan(9_000)
    clearInterval(clock)
    expect(longestPause).toBeLessThan(1_500)

    const late = home.tickets.add(anEventTicket())
    writer.go()
    expect(isRefusal(await late)).toBe(false)
    await writer.end()
  })

  it('is unavailable while it cannot be opened, and is there when it can', async () => {
    const path = `${home.url.slice('sqlite:'.length)}-2`
    await mkdir(path)
    const database = home.open(`sqlite:${path}`)
    await unavailableAfter(database.query((tables) => tables.executeQuery(CompiledQuery.raw('select 1'))))
    await rm(path, { recursive: true })
    expect(await database.ping()).toBe(true)
  })
})
