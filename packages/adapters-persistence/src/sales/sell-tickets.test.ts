import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type SpecialEventRepository, Unavailable } from '@museum/application'
import { availabilityOfGeneralEntry, aSale, sellAlone, anAuditEntry } from '@museum/testing'
import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  EventId,
  EventLocation,
  EventName,
  Price,
  SpecialEvent,
  type Ticket,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { addSlot, slotRowOf } from '../../test/add-slot.ts'
import { namedEngines } from '../../test/engines.ts'
import { losingFirstTransaction } from '../../test/losing-first-transaction.ts'
import { pausingAfter } from '../../test/pausing-after.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { bytesOfUuid, withOwnDeadline } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { messageRecorder } from '../messages/record-messages.ts'
import { kyselySpecialEventRepository } from '../special-events/kysely-special-event-repository.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'

const event = aSpecialEvent()
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
})
const ticketTo = (n: number, ticketDate = first) => anEventTicket({ ...numbered(n), ticketDate })
const generalOn = (ticketDate: CalendarDate, n: number) => aGeneralTicket({ ...numbered(n), ticketDate })
const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold' }
const permitAll = () => undefined
const entryOf = () => anAuditEntry()

/** The texts of the last transaction. */
const lastTransaction = (texts: readonly string[]) =>
  texts.slice(
    texts.findLastIndex((text) => /^(start|begin)/.test(text)),
    1 + texts.findLastIndex((text) => /(commit|rollback)$/.test(text)),
  )

describe.each(namedEngines)('a ticket that is sold on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())

  const setCapacity = (capacity: number) => opened.capacities.setForEvent(event.eventId, Capacity(capacity), entryOf)
  const sell = (ticket: Ticket) => sellAlone(opened.tickets, ticket)
  const soldOn = async (date = first) => {
    const places = await opened.capacities.availabilityOfEvent(event.eventId)
    if (isRefusal(places)) throw new Error(JSON.stringify(places))
    return places.find((each) => each.date === date)!.sold
  }
  const storedTickets = async () => {
    const rows = await opened.open().kysely.selectFrom('museum_ticket').select('ticket_id').execute()
    return rows.length
  }
  /** The texts that the database gets. SQLite gets each statement by itself instead. */
  const textsOf = async (work: (database: MuseumDatabase) => Promise<unknown>) =>
    lastTransaction((await statementsOf(opened.database, work)).map(({ sql }) => sql))

  it('is sold by the same statements alone and with others, limited or not, with a key or not', async () => {
    // Their slots have rows from then on.
    for (const ticket of [aGeneralTicket(numbered(0)), ticketTo(1)]) await sell(ticket)
    const shapes = new Set<string>()
    let n = 2
    for (const ticketOf of [ticketTo, (number: number) => aGeneralTicket(numbered(number))])
      for (const capacity of [null, Capacity(100)])
        for (const count of [1, 4])
          for (const isKeyed of [false, true]) {
            await opened.capacities.setForEvent(event.eventId, capacity, entryOf)
            await opened.capacities.setForGeneralEntry(capacity, entryOf)
            const sales = Array.from({ length: count }, () => {
              const ticket = ticketOf((n += 1))
              return aSale(ticket, isKeyed ? { record: { ...record, idempotencyKey: `key ${n}` } } : {})
            })
            const texts = await textsOf(async (database) => {
              const { sell: sellOn } = kyselyTicketRepository(database, messageRecorder(opened.database))
              expect(await Promise.all(sales.map((sale) => sellOn(...sale)))).toEqual(
                sales.map(([{ identities }]) => identities),
              )
            })
            const words = texts.flatMap((text) => text.split('; ').map((statement) => statement.split(' ')[0]))
            shapes.add(words.join(' ') + (isKeyed ? ' with a key' : ''))
            if (engine.isMysql) expect(texts).toHaveLength(2)
          }
    const begin = engine.isMysql ? 'start' : 'begin'
    expect([...shapes]).toEqual([
      `${begin} insert select select insert insert commit`,
      `${begin} insert select select insert insert insert commit with a key`,
    ])
  })

  it('shares a transaction with tickets for other slots on a server that has sold none of them yet', async () => {
    for (const date of [first, second]) await sell(ticketTo(date === first ? 1 : 2, date))
    const statements = await statementsOf(opened.database, async (database) => {
      const { sell: sellOn } = kyselyTicketRepository(database, messageRecorder(opened.database))
      const tickets = [ticketTo(4), ticketTo(5, second)]
      expect(await Promise.all(tickets.map((ticket) => sellOn(...aSale(ticket))))).toEqual(
        tickets.map((ticket) => [ticket]),
      )
    })
    expect(statements.filter(({ sql }) => /^(begin|start)/.test(sql))).toHaveLength(1)
  })

  it('is looked up when it is refused, in the transaction of two texts, and nothing is written', async () => {
    await setCapacity(1)
    await sell(ticketTo(1))
    const texts = await textsOf(async (database) => {
      const { sell: sellOn } = kyselyTicketRepository(database, messageRecorder(opened.database))
      for (const outcome of await Promise.all([2, 3, 4].map((n) => sellOn(...aSale(ticketTo(n))))))
        expect(outcome).toMatchObject({ refusal: 'sold-out' })
    })
    const words = texts.flatMap((text) => text.split('; ').map((statement) => statement.split(' ')[0]))
    expect(words.slice(1)).toEqual(['insert', 'select', 'select', 'select', 'rollback'])
    if (engine.isMysql) expect(texts).toHaveLength(2)
  })

  it('and its occurrence are found by primary keys', async () => {
    const [statement] = await statementsOf(opened.database, (database) =>
      kyselyTicketRepository(database).find(anEventTicket().ticketId),
    )
    await sell(anEventTicket())
    const { rows } = await opened.database.kysely.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`explain ${engine.isMysql ? 'format=traditional' : 'query plan'} ${statement!.sql}`, [
        ...statement!.parameters,
      ]),
    )
    expect(rows.map(({ detail, key }) => String(detail ?? key))).toEqual(
      engine.isMysql
        ? ['PRIMARY', 'PRIMARY']
        : [
            expect.stringMatching(/^SEARCH museum_ticket USING INDEX sqlite_autoindex_museum_ticket_1/),
            // By the whole key, which both have.
            expect.stringMatching(
              /^SEARCH occurrence USING (INDEX sqlite_autoindex_event_occurrence_1|COVERING INDEX event_occurrence_by_date) \(.*event_id=\?.*number=\?\)/,
            ),
          ],
    )
  })

  it('has values that cannot end a statement', async () => {
    const texts = [
      "'; delete from museum_ticket; -- ",
      '"; drop table occurrence; #',
      "\\'; select 1; \\",
      `\\' or 1=1; /*`,
      '縗\\',
      '\u{1F9A3}; commit; ',
    ]
    for (const [n, text] of texts.entries()) {
      const ticket = {
        ...ticketTo(n),
        event: { ...ticketTo(n).event, name: EventName(text), location: EventLocation(text) },
        soldBy: text,
      }
      const keyed = { username: text, idempotencyKey: text, fingerprint: text, answer: text }
      expect(await sellAlone(opened.tickets, ticket, { record: keyed })).toEqual(ticket)
      expect(await opened.tickets.find(ticket.ticketId)).toEqual(ticket)
      expect(await opened.idempotencyRecords.find(text, text)).toEqual(keyed)
    }
    expect(await soldOn()).toBe(texts.length)
  })

  it('is counted by its own counter when tickets of several counters are sold at the same time', async () => {
    const others = [2, 3, 4].map((n) => aSpecialEvent({ eventId: EventId(exampleId(n)) }))
    for (const other of others) await opened.specialEvents.add(other, anAuditEntry())
    await opened.capacities.setForEvent(others[0]!.eventId, Capacity(2), entryOf)
    const tickets = [event, ...others].flatMap(({ eventId, name, location }, e) =>
      Array.from({ length: 3 }, (_ticket, n) => ({
        ...ticketTo(10 * e + n, n === 1 ? second : first),
        event: { eventId, name, location },
      })),
    )
    await opened.capacities.setForEvent(others[1]!.eventId, Capacity(1), entryOf)
    const outcomes = await Promise.all(tickets.map((ticket) => sell(ticket)))
    const full = tickets[8]!
    expect(outcomes).toEqual(
      tickets.map((ticket) => (ticket === full ? expect.objectContaining({ refusal: 'sold-out' }) : ticket)),
    )
    for (const { eventId } of [event, others[0]!, others[2]!])
      expect(await opened.capacities.availabilityOfEvent(eventId)).toMatchObject([{ sold: 2 }, { sold: 1 }])
    expect(await opened.capacities.availabilityOfEvent(others[1]!.eventId)).toMatchObject([{ sold: 1 }, { sold: 1 }])
  })

  it('is sold although others that are sold at the same time are refused', async () => {
    await sell(aGeneralTicket())
    const [one, two, three] = [1, 2, 3].map((n) => ticketTo(n))
    const { confirmationCode } = aGeneralTicket()
    const outcomes = await Promise.all([
      sell(one!),
      sell({ ...three!, event: { ...three!.event, eventId: EventId(exampleId(999)) } }),
      sell({ ...three!, ticketDate: CalendarDate('2031-01-01') }),
      sell(aGeneralTicket({ ...numbered(4), confirmationCode })),
      sell(aGeneralTicket({ confirmationCode: numbered(5).confirmationCode })).catch(() => 'a defect'),
      sell(two!),
    ])
    expect(outcomes).toEqual([
      one,
      expect.objectContaining({ refusal: 'event-not-found' }),
      expect.objectContaining({ refusal: 'validation-failed' }),
      expect.objectContaining({ refusal: 'confirmation-code-taken' }),
      'a defect',
      two,
    ])
    expect(await opened.tickets.find(two!.ticketId)).toEqual(two)
    expect(await opened.tickets.find(three!.ticketId)).toBeUndefined()
    expect(await soldOn()).toBe(2)
    expect(await availabilityOfGeneralEntry(opened.capacities, [first])).toMatchObject([{ sold: 1 }])
  })

  it('adds the row of its day once, under the capacity of general entry, also on several servers at once', async () => {
    await opened.capacities.setForGeneralEntry(Capacity(3), entryOf)
    const repositories = Array.from({ length: 4 }, () => kyselyTicketRepository(opened.open()))
    const outcomes = await Promise.all(
      repositories.map(({ sell: sellOn }, n) => sellOn(...aSale(aGeneralTicket(numbered(n))))),
    )
    expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(3)
    expect(await opened.database.kysely.selectFrom('slot').selectAll().execute()).toEqual([
      slotRowOf({ offer: 'general', date: first, number: 0 }, 3),
    ])
  })

  it('is sold in a group with tickets for days of which none was sold yet', async () => {
    await sell(generalOn(first, 0))
    const days = [0, 1, 2, 3].map((n) => CalendarDate.plusDays(first, n))
    const tickets = days.flatMap((date, n) => [1, 2].map((k) => generalOn(date, 10 * n + k)))
    expect(await Promise.all(tickets.map((ticket) => sell(ticket)))).toEqual(tickets)
    const places = await availabilityOfGeneralEntry(opened.capacities, days)
    expect(places.map((each) => each.sold)).toEqual([3, 2, 2, 2])
  })

  /** Calls `sellMeanwhile` after the statements of a change and before its commit. */
  const beforeCommit = async (
    change: (specialEvents: SpecialEventRepository) => Promise<unknown>,
    sellMeanwhile: () => Promise<unknown>,
  ) => {
    const other = opened.open()
    const pausing: MuseumDatabase = {
      ...other,
      transaction: (work) =>
        other.transaction(async (tables, isOutcomeUnknown) => {
          const outcome = await work(tables, isOutcomeUnknown)
          await sellMeanwhile()
          return outcome
        }),
    }
    await change(kyselySpecialEventRepository(pausing))
  }
  const deletion = (specialEvents: SpecialEventRepository) => specialEvents.remove(event.eventId, permitAll, entryOf)
  const removalOfDate = (specialEvents: SpecialEventRepository) =>
    specialEvents.update(
      event.eventId,
      (current) => SpecialEvent.update(current, { dates: someDates('2031-01-01') }),
      entryOf,
    )
  const priceChange = (specialEvents: SpecialEventRepository) =>
    specialEvents.update(event.eventId, (current) => SpecialEvent.update(current, { price: Price(7) }), entryOf)

  if (engine.isMysql) {
    it.each([
      ['the deletion of its event', deletion, 'event-not-found'],
      ['the removal of its date', removalOfDate, 'validation-failed'],
    ])(
      'waits for %s, alone, with others and with a key, and is refused when that commits',
      async (_what, change, refusal) => {
        // What is offered is cached, so that the sales wait for the lock of the counter.
        await sell(ticketTo(9, second))
        let sales: Promise<unknown>[] = []
        let ended = 0
        await beforeCommit(change, async () => {
          const keyed = sellAlone(opened.tickets, ticketTo(4), { record })
          sales = [...[1, 2, 3].map((n) => sell(ticketTo(n))), keyed]
          for (const sale of sales) void sale.finally(() => (ended += 1))
          await sleep(400)
          expect(ended).toBe(0)
        })
        for (const outcome of await Promise.all(sales)) expect(outcome).toMatchObject({ refusal })
        expect(await storedTickets()).toBe(1)
        expect(await opened.idempotencyRecords.find('admin', 'a')).toBeUndefined()
      },
    )

    it('does not wait for another session that locks its event, other occurrences or the museum hours', async () => {
      const tickets = [1, 2, 3].map((n) => ticketTo(n))
      await sell(aGeneralTicket(numbered(9)))
      const generalTickets = [4, 5].map((n) => aGeneralTicket(numbered(n)))
      await opened.open().transaction(async (tables) => {
        await tables.selectFrom('special_event').selectAll().forUpdate().execute()
        await tables.selectFrom('slot').selectAll().where('slot_date', '=', second).forUpdate().execute()
        await tables.selectFrom('weekly_hours').selectAll().forUpdate().execute()
        await tables.selectFrom('change_lock').selectAll().forUpdate().execute()
        await tables.selectFrom('general_entry').selectAll().forUpdate().execute()
        const sold = [...tickets, ...generalTickets]
        expect(await Promise.all(sold.map((ticket) => sell(ticket)))).toEqual(sold)
        expect(await sell(aGeneralTicket(numbered(6)))).toEqual(aGeneralTicket(numbered(6)))
      })
    })

    it('is sold in a group with one for a day of which another server is selling the first ticket', async () => {
      const [known, unknown, others] = [0, 1, 2].map((n) => CalendarDate.plusDays(first, n))
      await sell(generalOn(known!, 1))
      const { tracer, paused, resume } = pausingAfter(/for update/)
      const firstOfDay = sellAlone(kyselyTicketRepository(opened.open(opened.url, { tracer })), generalOn(unknown!, 2))
      await paused
      const sameDay = sell(generalOn(unknown!, 3))
      const free = [generalOn(known!, 4), generalOn(others!, 5)]
      expect(await Promise.all(free.map((ticket) => sell(ticket)))).toEqual(free)
      resume()
      expect(await Promise.all([firstOfDay, sameDay])).toEqual([generalOn(unknown!, 2), generalOn(unknown!, 3)])
    })

    it('waits for a locked counter, while more purchases than there are connections wait too, and no other does', async () => {
      await setCapacity(10)
      await sell(ticketTo(1))
      await sell(aGeneralTicket(numbered(92)))
      const other = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      await opened.specialEvents.add(other, anAuditEntry())
      const { eventId, name, location } = other
      const ofOther = (n: number) => ({ ...ticketTo(n), event: { eventId, name, location } })
      const waiting: Promise<unknown>[] = []
      const isDone: boolean[] = []
      await opened.open().transaction(async (tables) => {
        await tables
          .selectFrom('slot')
          .selectAll()
          .where('offer_id', '=', bytesOfUuid(event.eventId))
          .where('slot_date', '=', first)
          .forUpdate()
          .execute()
        for (let n = 0; n < 24; n += 1) {
          const keyed = n % 2 === 0 ? {} : { record: { ...record, idempotencyKey: `key ${n}` } }
          waiting.push(sellAlone(opened.tickets, ticketTo(100 + n), keyed).finally(() => isDone.push(true)))
          await sleep(5)
        }
        expect(await sell(ticketTo(2, second))).toEqual(ticketTo(2, second))
        const others = [ticketTo(3, second), ofOther(80), ticketTo(4, second), ofOther(81)]
        // Buys in one group with a ticket that must wait.
        waiting.push(sell(ticketTo(124)).finally(() => isDone.push(true)))
        expect(await Promise.all(others.map((ticket) => sell(ticket)))).toEqual(others)
        expect(await sell(ofOther(90))).toEqual(ofOther(90))
        const general = aGeneralTicket(numbered(91))
        expect(await sellAlone(opened.tickets, general, { record })).toEqual(general)
        expect(isDone).toEqual([])
      })
      const outcomes = (await Promise.allSettled(waiting)).map((each) => ('value' in each ? each.value : each.reason))
      const sold = outcomes.filter((outcome) => typeof outcome === 'object' && 'ticketId' in (outcome as object))
      // One was sold before.
      expect(sold.length).toBeLessThanOrEqual(9)
      expect(await soldOn()).toBe(1 + sold.length)
      for (const outcome of outcomes)
        expect([undefined, 'sold-out']).toContain((outcome as { refusal?: string }).refusal)
    })

    it('is not sold by the next transaction of its connection when its own transaction fails after counting it', async () => {
      const one = opened.open(opened.url, { connections: 1 })
      const repository = kyselyTicketRepository(one)
      await sell(ticketTo(1))
      const taken = { ...ticketTo(2), confirmationCode: ticketTo(1).confirmationCode }
      expect(await sellAlone(repository, taken)).toMatchObject({ refusal: 'confirmation-code-taken' })
      expect(await sellAlone(repository, ticketTo(3))).toEqual(ticketTo(3))
      expect(await soldOn()).toBe(2)
    })
  }

  it.each([
    ['alone, and its first attempt commits', 1, true],
    ['alone, and its first attempt is rolled back', 1, false],
    ['with others, and their first attempt commits', 3, true],
    ['with others, and their first attempt is rolled back', 3, false],
  ])('is counted once when its outcome was unknown: %s', async (_what, count, isCommitted) => {
    await setCapacity(4)
    await sell(ticketTo(0))
    const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
    const repository = kyselyTicketRepository(losing)
    const tickets: Ticket[] = Array.from({ length: count }, (_ticket, n) => ticketTo(n + 1))
    const sales = Promise.all(tickets.map((ticket) => sellAlone(repository, ticket)))
    await isRun
    await sleep(300)
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
      await setCapacity(2)
      await sell(ticketTo(0))
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const sale = sellAlone(kyselyTicketRepository(losing), ticketTo(1), { record })
      await isRun
      // Longer than the wait for a lock.
      await sleep(engine.isMysql ? 2_500 : 300)
      await end(isCommitted)
      expect(await sale).toEqual(ticketTo(1))
      expect(await soldOn()).toBe(2)
      expect(await opened.idempotencyRecords.find('admin', 'a')).toEqual(record)
    },
  )

  // On SQLite the change waits for the first attempt, since only one transaction can write.
  if (engine.isMysql)
    it.each([
      ['deleted', 'commits', deletion, true],
      ['deleted', 'is rolled back', deletion, false],
      ['changed', 'commits', priceChange, true],
      ['changed', 'is rolled back', priceChange, false],
    ])(
      'has a definite outcome when its event is %s while its first attempt is uncommitted, which then %s',
      async (what, _end, change, isCommitted) => {
        const ticket = anEventTicket()
        // Otherwise the first transaction only finds that there is no row of its slot.
        await addSlot(opened.database, ticket)
        const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
        const sale = sellAlone(kyselyTicketRepository(losing), ticket, { record })
        await isRun
        const changed = change(opened.specialEvents)
        await sleep(200)
        await end(isCommitted)
        await changed
        const outcome = await sale
        const found = await opened.tickets.find(ticket.ticketId)
        // The retry and the change wait for the same row; either may get it first.
        if (isRefusal(outcome)) {
          expect([what, outcome.refusal, isCommitted, found]).toEqual(['deleted', 'event-not-found', false, undefined])
          expect(await opened.idempotencyRecords.find('admin', 'a')).toBeUndefined()
        } else {
          expect(outcome).toEqual(ticket)
          expect(found).toEqual({ ...ticket, state: what === 'deleted' ? 'cancelled' : 'valid' })
          expect(await opened.idempotencyRecords.find('admin', 'a')).toEqual(record)
        }
      },
    )

  it.each([
    ['commits', true],
    ['is rolled back', false],
  ])(
    'gives its place back once when the outcome of its cancellation is unknown and the first attempt %s',
    async (_what, isCommitted) => {
      for (const n of [1, 2]) await sell(ticketTo(n))
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const { ticketId } = ticketTo(1)
      const cancellation = kyselyTicketRepository(losing).cancel(ticketId, permitAll, entryOf)
      await isRun
      await sleep(300)
      await end(isCommitted)
      expect(await cancellation).toEqual({ ...ticketTo(1), state: 'cancelled' })
      expect(await opened.tickets.find(ticketId)).toMatchObject({ state: 'cancelled' })
      expect(await soldOn()).toBe(1)
    },
  )

  it('has an unknown outcome when the database stays unreachable after the commit of its group, even while it waits for a retry', async () => {
    await sell(ticketTo(0))
    const { database } = opened
    let attempts = 0
    const losing: MuseumDatabase = {
      ...database,
      withDeadline: (milliseconds, work) => database.withDeadline(Math.min(milliseconds, 400), work),
      lockThenWrite: (transaction, kind) =>
        database.write(async () => {
          attempts += 1
          const lost = Object.assign(new Error('lost'), { fatal: true, errcode: 10 })
          if (attempts === 1) await withOwnDeadline(5_000, () => opened.open().lockThenWrite(transaction))
          // Longer than the deadline of a sale.
          else await sleep(500)
          throw lost
        }, kind),
    }
    const repository = kyselyTicketRepository(losing)
    const tickets = [1, 2, 3, 4].map((n) => ticketTo(n))
    const errors = await Promise.all(
      tickets.map((ticket) => sellAlone(repository, ticket).catch((error: unknown) => error)),
    )
    expect(errors).toEqual(tickets.map(({ ticketId }) => expect.objectContaining({ name: 'OutcomeUnknown', ticketId })))
    expect(await storedTickets()).toBe(5)
  })

  it('is a defect when its ticketId is stored with another confirmation code', async () => {
    for (const ticket of [aGeneralTicket(), anEventTicket()]) {
      await sell(ticket)
      const outcome = await sell({ ...ticket, confirmationCode: ConfirmationCode('ticket-other') }).catch(
        (error: unknown) => ({ error }),
      )
      expect(outcome).toHaveProperty('error')
      expect(outcome).not.toHaveProperty('error', expect.any(Unavailable))
      expect(await opened.tickets.find(ticket.ticketId)).toEqual(ticket)
    }
    expect(await soldOn()).toBe(1)
  })

  it('is counted exactly when many are sold at the same time, with and without a capacity', async () => {
    for (let n = 0; n < 300; n += 100)
      await Promise.all(Array.from({ length: 100 }, (_ticket, m) => sell(ticketTo(n + m))))
    expect(await soldOn()).toBe(300)
    await opened.tickets.cancel(ticketTo(5).ticketId, permitAll, entryOf)
    expect([await soldOn(), await soldOn(second)]).toEqual([299, 0])
  })
})
