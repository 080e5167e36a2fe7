import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type SpecialEventRepository, Unavailable } from '@museum/application'
import {
  CalendarDate,
  ConfirmationCode,
  EventId,
  type EventTicket,
  Price,
  SpecialEvent,
  TicketId,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '@museum/domain/examples'
import { CompiledQuery, type Kysely } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { statementsOf } from '../../test/statements-of.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { kyselySpecialEventRepository } from '../special-events/kysely-special-event-repository.ts'
import { anAuditEntry } from '@museum/application/in-memory'
import { kyselyTicketRepository } from './kysely-ticket-repository.ts'

const event = aSpecialEvent()
const permitAll = () => undefined
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
})

describe.each(namedEngines)('a ticket that is added on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())

  it('is stored with one statement, which reads its occurrence', async () => {
    const statements = await statementsOf(opened.database, (database) =>
      kyselyTicketRepository(database).add(anEventTicket()),
    )
    expect(statements).toHaveLength(1)
  })

  it('is found, with its occurrence, by primary keys', async () => {
    const [statement] = await statementsOf(opened.database, (database) =>
      kyselyTicketRepository(database).find(anEventTicket().ticketId),
    )
    await opened.tickets.add(anEventTicket())
    const { rows } = await opened.database.kysely.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`explain ${engine.isMysql ? 'format=traditional' : 'query plan'} ${statement!.sql}`, [
        ...statement!.parameters,
      ]),
    )
    const steps = rows.map(({ detail, key }) => String(detail ?? key))
    expect(steps).toEqual(
      engine.isMysql
        ? ['PRIMARY', 'PRIMARY']
        : [
            expect.stringMatching(/^SEARCH museum_ticket USING INDEX sqlite_autoindex_museum_ticket_1/),
            expect.stringMatching(
              /^SEARCH special_event_occurrence USING INDEX sqlite_autoindex_special_event_occurrence_1/,
            ),
          ],
    )
  })

  /** Calls `sell` after the statements of a change and before its commit. Returns the result of `sell` after the commit. */
  const beforeCommit = async (
    change: (specialEvents: SpecialEventRepository) => Promise<unknown>,
    sell: () => Promise<unknown>,
  ) => {
    const other = opened.open()
    let sale: unknown
    const pausing: typeof other = {
      ...other,
      transaction: (work) =>
        other.transaction(async (tables, isOutcomeUnknown) => {
          const outcome = await work(tables, isOutcomeUnknown)
          sale = await sell()
          return outcome
        }),
    }
    await change(kyselySpecialEventRepository(pausing))
    return sale
  }
  const deletion = (specialEvents: SpecialEventRepository) =>
    specialEvents.remove(event.eventId, permitAll, () => anAuditEntry())
  const removalOfDate = (specialEvents: SpecialEventRepository) =>
    specialEvents.update(
      event.eventId,
      (current) => SpecialEvent.update(current, { dates: someDates('2031-01-01') }),
      () => anAuditEntry(),
    )

  if (engine.isMysql)
    it.each([
      ['the deletion of its event', deletion],
      ['the removal of its date', removalOfDate],
    ])('does not wait for %s, and is cancelled when that commits', async (_what, change) => {
      const tickets = [1, 2, 3].map((n) => anEventTicket(numbered(n)))
      const lone = anEventTicket(numbered(4))
      const sell = async () => [
        ...(await Promise.all(tickets.map((ticket) => opened.tickets.add(ticket)))),
        await opened.tickets.add(lone),
        (await opened.tickets.find(lone.ticketId))?.state,
      ]
      expect(await beforeCommit(change, sell)).toEqual([...tickets, lone, 'valid'])
      for (const { ticketId } of [...tickets, lone])
        expect(await opened.tickets.find(ticketId)).toMatchObject({ state: 'cancelled' })
    })

  it('is stored with one statement together with the others that are added at the same time', async () => {
    const eventTickets = [1, 2, 3, 4].map((n) => anEventTicket(numbered(n)))
    const generalTickets = [5, 6, 7, 8].map((n) => aGeneralTicket(numbered(n)))
    for (const tickets of [eventTickets, generalTickets]) {
      const statements = await statementsOf(opened.database, async (database) => {
        const repository = kyselyTicketRepository(database)
        expect(await Promise.all(tickets.map((ticket) => repository.add(ticket)))).toEqual(tickets)
      })
      expect(statements.map(({ sql }) => sql.split(' ')[0])).toEqual(['insert'])
      expect(await Promise.all(tickets.map(({ ticketId }) => opened.tickets.find(ticketId)))).toEqual(tickets)
    }
  })

  it('is stored although others that are added at the same time are refused', async () => {
    await opened.tickets.add(aGeneralTicket())
    const [one, two, three] = [1, 2, 3].map((n) => anEventTicket(numbered(n))) as [
      EventTicket,
      EventTicket,
      EventTicket,
    ]
    const { confirmationCode } = aGeneralTicket()
    const ofUnknownEvent = { ...three, event: { ...three.event, eventId: EventId(exampleId(999)) } }
    const outcomes = await Promise.all([
      opened.tickets.add(one),
      opened.tickets.add(ofUnknownEvent),
      opened.tickets.add({ ...three, ticketDate: CalendarDate('2031-01-01') }),
      opened.tickets.add(aGeneralTicket({ ...numbered(4), confirmationCode })),
      opened.tickets.add(aGeneralTicket({ confirmationCode: numbered(5).confirmationCode })).catch(() => 'a defect'),
      opened.tickets.add(two),
    ])
    expect(outcomes).toEqual([
      one,
      expect.objectContaining({ refusal: 'purchase-context-changed' }),
      expect.objectContaining({ refusal: 'purchase-context-changed' }),
      expect.objectContaining({ refusal: 'confirmation-code-taken' }),
      'a defect',
      two,
    ])
    expect(await opened.tickets.find(two.ticketId)).toEqual(two)
    expect(await opened.tickets.find(three.ticketId)).toBeUndefined()
  })

  if (engine.isMysql)
    it('does not wait for another session that locks the rows of its event, or the museum hours', async () => {
      const tickets = [1, 2, 3].map((n) => anEventTicket(numbered(n)))
      const generalTickets = [4, 5].map((n) => aGeneralTicket(numbered(n)))
      const lone = aGeneralTicket(numbered(6))
      const closedDay = { exception_date: lone.ticketDate, time_open: null, time_close: null }
      await opened.open().transaction(async (tables) => {
        await tables.selectFrom('special_event').selectAll().forUpdate().execute()
        await tables.selectFrom('special_event_occurrence').selectAll().forUpdate().execute()
        await tables.selectFrom('weekly_hours').selectAll().forUpdate().execute()
        await tables.insertInto('hours_exception').values(closedDay).execute()
        const sales = [...tickets, ...generalTickets].map((ticket) => opened.tickets.add(ticket))
        expect(await Promise.all(sales)).toEqual([...tickets, ...generalTickets])
        expect(await opened.tickets.add(lone)).toEqual(lone)
      })
    })

  /** A database whose first write is executed, and whose connection is lost before the write is committed. */
  const losingFirstWrite = (database: MuseumDatabase) => {
    const lost = Object.assign(new Error('lost'), { fatal: true, errcode: 10 })
    let attempts = 0
    /** Commits the first write, or rolls it back. */
    let endFirstWrite: (isCommitted: boolean) => void = () => undefined
    let firstWrite: Promise<unknown> = Promise.resolve()
    let retry: () => void = () => undefined
    const mayRetry = new Promise<void>((resolve) => {
      retry = resolve
    })
    const { promise: isRun, resolve: run } = Promise.withResolvers<void>()
    const { promise: isRetried, resolve: retried } = Promise.withResolvers<void>()
    const begin = (work: (tables: Kysely<MuseumTables>) => Promise<unknown>) =>
      new Promise<void>((isWritten, reject) => {
        firstWrite = opened
          .open()
          .transaction(async (tables) => {
            await work(tables)
            const ended = new Promise<boolean>((resolve) => {
              endFirstWrite = resolve
            })
            isWritten()
            if (!(await ended)) throw new Error('rolled back')
          })
          .catch(reject)
      })
    const losing: MuseumDatabase = {
      ...database,
      write: (work, kind) =>
        database.write(async (tables, isOutcomeUnknown) => {
          attempts += 1
          if (attempts > 1) {
            await mayRetry
            retried()
            return work(tables, isOutcomeUnknown)
          }
          await begin((tablesOfFirst) => work(tablesOfFirst, isOutcomeUnknown))
          run()
          throw lost
        }, kind),
      transaction: (work, kind) =>
        database.transaction(async (tables, isOutcomeUnknown) => {
          attempts += 1
          if (attempts > 1) {
            await mayRetry
            retried()
            return work(tables, isOutcomeUnknown)
          }
          await begin((tablesOfFirst) => work(tablesOfFirst as typeof tables, isOutcomeUnknown))
          run()
          throw lost
        }, kind),
    }
    return {
      losing,
      /** Resolves when the first write is executed, and its connection is lost. */
      isRun,
      /** Starts the second attempt, and gives it time to wait for a lock of the first. */
      retry: async () => {
        retry()
        await isRetried
        await new Promise((resolve) => setTimeout(resolve, 100))
      },
      end: async (isCommitted: boolean) => {
        endFirstWrite(isCommitted)
        await firstWrite
      },
    }
  }
  const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold' }

  // On SQLite the change waits for the first write, since there is one writer.
  if (engine.isMysql) {
    const priceChange = (specialEvents: SpecialEventRepository) =>
      specialEvents.update(
        event.eventId,
        (current) => SpecialEvent.update(current, { price: Price(7) }),
        () => anAuditEntry(),
      )
    it.each([
      ['deleted', deletion, 'cancelled'],
      ['changed', priceChange, 'valid'],
    ])(
      'is returned as it was stored when its event is %s while its first insert is uncommitted, which then commits',
      async (_what, change, state) => {
        const ticket = anEventTicket()
        const { losing, isRun, retry, end } = losingFirstWrite(opened.database)
        const sale = kyselyTicketRepository(losing).add(ticket)
        await isRun
        expect(await opened.open().kysely.selectFrom('museum_ticket').selectAll().execute()).toEqual([])
        await change(opened.specialEvents)
        await retry()
        await end(true)
        expect(await sale).toEqual(ticket)
        expect(await opened.tickets.find(ticket.ticketId)).toEqual({ ...ticket, state })
      },
    )

    it.each([
      ['deleted', deletion],
      ['changed', priceChange],
    ])(
      'is not stored, and its outcome is unknown, when its event is %s while its first insert is uncommitted, which then is rolled back',
      async (_what, change) => {
        const ticket = anEventTicket()
        const { losing, isRun, retry, end } = losingFirstWrite(opened.database)
        const sale = kyselyTicketRepository(losing)
          .add(ticket)
          .catch((error: unknown) => error)
        await isRun
        await change(opened.specialEvents)
        await retry()
        await end(false)
        expect(await sale).toMatchObject({ name: 'OutcomeUnknown', ticketId: ticket.ticketId })
        expect(await opened.tickets.find(ticket.ticketId)).toBeUndefined()
      },
    )
  }

  if (engine.isMysql)
    it.each([
      ['commits', true],
      ['is rolled back', false],
    ])(
      'is stored with its record or refused when its event is deleted while its keyed insert is uncommitted, which then %s',
      async (_what, isCommitted) => {
        const ticket = anEventTicket()
        const { losing, isRun, retry, end } = losingFirstWrite(opened.database)
        const sale = kyselyTicketRepository(losing).addWithRecord(ticket, record)
        await isRun
        await deletion(opened.specialEvents)
        await retry()
        await end(isCommitted)
        expect(await sale).toEqual(
          isCommitted ? ticket : expect.objectContaining({ refusal: 'purchase-context-changed' }),
        )
        const state = isCommitted ? { ...ticket, state: 'cancelled' } : undefined
        expect(await opened.tickets.find(ticket.ticketId)).toEqual(state)
        expect(await opened.idempotencyRecords.find('admin', 'a')).toEqual(isCommitted ? record : undefined)
      },
    )

  if (engine.isMysql)
    it('is returned as it was stored, and so is a keyed event, when the first keyed commit takes longer than a lock wait', async () => {
      const [ticket, another] = [anEventTicket(), aSpecialEvent({ eventId: EventId(exampleId(7)) })]
      const [sale, creation] = [losingFirstWrite(opened.database), losingFirstWrite(opened.database)]
      const sold = kyselyTicketRepository(sale.losing).addWithRecord(ticket, record)
      const created = kyselySpecialEventRepository(creation.losing).addWithRecord(
        another,
        { ...record, idempotencyKey: 'b' },
        anAuditEntry(),
      )
      await Promise.all([sale.isRun, creation.isRun])
      await Promise.all([sale.retry(), creation.retry()])
      // The wait for a lock ends after a second.
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      await Promise.all([sale.end(true), creation.end(true)])
      expect(await sold).toEqual(ticket)
      expect(await created).toEqual(another)
      // One of the event before the test and one of this event, although the transaction was retried.
      expect((await opened.audit.list({}, { page: 1, limit: 10 })).items).toHaveLength(2)
    })

  if (engine.isMysql)
    it.each([
      ['is committed', true],
      ['is rolled back', false],
    ])(
      'is for an event with one audit entry, also when the first attempt to add that event with its record %s',
      async (_what, isCommitted) => {
        const another = aSpecialEvent({ eventId: EventId(exampleId(7)) })
        const entry = anAuditEntry({ subject: { kind: 'special-event', id: another.eventId } })
        const { losing, isRun, retry, end } = losingFirstWrite(opened.database)
        const created = kyselySpecialEventRepository(losing).addWithRecord(another, record, entry)
        await isRun
        await retry()
        await end(isCommitted)
        expect(await created).toEqual(another)
        expect(await opened.specialEvents.find(another.eventId)).toEqual(another)
        const { items } = await opened.audit.list({ about: { id: another.eventId } }, { page: 1, limit: 10 })
        expect(items).toEqual([{ ...entry, auditId: expect.any(Number) }])
      },
    )

  it('is a defect when its ticketId is stored with another confirmation code', async () => {
    for (const ticket of [aGeneralTicket(), anEventTicket()]) {
      await opened.tickets.add(ticket)
      const ticketWithOtherCode = { ...ticket, confirmationCode: ConfirmationCode('ticket-other') }
      const outcome = await opened.tickets.add(ticketWithOtherCode).catch((error: unknown) => ({ error }))
      expect(outcome).toHaveProperty('error')
      expect(outcome).not.toHaveProperty('error', expect.any(Unavailable))
      expect(await opened.tickets.find(ticket.ticketId)).toEqual(ticket)
    }
  })
})
