import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { anAuditEntry } from '@museum/application/in-memory'
import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  EventId,
  type PlaceLimit,
  type Ticket,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { losingFirstTransaction } from '../../test/losing-first-transaction.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { statementsOf } from '../../test/statements-of.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { kyselyTicketRepository } from './kysely-ticket-repository.ts'
import { rowOf } from './ticket-row.ts'

const event = aSpecialEvent()
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
})
const ticketTo = (n: number, ticketDate = first) => anEventTicket({ ...numbered(n), ticketDate })
const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold' }

describe.each(namedEngines)('a ticket that is sold under a limit on %s', (_, engine) => {
  let opened: OpenedDatabase
  let limit: PlaceLimit
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
    limit = await setCapacity(10)
  })
  afterEach(() => opened.close())

  const setCapacity = async (capacity: number) => {
    await opened.capacities.setForEvent(event.eventId, Capacity(capacity), () => anAuditEntry())
    return (await opened.specialEvents.find(event.eventId))!.limit!
  }
  const soldOn = async (date = first, { capacities } = opened) => {
    const sold = await capacities.soldForEvent(event.eventId)
    if (isRefusal(sold)) throw new Error(JSON.stringify(sold))
    return sold.dates.find((each) => each.date === date)!.sold
  }
  const storedTickets = async () => {
    const rows = await opened.open().kysely.selectFrom('museum_ticket').select('ticket_id').execute()
    return rows.length
  }

  it('takes a place and is inserted in one transaction of two statements, also together with others', async () => {
    await opened.tickets.add(ticketTo(1), limit)
    for (const tickets of [[2], [3, 4, 5]].map((numbers) => numbers.map((n) => ticketTo(n)))) {
      const statements = await statementsOf(opened.database, async (database) => {
        const repository = kyselyTicketRepository(database)
        expect(await Promise.all(tickets.map((ticket) => repository.add(ticket, limit)))).toEqual(tickets)
      })
      expect(statements.map(({ sql }) => sql.split(' ')[0])).toEqual(['update', 'insert'])
    }
    expect(await soldOn()).toBe(5)
  })

  it('is refused together with others by three statements, and nothing is inserted', async () => {
    limit = await setCapacity(1)
    await opened.tickets.add(ticketTo(1), limit)
    const statements = await statementsOf(opened.database, async (database) => {
      const repository = kyselyTicketRepository(database)
      for (const outcome of await Promise.all([2, 3, 4].map((n) => repository.add(ticketTo(n), limit))))
        expect(outcome).toMatchObject({ refusal: 'no-place-left' })
    })
    expect(statements.map(({ sql }) => sql.split(' ')[0])).toEqual(['update', 'select', 'select'])
  })

  if (engine.isMysql)
    it('waits for a locked counter, while more purchases than there are connections wait too, and no other does', async () => {
      await opened.tickets.add(ticketTo(1), limit)
      const other = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      await opened.specialEvents.add(other, anAuditEntry())
      const { eventId, name, location } = other
      const ofOther = { ...ticketTo(90), event: { eventId, name, location } }
      const waiting: Promise<unknown>[] = []
      const isDone: boolean[] = []
      await opened.open().transaction(async (tables) => {
        await tables.selectFrom('place_counter').selectAll().where('event_date', '=', first).forUpdate().execute()
        for (let n = 0; n < 24; n += 1) {
          const keyed = { ...record, idempotencyKey: `key ${n}` }
          const sale =
            n % 2 === 0
              ? opened.tickets.add(ticketTo(100 + n), limit)
              : opened.tickets.addWithRecord(ticketTo(100 + n), keyed, limit)
          waiting.push(sale.finally(() => isDone.push(true)))
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        expect(await opened.tickets.add(ticketTo(2, second), limit)).toEqual(ticketTo(2, second))
        const others = [3, 4].map((n) => ticketTo(n, second))
        expect(await Promise.all(others.map((ticket) => opened.tickets.add(ticket, limit)))).toEqual(others)
        expect(await opened.tickets.add(ofOther)).toEqual(ofOther)
        const general = aGeneralTicket(numbered(91))
        expect(await opened.tickets.addWithRecord(general, record)).toEqual(general)
        expect(isDone).toEqual([])
      })
      const outcomes = (await Promise.allSettled(waiting)).map((each) => ('value' in each ? each.value : each.reason))
      const sold = outcomes.filter((outcome) => typeof outcome === 'object' && 'ticketId' in (outcome as object))
      // One was sold before.
      expect(sold.length).toBeLessThanOrEqual(9)
      expect(await soldOn()).toBe(1 + sold.length)
      for (const outcome of outcomes)
        expect([undefined, 'no-place-left']).toContain((outcome as { refusal?: string }).refusal)
    })

  /** Rows of tickets in the state in which the statement of another server without a limit inserts them. */
  const unlimitedRows = (...numbers: readonly number[]) => numbers.map((n) => rowOf(ticketTo(n)))

  if (engine.isMysql) {
    /** Begins a transaction that inserts tickets, as one that found no limit; the result ends it. */
    const beginUnlimitedSale = async (...numbers: readonly number[]) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const { promise: inserted, resolve: isInserted } = Promise.withResolvers<void>()
      // Without a deadline.
      const transaction = opened.open().kysely.transaction()
      const sale = transaction.execute(async (tables) => {
        await tables
          .insertInto('museum_ticket')
          .values(unlimitedRows(...numbers))
          .execute()
        isInserted()
        await ended
      })
      await inserted
      return () => {
        end()
        return sale
      }
    }
    /** Waits until a session of this database meets a condition. */
    const isRunning = async (condition: string) => {
      const sessions = `select 1 from information_schema.processlist where db = database() and ${condition}`
      while ((await opened.database.kysely.executeQuery(CompiledQuery.raw(sessions))).rows.length === 0) await pause(5)
    }
    const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

    it('is counted by a setting of the capacity that began after it and before its commit', async () => {
      await opened.capacities.setForEvent(event.eventId, null, () => anAuditEntry())
      const end = await beginUnlimitedSale(1, 2)
      let isSet = false
      const setting = setCapacity(3).finally(() => {
        isSet = true
      })
      await pause(1_500)
      expect(isSet).toBe(false)
      await end()
      limit = await setting
      expect(await soldOn()).toBe(2)
      const outcomes = [await opened.tickets.add(ticketTo(3), limit), await opened.tickets.add(ticketTo(4), limit)]
      expect(outcomes).toEqual([ticketTo(3), expect.objectContaining({ refusal: 'no-place-left' })])
    })

    it('is counted when its statement has read that there is no limit, and has inserted nothing yet', async () => {
      await opened.capacities.setForEvent(event.eventId, null, () => anAuditEntry())
      const [row] = unlimitedRows(1)
      const columns = Object.keys(row!) as (keyof typeof row)[]
      const kysely = opened.open().kysely
      const inserted = kysely
        .insertInto('museum_ticket')
        .columns(columns as never)
        .expression((from) =>
          from
            .selectFrom('special_event')
            .where('limit_number', 'is', null)
            // Evaluated after the row of the event is read.
            .where(({ eb, fn, val, ref }) =>
              eb(fn('if', [eb(ref('price'), '>=', 0), fn('sleep', [val(1)]), val(1)]), '=', 0),
            )
            .select(({ val }) => columns.map((column) => val(row![column]).as(column)) as never),
        )
        .execute()
      await isRunning("state = 'User sleep'")
      limit = await setCapacity(1)
      expect(await soldOn()).toBe(1)
      await inserted
      expect(await opened.tickets.add(ticketTo(2), limit)).toMatchObject({ refusal: 'no-place-left' })
      expect(await storedTickets()).toBe(1)
    })

    it('is counted by the next purchase when the server that set the capacity was killed before it counted', async () => {
      await opened.capacities.setForEvent(event.eventId, null, () => anAuditEntry())
      const end = await beginUnlimitedSale(1)
      await opened.database.kysely.updateTable('special_event').set({ capacity: 2, limit_number: 77 }).execute()
      const later = { capacity: Capacity(2), number: 77 }
      const other = kyselyRepositories(opened.open())
      const sales = [2, 3].map((n) => other.tickets.add(ticketTo(n), later))
      await pause(500)
      await end()
      expect(await Promise.all(sales)).toEqual([ticketTo(2), expect.objectContaining({ refusal: 'no-place-left' })])
      expect(await soldOn()).toBe(2)
    })

    it('that does not commit within seven seconds makes a setting Unavailable, which can be made again', async () => {
      const end = await beginUnlimitedSale(1)
      await expect(setCapacity(2)).rejects.toThrow(Unavailable)
      await end()
      const changed = await opened.capacities.setForEvent(event.eventId, Capacity(2), () => anAuditEntry())
      expect(changed).toEqual({ capacity: 2, isChanged: false })
      expect(await soldOn()).toBe(1)
    })
  }

  it.each([
    ['alone, and its first attempt commits', 1, true],
    ['alone, and its first attempt is rolled back', 1, false],
    ['with others, and their first attempt commits', 3, true],
    ['with others, and their first attempt is rolled back', 3, false],
  ])('is counted once when its outcome was unknown: %s', async (_what, count, isCommitted) => {
    limit = await setCapacity(4)
    await opened.tickets.add(ticketTo(0), limit)
    const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
    const repository = kyselyTicketRepository(losing)
    const tickets: Ticket[] = Array.from({ length: count }, (_ticket, n) => ticketTo(n + 1))
    const sales = Promise.all(tickets.map((ticket) => repository.add(ticket, limit)))
    await isRun
    await new Promise((resolve) => setTimeout(resolve, 300))
    await end(isCommitted)
    expect(await sales).toEqual(tickets)
    expect(await soldOn()).toBe(1 + count)
    expect(await storedTickets()).toBe(1 + count)
  })

  it.each([
    ['commits', true],
    ['is rolled back', false],
  ])(
    'is counted once with its record when its outcome was unknown and its first attempt %s',
    async (_what, isCommitted) => {
      limit = await setCapacity(2)
      await opened.tickets.add(ticketTo(0), limit)
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const sale = kyselyTicketRepository(losing).addWithRecord(ticketTo(1), record, limit)
      await isRun
      await new Promise((resolve) => setTimeout(resolve, 300))
      await end(isCommitted)
      expect(await sale).toEqual(ticketTo(1))
      expect(await soldOn()).toBe(2)
      expect(await opened.idempotencyRecords.find('admin', 'a')).toEqual(record)
    },
  )

  it.each([
    ['commits', true],
    ['is rolled back', false],
  ])(
    'gives its place back once when the outcome of its cancellation was unknown and the first attempt %s',
    async (_what, isCommitted) => {
      limit = await setCapacity(3)
      for (const n of [1, 2]) await opened.tickets.add(ticketTo(n), limit)
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const entryOf = () => anAuditEntry()
      const { ticketId } = ticketTo(1)
      const cancellation = kyselyTicketRepository(losing).cancel(ticketId, () => undefined, entryOf)
      await isRun
      await new Promise((resolve) => setTimeout(resolve, 300))
      await end(isCommitted)
      expect(await cancellation).toEqual({ ...ticketTo(1), state: 'cancelled' })
      expect(await opened.tickets.find(ticketId)).toMatchObject({ state: 'cancelled' })
      expect(await soldOn()).toBe(1)
    },
  )

  it('is for a date that is counted when the setting of the capacity returns', async () => {
    await opened.tickets.add(ticketTo(1), limit)
    await opened.tickets.add(aGeneralTicket(numbered(2)))
    limit = await setCapacity(5)
    await opened.capacities.setForGeneralEntry(Capacity(7), CalendarDate('2030-05-01'), () => anAuditEntry())
    const generalLimit = (await opened.capacities.generalEntryLimit())!
    const counters = await opened.database.kysely
      .selectFrom('place_counter')
      .select(['event_date', 'occurrence_number', 'limit_number', 'sold'])
      .orderBy('limit_number')
      .orderBy('event_date')
      .execute()
    const ofLimit = { occurrence_number: 1, limit_number: limit.number }
    const ofGeneralEntry = { occurrence_number: 0, limit_number: generalLimit.number }
    expect(counters).toEqual([
      { ...ofLimit, event_date: first, sold: 1 },
      { ...ofLimit, event_date: second, sold: 0 },
      { ...ofGeneralEntry, event_date: '2030-05-01', sold: 0 },
      { ...ofGeneralEntry, event_date: first, sold: 1 },
    ])
    const statements = await statementsOf(opened.database, (database) =>
      kyselyTicketRepository(database).add(ticketTo(3, second), limit),
    )
    expect(statements.map(({ sql }) => sql.split(' ')[0])).toEqual(['update', 'insert'])
  })

  it('has an unknown outcome when the database stays away after the commit of its group, also where it waits for a retry', async () => {
    await opened.tickets.add(ticketTo(0), limit)
    const { database } = opened
    let attempts = 0
    const losing: MuseumDatabase = {
      ...database,
      withDeadline: (milliseconds, work) => database.withDeadline(Math.min(milliseconds, 400), work),
      transaction: (work, kind) =>
        database.transaction(async (tables, isOutcomeUnknown) => {
          attempts += 1
          const lost = Object.assign(new Error('lost'), { fatal: true, errcode: 10 })
          if (attempts > 1) {
            // Longer than the deadline of a sale.
            await new Promise((resolve) => setTimeout(resolve, 500))
            throw lost
          }
          await work(tables, isOutcomeUnknown)
          await tables.executeQuery(CompiledQuery.raw('commit'))
          await tables.executeQuery(CompiledQuery.raw('begin'))
          throw lost
        }, kind),
    }
    const repository = kyselyTicketRepository(losing)
    const tickets = [1, 2, 3, 4].map((n) => ticketTo(n))
    const errors = await Promise.all(tickets.map((ticket) => repository.add(ticket, limit).catch((error) => error)))
    expect(errors).toEqual(tickets.map(({ ticketId }) => expect.objectContaining({ name: 'OutcomeUnknown', ticketId })))
    expect(await storedTickets()).toBe(5)
  })

  it('is sold with the first of its group when the others cannot be looked up after the commit', async () => {
    limit = await setCapacity(2)
    const failing: MuseumDatabase = {
      ...opened.database,
      query: () => Promise.reject(new Unavailable('The database is unavailable')),
    }
    const repository = kyselyTicketRepository(failing)
    const tickets = [1, 2, 3, 4].map((n) => ticketTo(n))
    expect(await Promise.all(tickets.map((ticket) => repository.add(ticket, limit)))).toEqual([
      ...tickets.slice(0, 2),
      expect.objectContaining({ refusal: 'no-place-left' }),
      expect.objectContaining({ refusal: 'no-place-left' }),
    ])
    expect(await storedTickets()).toBe(2)
  })

  it('is one of more than 10,000: their number is known only while a limit is in force', async () => {
    const rows = Array.from({ length: 10_001 }, (_row, n) => rowOf(ticketTo(n)))
    for (let from = 0; from < rows.length; from += 500)
      await opened.database.kysely
        .insertInto('museum_ticket')
        .values(rows.slice(from, from + 500))
        .execute()
    await opened.capacities.setForEvent(event.eventId, null, () => anAuditEntry())
    expect(await soldOn()).toBeNull()
    expect(await soldOn(second)).toBe(0)
    limit = await setCapacity(10_002)
    expect(await soldOn()).toBe(10_001)
    expect(await opened.tickets.add(ticketTo(20_000), limit)).toEqual(ticketTo(20_000))
    expect(await opened.tickets.add(ticketTo(20_001), limit)).toMatchObject({ refusal: 'no-place-left' })
    await opened.tickets.cancel(
      ticketTo(5).ticketId,
      () => undefined,
      () => anAuditEntry(),
    )
    await opened.tickets.cancel(
      ticketTo(6).ticketId,
      () => undefined,
      () => anAuditEntry(),
    )
    await opened.capacities.setForEvent(event.eventId, null, () => anAuditEntry())
    expect(await soldOn()).toBe(10_000)
  })
})
