import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import type { Repositories } from '@museum/testing/contracts'
import { ConfirmationCode, EventId, EventName, SpecialEvent, type Ticket, TicketId, isRefusal } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { generate } from 'selfsigned'
import { startChild } from '../../../test/start-child.ts'
import { aDatabase, type OpenedDatabase } from '../../../test/a-database.ts'
import { addSlot } from '../../../test/add-slot.ts'
import { lockWait } from '../../../test/count-lock-waits.ts'
import { mysql } from '../../../test/engines.ts'
import { bytesOfUuid } from '@museum/database'
import type { MuseumDatabase } from '../../database/museum-database.ts'
import { type Proxy, proxyTo } from '../../../test/proxy-to.ts'
import { insertRecord } from '../../idempotency/kysely-idempotency-record-repository.ts'
import { rowOf } from '../../tickets/ticket-rows.ts'
import { kyselyRepositories } from '../../kysely-repositories.ts'
import { unavailableAfter } from '../../../test/unavailable-after.ts'
import { sellAlone, aNewScan, anAuditEntry, addScan } from '@museum/testing'

const event = aSpecialEvent()
const firstDate = event.occurrences[0]!.date

describe('when a MySQL server is unavailable,', () => {
  let opened: OpenedDatabase
  let proxy: Proxy
  /** The database, and its repositories, over the proxy. */
  let proxied: MuseumDatabase
  let repositories: Repositories
  beforeEach(async () => {
    opened = await aDatabase(mysql)
    proxy = await proxyTo(opened.url)
    proxied = opened.open(proxy.url)
    repositories = kyselyRepositories(proxied)
    await opened.specialEvents.add(event, anAuditEntry())
    for (const ticket of [aGeneralTicket(), anEventTicket()]) await addSlot(opened.database, ticket)
    expect(await repositories.specialEvents.find(event.eventId)).toEqual(event)
  })
  afterEach(async () => {
    proxy.close()
    await opened.close()
  })
  const everyCall = () => [
    repositories.specialEvents.find(event.eventId),
    repositories.specialEvents.during({ startDate: firstDate }, { page: 1, limit: 10 }),
    sellAlone(repositories.tickets, aGeneralTicket()),
    sellAlone(repositories.tickets, anEventTicket()),
    repositories.museumHours.schedule(firstDate, firstDate),
    repositories.users.find('admin'),
    addScan(repositories.admissions, aNewScan(1)),
    addScan(repositories.admissions, aNewScan(2, { reason: 'wrong-date' })),
    repositories.admissions.list({}, { page: 1, limit: 10 }),
  ]

  it('every operation throws Unavailable at once while connections are refused, and succeeds when they are accepted again', async () => {
    proxy.refuse()
    for (const call of everyCall()) expect(await unavailableAfter(call)).toBeLessThan(1_500)
    expect(await unavailableAfter(repositories.specialEvents.add(event, anAuditEntry()))).toBeLessThan(1_500)
    expect(await proxied.isReady()).toBe(false)
    await proxy.recover()
    expect(await proxied.isReady()).toEqual({ writes: true })
    expect(await repositories.specialEvents.find(event.eventId)).toEqual(event)
  })

  it('a read is retried when its connection is closed', async () => {
    let attempts = 0
    const read = proxied.query(async (tables) => {
      attempts += 1
      if (attempts === 1) setTimeout(() => proxy.cut(), 100)
      return tables.executeQuery(CompiledQuery.raw(`select sleep(${attempts === 1 ? 2 : 0}) as slept`))
    })
    expect((await read).rows).toEqual([{ slept: 0 }])
    expect(attempts).toBe(2)
  })

  /**
   * Runs `lose` while the purchases that `buy` starts wait for another transaction, which has inserted the same confirmation
   * codes as `tickets` and is rolled back at the end. Returns the results of the purchases.
   */
  const whileCodesAreLocked = async (
    tickets: readonly Ticket[],
    buy: () => Promise<unknown>[],
    lose: () => unknown,
  ): Promise<unknown[]> => {
    let purchases: Promise<unknown>[] = []
    const rollBack = new Error('rolled back')
    const holding = opened.database.transaction(async (tables) => {
      const others = tickets.map((ticket, n) => rowOf({ ...ticket, ticketId: TicketId(exampleId(3_000 + n)) }))
      await tables.insertInto('museum_ticket').values(others).execute()
      purchases = buy()
      if (purchases.length > 0) await lockWait(opened.database)
      await lose()
      throw rollBack
    })
    await expect(holding).rejects.toBe(rollBack)
    return Promise.all(purchases)
  }
  const numbered = (n: number) => ({
    ticketId: TicketId(exampleId(1000 + n)),
    confirmationCode: ConfirmationCode(`ticket-${n}`),
  })
  const valueOrError = (purchase: Promise<unknown>) => purchase.catch((error: unknown) => error)
  const countStored = async ({ ticketId }: Ticket) =>
    (await opened.database.kysely.selectFrom('museum_ticket').selectAll().execute()).filter(
      ({ ticket_id }) => Buffer.compare(ticket_id, bytesOfUuid(ticketId)) === 0,
    ).length

  it.each([
    ['one ticket, bought alone,', 1],
    ['each of three tickets, bought at the same time,', 3],
  ])('%s is stored once when the connection is closed during the insert', async (_tickets, count) => {
    const tickets = Array.from({ length: count }, (_, n) => anEventTicket(numbered(n)))
    const purchases = () => tickets.map((ticket) => valueOrError(sellAlone(repositories.tickets, ticket)))
    expect(await whileCodesAreLocked(tickets, purchases, proxy.cut)).toEqual(tickets)
    for (const ticket of tickets) expect(await countStored(ticket)).toBe(1)
  })

  it.each([
    ['one scan, added alone,', 1],
    ['each of three scans, added at the same time,', 3],
  ])(
    '%s is stored once, and admits once, when the connection is closed during its transaction',
    async (_scans, count) => {
      const tickets = Array.from({ length: count }, (_, n) => anEventTicket(numbered(n)))
      for (const ticket of tickets) await sellAlone(opened.tickets, ticket)
      const scans = tickets.map(({ ticketId }, n) => aNewScan(n, { ticketId }))
      const outcomes = await opened.database.transaction(async (tables) => {
        await tables.selectFrom('museum_ticket').selectAll().forUpdate().execute()
        const added = scans.map((scan) => addScan(repositories.admissions, scan))
        await new Promise((resolve) => setTimeout(resolve, 300))
        proxy.cut()
        await new Promise((resolve) => setTimeout(resolve, 300))
        return Promise.allSettled.bind(Promise, added)
      })
      expect(await outcomes()).toMatchObject(
        scans.map(({ admissionId }) => ({ status: 'fulfilled', value: { isAdmitted: true, admissionId } })),
      )
      expect(await opened.admissions.list({}, { page: 1, limit: 10 })).toMatchObject({ total: count })
      for (const { ticketId, admissionId } of scans)
        expect(await opened.tickets.find(ticketId!)).toMatchObject({ admission: { admissionId } })
    },
  )

  it('a keyed ticket and a keyed event are stored once when the connection is lost during the transaction', async () => {
    const record = { username: 'admin', fingerprint: 'f', answer: '{}' }
    const [ticket, another] = [anEventTicket(numbered(1)), aSpecialEvent({ eventId: EventId(exampleId(7)) })]
    const purchases = () => [sellAlone(repositories.tickets, ticket, { record: { ...record, idempotencyKey: 'a' } })]
    expect(await whileCodesAreLocked([ticket], purchases, proxy.cut)).toEqual([ticket])
    expect(await countStored(ticket)).toBe(1)
    expect(await opened.idempotencyRecords.find('admin', 'a')).toMatchObject(record)

    // The server commits, and its response is lost.
    let attempts = 0
    const losingResponse: MuseumDatabase = {
      ...opened.database,
      transaction: (work, kind) =>
        opened.database.transaction(async (tables, isOutcomeUnknown) => {
          attempts += 1
          const added = await work(tables, isOutcomeUnknown)
          if (attempts > 1) return added
          await tables.executeQuery(CompiledQuery.raw('commit'))
          throw Object.assign(new Error('lost'), { fatal: true })
        }, kind),
    }
    const created = kyselyRepositories(losingResponse).specialEvents.add(another, anAuditEntry(), {
      ...record,
      idempotencyKey: 'b',
    })
    expect(await created).toEqual(another)
    expect(attempts).toBe(2)
    expect(await opened.specialEvents.find(another.eventId)).toEqual(another)
    expect(await opened.idempotencyRecords.find('admin', 'b')).toMatchObject(record)
  })

  it('a write succeeds over a new connection when all open connections have become read-only', async () => {
    const setReadOnly = (tables: MuseumDatabase['kysely']) =>
      tables.connection().execute(async (connection) => {
        await connection.executeQuery(CompiledQuery.raw('set session transaction read only'))
        await connection.executeQuery(CompiledQuery.raw('select sleep(0.2)'))
      })
    const name = EventName('Later')
    const writes = [
      () => sellAlone(repositories.tickets, anEventTicket()),
      () => sellAlone(repositories.tickets, aGeneralTicket()),
      () =>
        repositories.specialEvents.update(
          event.eventId,
          (current) => SpecialEvent.update(current, { name }),
          () => anAuditEntry(),
        ),
    ]
    for (const write of writes) {
      await Promise.all(Array.from({ length: 5 }, () => proxied.query(setReadOnly)))
      expect(isRefusal(await write())).toBe(false)
    }
    expect(await opened.specialEvents.find(event.eventId)).toMatchObject({ name })
    for (const ticket of [anEventTicket(), aGeneralTicket()]) expect(await countStored(ticket)).toBe(1)
  })

  it('a purchase whose insert is running throws OutcomeUnknown with its ticketId, and other calls throw Unavailable', async () => {
    const tickets = [anEventTicket(numbered(1)), anEventTicket(numbered(2))]
    const read = valueOrError(proxied.query((tables) => tables.executeQuery(CompiledQuery.raw('select sleep(2)'))))
    const purchases = () => tickets.map((ticket) => valueOrError(sellAlone(repositories.tickets, ticket)))
    const unknown = await whileCodesAreLocked(tickets, purchases, proxy.refuse)
    for (const [n, ticket] of tickets.entries()) {
      expect(unknown[n]).toBeInstanceOf(OutcomeUnknown)
      expect(unknown[n]).toMatchObject({ ticketId: ticket.ticketId })
    }
    for (const other of [await read, await valueOrError(sellAlone(repositories.tickets, aGeneralTicket()))]) {
      expect(other).toBeInstanceOf(Unavailable)
      expect(other).not.toBeInstanceOf(OutcomeUnknown)
    }
  })

  it('every purchase of a batch throws OutcomeUnknown when the connection is lost during the insert', async () => {
    const tickets = [aGeneralTicket(numbered(1)), aGeneralTicket(numbered(2))]
    const purchases = () => tickets.map((ticket) => valueOrError(sellAlone(repositories.tickets, ticket)))
    for (const purchase of await whileCodesAreLocked(tickets, purchases, proxy.refuse))
      expect(purchase).toBeInstanceOf(OutcomeUnknown)
  })

  it('each purchase of a committed batch has its outcome although the server is unavailable afterwards', async () => {
    const [sold, changed] = [anEventTicket(numbered(1)), anEventTicket({ ...numbered(2), occurrenceNumber: 9 })]
    const losingAfterWrite = kyselyRepositories({
      ...proxied,
      lockThenWrite: (transaction, kind) =>
        proxied.lockThenWrite(transaction, kind).finally(() => {
          proxy.refuse()
        }),
    })
    const purchases = [sold, changed].map((ticket) => valueOrError(sellAlone(losingAfterWrite.tickets, ticket)))
    expect(await Promise.all(purchases)).toEqual([sold, expect.objectContaining({ refusal: 'validation-failed' })])
    expect([await countStored(sold), await countStored(changed)]).toEqual([1, 0])
  })

  it('a lookup of a key throws Unavailable, not OutcomeUnknown, when its connection is lost', async () => {
    const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: '{}' }
    const rollBack = new Error('rolled back')
    let found: Promise<unknown> | undefined
    const holding = opened.database.transaction(async (tables) => {
      await insertRecord(tables, opened.database.engine, record, false)
      found = valueOrError(repositories.idempotencyRecords.findAfterPending('admin', 'a'))
      await new Promise((resolve) => setTimeout(resolve, 200))
      proxy.refuse()
      throw rollBack
    })
    await expect(holding).rejects.toBe(rollBack)
    expect(await found).toBeInstanceOf(Unavailable)
    expect(await found).not.toBeInstanceOf(OutcomeUnknown)
  })

  it('a purchase throws OutcomeUnknown at the deadline of its request', async () => {
    const ticket = anEventTicket(numbered(1))
    const start = performance.now()
    const purchase = () => [valueOrError(proxied.withDeadline(3_000, () => sellAlone(repositories.tickets, ticket)))]
    const [unknown] = await whileCodesAreLocked([ticket], purchase, proxy.refuse)
    expect(unknown).toBeInstanceOf(OutcomeUnknown)
    // Without the deadline, the purchase would take over six seconds.
    expect(performance.now() - start).toBeLessThan(5_500)
  })

  it('a transaction whose connection is closed throws Unavailable and stores nothing', async () => {
    const change = repositories.specialEvents.update(
      event.eventId,
      (current) => {
        proxy.cut()
        return SpecialEvent.update(current, { name: EventName('Never') })
      },
      () => anAuditEntry(),
    )
    expect(await unavailableAfter(change)).toBeLessThan(3_000)
    expect(await opened.specialEvents.find(event.eventId)).toEqual(event)
    const name = EventName('Later')
    expect(
      await repositories.specialEvents.update(
        event.eventId,
        (current) => SpecialEvent.update(current, { name }),
        () => anAuditEntry(),
      ),
    ).toMatchObject({ name })
  })

  it('reads, sales and scans throw Unavailable within seconds when the server stops responding, also while they wait for a connection', async () => {
    const change = repositories.specialEvents.update(
      event.eventId,
      (current) => {
        proxy.stopResponding()
        return SpecialEvent.update(current, { name: EventName('Never') })
      },
      () => anAuditEntry(),
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    const reads = Array.from({ length: 5 }, everyCall).flat()
    const many = Array.from({ length: 600 }, () =>
      proxied.query((tables) => tables.executeQuery(CompiledQuery.raw('select 1'))),
    )
    const times = await Promise.all([...reads, ...many].map(unavailableAfter))
    expect(Math.max(...times)).toBeLessThan(6_000)
    // Requests beyond the maximum of waiting ones are rejected at once.
    expect(Math.min(...times)).toBeLessThan(1_500)
    expect(await unavailableAfter(change)).toBeLessThan(9_000)
    expect(await proxied.isReady()).toBe(false)
    await proxy.recover()
    const start = performance.now()
    while (!(await proxied.isReady())) expect(performance.now() - start).toBeLessThan(20_000)
    expect(await repositories.specialEvents.find(event.eventId)).toEqual(event)
  })

  it('a process that closes the database ends although the server does not respond', async () => {
    const child = startChild('close.ts', [proxy.url])
    expect(await child.line()).toBe('{"writes":true}')
    proxy.stopResponding()
    const start = performance.now()
    child.go()
    await child.end()
    expect(performance.now() - start).toBeLessThan(9_000)
  })

  it('a purchase throws Unavailable while another transaction locks its confirmation code, and is not stored later', async () => {
    let time = 0
    const buy = async () => {
      time = await unavailableAfter(sellAlone(repositories.tickets, anEventTicket()))
    }
    await whileCodesAreLocked([anEventTicket()], () => [], buy)
    expect(time).toBeLessThan(9_000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await opened.tickets.find(anEventTicket().ticketId)).toBeUndefined()
    expect(isRefusal(await sellAlone(repositories.tickets, anEventTicket()))).toBe(false)
  })

  it('an operation throws Unavailable with the error code of the server that denies access', async () => {
    const url = new URL(opened.url)
    url.password = 'wrong'
    const { specialEvents } = kyselyRepositories(opened.open(url.href))
    await expect(specialEvents.find(event.eventId)).rejects.toThrow('ER_ACCESS_DENIED_ERROR')
    await unavailableAfter(specialEvents.find(event.eventId))
  })

  it('no connection is made without TLS when a CA is given', async () => {
    const { cert: ca } = await generate([{ name: 'commonName', value: 'An authority' }])
    const url = Object.assign(new URL(opened.url), { hostname: 'localhost' }).href
    expect(await opened.open(url).isReady()).toEqual({ writes: true })
    expect(await opened.open(url, { ca }).isReady()).toBe(false)
  })

  it('a connection whose statement has timed out is not used again', async () => {
    const sleeping = Array.from({ length: 10 }, () =>
      proxied.query((tables) => tables.executeQuery(CompiledQuery.raw('select sleep(5)'))),
    )
    await Promise.all(sleeping.map(unavailableAfter))
    const start = performance.now()
    expect(await repositories.specialEvents.find(event.eventId)).toEqual(event)
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})
