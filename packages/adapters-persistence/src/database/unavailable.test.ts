import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdir, rm } from 'node:fs/promises'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { ConfirmationCode, EventId, EventName, SpecialEvent, type Ticket, TicketId, isRefusal } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import { CompiledQuery } from 'kysely'
import { generate } from 'selfsigned'
import { startChild } from '../../test/start-child.ts'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { engines } from '../../test/engines.ts'
import { migrate } from '../migrations/migrate.ts'
import type { MuseumDatabase } from './museum-database.ts'
import { proxyTo } from '../../test/proxy-to.ts'
import { repositoriesOf } from '../../test/repositories-of.ts'
import { bytesOfUuid } from './uuid-column.ts'

const event = aSpecialEvent()
const firstDate = event.occurrences[0]!.date

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
    let opened: OpenedDatabase
    let proxy: Awaited<ReturnType<typeof proxyTo>>
    let away: MuseumDatabase
    let far: ReturnType<typeof repositoriesOf>
    beforeEach(async () => {
      opened = await aDatabase(mysql)
      proxy = await proxyTo(opened.url)
      away = opened.open(proxy.url)
      far = repositoriesOf(away)
      await opened.specialEvents.add(event)
      expect(await far.specialEvents.find(event.eventId)).toEqual(event)
    })
    afterEach(async () => {
      proxy.close()
      await opened.close()
    })
    const everyCall = () => [
      far.specialEvents.find(event.eventId),
      far.specialEvents.during({ startDate: firstDate }, { page: 1, limit: 10 }),
      far.tickets.add(aGeneralTicket()),
      far.tickets.add(anEventTicket()),
      far.museumHours.schedule(firstDate, firstDate),
      far.users.find('admin'),
    ]

    it('is unavailable at once where it refuses to connect, and is there again without opening it again', async () => {
      proxy.refuse()
      for (const call of everyCall()) expect(await unavailableAfter(call)).toBeLessThan(1_500)
      expect(await unavailableAfter(far.specialEvents.add(event))).toBeLessThan(1_500)
      expect(await away.isReady()).toBe(false)
      await proxy.recover()
      expect(await away.isReady()).toEqual({ writes: true })
      expect(await far.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('is asked again when the connection is cut in the middle of a read', async () => {
      let times = 0
      const read = away.query(async (tables) => {
        times += 1
        if (times === 1) setTimeout(() => proxy.cut(), 100)
        return tables.executeQuery(CompiledQuery.raw(`select sleep(${times === 1 ? 2 : 0}) as slept`))
      })
      expect((await read).rows).toEqual([{ slept: 0 }])
      expect(times).toBe(2)
    })

    /**
     * Holds the confirmation codes of tickets in a transaction that is rolled back in the end. Their sales wait for it, and
     * are under way when `lose` breaks the connection.
     */
    const whileCodesAreHeld = async (
      tickets: readonly Ticket[],
      sell: () => Promise<unknown>[],
      lose: () => unknown,
    ): Promise<unknown[]> => {
      let sales: Promise<unknown>[] = []
      const rollBack = new Error('rolled back')
      const holding = opened.database.transaction(async (tables) => {
        const holder = repositoriesOf({ ...opened.database, write: (work) => work(tables, false) })
        for (const [n, ticket] of tickets.entries())
          await holder.tickets.add({ ...ticket, ticketId: TicketId(exampleId(3_000 + n)) })
        sales = sell()
        await new Promise((resolve) => setTimeout(resolve, 200))
        await lose()
        throw rollBack
      })
      await expect(holding).rejects.toBe(rollBack)
      return Promise.all(sales)
    }
    const numbered = (n: number) => ({
      ticketId: TicketId(exampleId(1000 + n)),
      confirmationCode: ConfirmationCode(`ticket-${n}`),
    })
    const outcome = (sale: Promise<unknown>) => sale.catch((error: unknown) => error)
    const soldTo = async ({ ticketId }: Ticket) =>
      (await opened.database.kysely.selectFrom('museum_ticket').selectAll().execute()).filter(
        ({ ticket_id }) => Buffer.compare(ticket_id, bytesOfUuid(ticketId)) === 0,
      ).length

    it.each([
      ['alone', 1],
      ['together', 3],
    ])('sells once what was bought %s while the connection is cut', async (_how, count) => {
      const tickets = Array.from({ length: count }, (_, n) => anEventTicket(numbered(n)))
      const sales = () => tickets.map((ticket) => outcome(far.tickets.add(ticket)))
      expect(await whileCodesAreHeld(tickets, sales, proxy.cut)).toEqual(tickets)
      for (const ticket of tickets) expect(await soldTo(ticket)).toBe(1)
    })

    it('sells once what was bought under a key while the connection is cut, and an event is created once', async () => {
      const record = { username: 'admin', fingerprint: 'f', answer: '{}' }
      const [ticket, another] = [anEventTicket(numbered(1)), aSpecialEvent({ eventId: EventId(exampleId(7)) })]
      const sales = () => [far.tickets.addWithRecord(ticket, { ...record, idempotencyKey: 'a' })]
      expect(await whileCodesAreHeld([ticket], sales, proxy.cut)).toEqual([ticket])
      expect(await soldTo(ticket)).toBe(1)
      expect(await opened.idempotencyRecords.find('admin', 'a')).toMatchObject(record)

      // The server commits, and its answer is lost.
      let times = 0
      const deaf: MuseumDatabase = {
        ...opened.database,
        transaction: (work, kind) =>
          opened.database.transaction(async (tables, isOutcomeUnknown) => {
            times += 1
            const added = await work(tables, isOutcomeUnknown)
            if (times > 1) return added
            await tables.executeQuery(CompiledQuery.raw('commit'))
            throw Object.assign(new Error('lost'), { fatal: true })
          }, kind),
      }
      const created = repositoriesOf(deaf).specialEvents.addWithRecord(another, { ...record, idempotencyKey: 'b' })
      expect(await created).toEqual(another)
      expect(times).toBe(2)
      expect(await opened.specialEvents.find(another.eventId)).toEqual(another)
      expect(await opened.idempotencyRecords.find('admin', 'b')).toMatchObject(record)
    })

    it('is written to also while it hands over to another server, and is read-only on all open connections', async () => {
      const setReadOnly = (tables: MuseumDatabase['kysely']) =>
        tables.connection().execute(async (connection) => {
          await connection.executeQuery(CompiledQuery.raw('set session transaction read only'))
          await connection.executeQuery(CompiledQuery.raw('select sleep(0.2)'))
        })
      const name = EventName('Later')
      const writes = [
        () => far.specialEvents.update(event.eventId, (current) => SpecialEvent.update(current, { name })),
        () => far.tickets.add(anEventTicket()),
        () => far.tickets.add(aGeneralTicket()),
      ]
      for (const write of writes) {
        await Promise.all(Array.from({ length: 5 }, () => away.query(setReadOnly)))
        expect(isRefusal(await write())).toBe(false)
      }
      expect(await opened.specialEvents.find(event.eventId)).toMatchObject({ name })
      for (const ticket of [anEventTicket(), aGeneralTicket()]) expect(await soldTo(ticket)).toBe(1)
    })

    it('leaves unknown, by its ticketId, a sale that it takes with it, and no other', async () => {
      const tickets = [anEventTicket(numbered(1)), anEventTicket(numbered(2))]
      const read = outcome(away.query((tables) => tables.executeQuery(CompiledQuery.raw('select sleep(2)'))))
      const sales = () => tickets.map((ticket) => outcome(far.tickets.add(ticket)))
      const unknown = await whileCodesAreHeld(tickets, sales, proxy.refuse)
      for (const [n, ticket] of tickets.entries()) {
        expect(unknown[n]).toBeInstanceOf(OutcomeUnknown)
        expect(unknown[n]).toMatchObject({ ticketId: ticket.ticketId })
      }
      for (const other of [await read, await outcome(far.tickets.add(aGeneralTicket()))]) {
        expect(other).toBeInstanceOf(Unavailable)
        expect(other).not.toBeInstanceOf(OutcomeUnknown)
      }
    })

    it('leaves unknown what was bought together, of everyone', async () => {
      const tickets = [aGeneralTicket(numbered(1)), aGeneralTicket(numbered(2))]
      const sales = () => tickets.map((ticket) => outcome(far.tickets.add(ticket)))
      for (const sale of await whileCodesAreHeld(tickets, sales, proxy.refuse))
        expect(sale).toBeInstanceOf(OutcomeUnknown)
    })

    it('leaves unknown whom of a group it sold to, when it goes before it can be asked', async () => {
      const [sold, changed] = [anEventTicket(numbered(1)), anEventTicket({ ...numbered(2), occurrenceNumber: 9 })]
      const goesAfterWriting = repositoriesOf({
        ...away,
        write: (work, kind) =>
          away.write(work, kind).finally(() => {
            proxy.refuse()
          }),
      })
      const sales = [sold, changed].map((ticket) => outcome(goesAfterWriting.tickets.add(ticket)))
      for (const sale of await Promise.all(sales)) expect(sale).toBeInstanceOf(OutcomeUnknown)
      expect([await soldTo(sold), await soldTo(changed)]).toEqual([1, 0])
    })

    it('leaves nothing unknown when it goes during the look-up of a key', async () => {
      const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: '{}' }
      const rollBack = new Error('rolled back')
      let found: Promise<unknown> | undefined
      const holding = opened.database.transaction(async (tables) => {
        const holder = repositoriesOf({ ...opened.database, transaction: (work) => work(tables, false) })
        await holder.tickets.addWithRecord(aGeneralTicket(), record)
        found = outcome(far.idempotencyRecords.findAfterPending('admin', 'a'))
        await new Promise((resolve) => setTimeout(resolve, 200))
        proxy.refuse()
        throw rollBack
      })
      await expect(holding).rejects.toBe(rollBack)
      expect(await found).toBeInstanceOf(Unavailable)
      expect(await found).not.toBeInstanceOf(OutcomeUnknown)
    })

    it('is waited for no longer than a whole request may take', async () => {
      const ticket = anEventTicket(numbered(1))
      const start = performance.now()
      const sale = () => [outcome(away.withDeadline(1_500, () => far.tickets.add(ticket)))]
      const [unknown] = await whileCodesAreHeld([ticket], sale, proxy.refuse)
      expect(unknown).toBeInstanceOf(OutcomeUnknown)
      // Without it, nearly five seconds.
      expect(performance.now() - start).toBeLessThan(4_000)
    })

    it('stores nothing of a transaction in whose middle the connection is cut', async () => {
      const change = far.specialEvents.update(event.eventId, (current) => {
        proxy.cut()
        return SpecialEvent.update(current, { name: EventName('Never') })
      })
      expect(await unavailableAfter(change)).toBeLessThan(3_000)
      expect(await opened.specialEvents.find(event.eventId)).toEqual(event)
      const name = EventName('Later')
      expect(
        await far.specialEvents.update(event.eventId, (current) => SpecialEvent.update(current, { name })),
      ).toMatchObject({ name })
    })

    it('is unavailable in bounded time when it falls silent, for everyone in the queue too', async () => {
      const change = far.specialEvents.update(event.eventId, (current) => {
        proxy.fallSilent()
        return SpecialEvent.update(current, { name: EventName('Never') })
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
      expect(await away.isReady()).toBe(false)
      await proxy.recover()
      const start = performance.now()
      while (!(await away.isReady())) expect(performance.now() - start).toBeLessThan(20_000)
      expect(await far.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('lets a process end that closes it, although the server is silent', async () => {
      const child = startChild('close.ts', [proxy.url])
      expect(await child.line()).toBe('{"writes":true}')
      proxy.fallSilent()
      const start = performance.now()
      child.go()
      await child.end()
      expect(performance.now() - start).toBeLessThan(9_000)
    })

    it('is unavailable while another transaction holds a confirmation code, and stores nothing afterwards', async () => {
      let time = 0
      const sell = async () => {
        time = await unavailableAfter(far.tickets.add(anEventTicket()))
      }
      await whileCodesAreHeld([anEventTicket()], () => [], sell)
      expect(time).toBeLessThan(9_000)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await opened.tickets.find(anEventTicket().ticketId)).toBeUndefined()
      expect(isRefusal(await far.tickets.add(anEventTicket()))).toBe(false)
    })

    it('is unavailable to whom it does not let in, and says why', async () => {
      const url = new URL(opened.url)
      url.password = 'wrong'
      const { specialEvents } = repositoriesOf(opened.open(url.href))
      await expect(specialEvents.find(event.eventId)).rejects.toThrow('ER_ACCESS_DENIED_ERROR')
      await unavailableAfter(specialEvents.find(event.eventId))
    })

    it('never goes without the TLS that was asked for', async () => {
      const { cert: ca } = await generate([{ name: 'commonName', value: 'An authority' }])
      const url = Object.assign(new URL(opened.url), { hostname: 'localhost' }).href
      expect(await opened.open(url).isReady()).toEqual({ writes: true })
      expect(await opened.open(url, { ca }).isReady()).toBe(false)
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
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engines[0]!)
    await opened.specialEvents.add(event)
  })
  afterEach(() => opened.close())

  it('is unavailable in bounded time while another process writes, and the process goes on meanwhile', async () => {
    const writer = startChild('hold-write-lock.ts', [opened.url.slice('sqlite:'.length)])
    expect(await writer.line()).toBe('held')

    let [last, longestPause] = [performance.now(), 0]
    const clock = setInterval(() => {
      const now = performance.now()
      ;[last, longestPause] = [now, Math.max(longestPause, now - last)]
    }, 5)
    const sale = unavailableAfter(opened.tickets.add(anEventTicket()))
    expect(await opened.specialEvents.find(event.eventId)).toEqual(event)
    expect(await sale).toBeLessThan(9_000)
    clearInterval(clock)
    expect(longestPause).toBeLessThan(1_500)

    const late = opened.tickets.add(anEventTicket())
    writer.go()
    expect(isRefusal(await late)).toBe(false)
    await writer.end()
  })

  it('is unavailable while it cannot be opened, and is there when it can', async () => {
    const path = `${opened.url.slice('sqlite:'.length)}-2`
    await mkdir(path)
    const database = opened.open(`sqlite:${path}`)
    await unavailableAfter(database.query((tables) => tables.executeQuery(CompiledQuery.raw('select 1'))))
    expect(await database.isReady()).toBe(false)
    await rm(path, { recursive: true })
    await migrate(database)
    expect(await database.isReady()).toEqual({ writes: true })
  })
})
