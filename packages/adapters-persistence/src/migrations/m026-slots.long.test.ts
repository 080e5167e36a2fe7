import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { existsSync } from 'node:fs'
import { availabilityOfGeneralEntry, anAuditEntry, sellAlone } from '@museum/testing'
import { CalendarDate, ConfirmationCode, EventId, TicketId } from '@museum/domain'
import { aGeneralTicket, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery, type KyselyPlugin } from 'kysely'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { migrateTo } from '../../test/migrate-to.ts'
import { DatabaseMisconfigured } from '@museum/database'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { findWrongCounters } from '../maintenance/find-wrong-counters.ts'
import { migrationsOn } from './index.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const migration = 'm026-slots'
const general = exampleId(0).replaceAll(/[^-]/g, '0')
const [unlimited, limited, deleted, gone] = [1, 2, 3, 4].map(exampleId) as [string, string, string, string]
const [first, second, third] = ['2030-05-17', '2030-05-18', '2030-05-19'] as const
const removedAt = 1_790_000_000
const bytes = (id: string) => `x'${id.replaceAll('-', '')}'`
const ticketId = (n: number) => exampleId(1_000 + n)

/** Occurrences as event, date, number, and the number of valid tickets. */
const existing = [
  [unlimited, first, null, 1, 2],
  [unlimited, second, first, 1, 0],
  [limited, first, null, 1, 3],
  // This date was removed and added again.
  [limited, third, first, 3, 1],
] as const
/** The same with the revision of the removal. A ticket may be for an event that exists in no table. */
const removed = [
  [limited, third, 1, 2, 2],
  [deleted, first, 1, 2, 1],
  [deleted, second, 1, 2, 0],
  [gone, first, 1, 0, 1],
] as const
const days = [
  [first, 3],
  [second, 0],
] as const
/** The tickets: event, date and number. Some general ones were sold when these still had the number 1. */
const tickets: readonly (readonly [event: string | null, date: string, number: number | null])[] = [
  ...existing.flatMap(([event, date, , number, sold]) =>
    Array.from({ length: sold }, () => [event, date, number] as const),
  ),
  ...removed.flatMap(([event, date, number, , sold]) =>
    Array.from({ length: sold }, () => [event, date, number] as const),
  ),
  [null, first, null],
  [null, first, null],
  [null, first, 1],
]
const numberOf = (event: string | null, date: string, number: number | null) =>
  tickets.findIndex((ticket) => String(ticket) === String([event, date, number]))

/** The statements of the version before. Like released migrations, they must not change. */
const versionBefore = (database: MuseumDatabase) => {
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  const eventColumns = 'event_id, name, location, event_description, price, revision, capacity'
  const eventValues = (event: string, revision: number, capacity: number | null) =>
    `${bytes(event)}, 'Night', 'Hall', '', 1990, ${revision}, ${capacity}`
  const ofDate = (event: string, date: string) => `event_id = ${bytes(event)} and event_date = '${date}'`
  return {
    run,
    migrate: () => migrateTo(database, 'm025-webhook-secrets'),
    fill: async () => {
      for (const [event, capacity] of [
        [unlimited, null],
        [limited, 5],
      ] as const)
        await run(`insert into special_event (${eventColumns}) values (${eventValues(event, 3, capacity)})`)
      await run(
        `insert into removed_special_event (${eventColumns}, removed_at) values (${eventValues(deleted, 2, 4)}, ${removedAt})`,
      )
      for (const [event, date, previous, number, sold] of existing)
        await run(
          `insert into occurrence (event_id, event_date, previous_date, occurrence_number, sold, capacity)
           values (${bytes(event)}, '${date}', ${previous === null ? 'null' : `'${previous}'`}, ${number}, ${sold},
             ${event === limited ? 5 : 'null'})`,
        )
      for (const [event, date, number, revision, sold] of removed)
        await run(
          `insert into removed_occurrence (event_id, event_date, occurrence_number, removed_in_revision, removed_at, sold)
           values (${bytes(event)}, '${date}', ${number}, ${revision}, ${removedAt}, ${sold})`,
        )
      await run('update general_entry set capacity = 7, changes = 2')
      for (const [date, sold] of days)
        await run(`insert into general_entry_day (entry_date, sold, capacity) values ('${date}', ${sold}, 7)`)
      for (const [n, [event, date, number]] of tickets.entries())
        await run(
          `insert into museum_ticket (ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email,
             confirmation_code, price, currency, state, occurrence_number)
           values (${bytes(ticketId(n))}, '${event === null ? 'general' : 'event'}', ${event === null ? 'null' : bytes(event)},
             'Night', 'Hall', '${date}', 'visitor@example.org', 'code-${n}', 1990, 'EUR', 'valid', ${number})`,
        )
      await run('update special_event_revision set revision = 9')
    },
    /** The first statement about places or dates of all that this version does with these. */
    statements: {
      sellForEvent: `select event_id, event_date, occurrence_number, sold, capacity from occurrence
        where ${ofDate(unlimited, first)}`,
      sellGeneral: `select entry_date, sold, capacity from general_entry_day where entry_date = '${first}'`,
      findTicket: `select museum_ticket.*, occurrence.occurrence_number from museum_ticket left join occurrence
        on occurrence.event_id = museum_ticket.event_id and occurrence.event_date = museum_ticket.ticket_date
        where ticket_id = ${bytes(ticketId(0))}`,
      cancelGeneral: `update general_entry_day set sold = sold - 1 where entry_date = '${first}'`,
      cancelForEvent: `update occurrence set sold = sold - 1 where ${ofDate(unlimited, first)}`,
      cancelRemoved: `update removed_occurrence set sold = sold - 1 where ${ofDate(limited, third)}`,
      findEvent: `select event_id, (select count(*) from occurrence where occurrence.event_id = special_event.event_id)
        from special_event where event_id = ${bytes(deleted)}`,
      listEvents: `select event_id from occurrence where event_date >= '${first}'`,
      restore: `select event_id from removed_special_event where event_id = ${bytes(deleted)}`,
      limitEvent: `update occurrence set capacity = 9 where event_id = ${bytes(unlimited)}`,
      limitGeneralEntry: 'update general_entry_day set capacity = 9',
    },
    /** The transaction with which that version sells a ticket for general entry, on a connection of its own. */
    sell: (whileOpen: () => Promise<void>) =>
      database.kysely.transaction().execute(async (transaction) => {
        const execute = (statement: string) => transaction.executeQuery(CompiledQuery.raw(statement))
        await execute(`select sold from general_entry_day where entry_date = '${first}' for update`)
        await whileOpen()
        await execute(`update general_entry_day set sold = sold + 1 where entry_date = '${first}'`)
        await execute(
          `insert into museum_ticket (ticket_id, ticket_type, ticket_date, email, confirmation_code, price, currency, state)
           values (${bytes(ticketId(900))}, 'general', '${first}', 'visitor@example.org', 'code-900', 0, 'EUR', 'valid')`,
        )
      }),
  }
}

const slotOf = (offer: string, date: string, number: number, sold: number) => ({
  offer,
  date,
  number,
  minute: -1,
  sold,
  held: 0,
  changes: 0,
})
const inOrder = <Row extends Readonly<{ date: string; number: number }>>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
const migrated = {
  event_occurrence: inOrder([
    ...existing.map(([event, date, previous, number]) => ({
      event,
      date,
      number,
      previous,
      revision: null,
      at: null,
    })),
    ...removed.map(([event, date, number, revision]) => ({
      event,
      date,
      number,
      previous: null,
      revision,
      at: removedAt,
    })),
  ]),
  slot: inOrder([
    ...existing.map(([event, date, , number, sold]) => slotOf(event, date, number, sold)),
    ...removed.map(([event, date, number, , sold]) => slotOf(event, date, number, sold)),
    ...days.map(([date, sold]) => slotOf(general, date, 0, sold)),
  ]),
  special_event: [
    { event: unlimited, revision: 3, capacity: null, at: null },
    { event: limited, revision: 3, capacity: 5, at: null },
    { event: deleted, revision: 2, capacity: 4, at: removedAt },
  ],
  general_entry: [{ capacity: 7 }],
  special_event_revision: 9,
  museum_ticket: tickets.length,
}

/** Interrupts `migrate` at the change of this number, from 0 on. */
const interruptingAt = (change: number): KyselyPlugin => {
  let remaining = change
  return {
    transformQuery({ node }) {
      const isChange = /^(Create|Alter|Drop|Insert|Replace)/.test(node.kind)
      if (isChange && !JSON.stringify(node).includes('"kysely_migration_lock"') && (remaining -= 1) < 0)
        throw new Error('interrupted')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

const oldTables = ['occurrence', 'removed_occurrence', 'removed_special_event', 'general_entry_day']

describe.each(namedEngines)(`a database of the version before migration ${migration}, on %s,`, (_, engine) => {
  let created: EmptyDatabase
  let database: MuseumDatabase
  let before: ReturnType<typeof versionBefore>
  const createDatabase = async () => {
    created = await engine.createDatabase()
    database = openDatabase(created.url)
    before = versionBefore(database)
    await before.migrate()
    await before.fill()
  }
  const removeDatabase = async () => {
    await database.close()
    await created.drop()
  }
  beforeEach(createDatabase)
  afterEach(removeDatabase)

  const rowsOf = async <Row>(statement: string) => (await before.run(statement)).rows as readonly Row[]
  const withHyphens = (id: string) =>
    [general, unlimited, limited, deleted, gone].find((each) => each.replaceAll('-', '') === id)!
  const content = async () => {
    const id = (column: string) => `lower(hex(${column}))`
    const [occurrences, slots, events, generalEntry, revisions, count] = [
      await rowsOf<(typeof migrated)['event_occurrence'][number]>(
        `select ${id('event_id')} as event, event_date as date, number, previous_date as previous,
           removed_in_revision as revision, removed_at as at from event_occurrence`,
      ),
      await rowsOf<ReturnType<typeof slotOf>>(
        `select ${id('offer_id')} as offer, slot_date as date, number, slot_minute as minute, sold, held, changes from slot`,
      ),
      await rowsOf<{ event: string }>(
        `select ${id('event_id')} as event, revision, capacity, deleted_at as at from special_event order by event_id`,
      ),
      await rowsOf('select capacity from general_entry'),
      await rowsOf<{ revision: number }>('select revision from special_event_revision'),
      await rowsOf<{ count: number }>('select count(*) as count from museum_ticket'),
    ]
    return {
      event_occurrence: inOrder(occurrences.map((row) => Object.assign(row, { event: withHyphens(row.event) }))),
      slot: inOrder(slots.map((row) => Object.assign(row, { offer: withHyphens(row.offer) }))),
      special_event: events.map((row) => Object.assign(row, { event: withHyphens(row.event) })),
      general_entry: generalEntry,
      special_event_revision: revisions[0]!.revision,
      museum_ticket: count[0]!.count,
    }
  }
  const tableNames = async () => (await database.kysely.introspection.getTables()).map(({ name }) => name)
  const oldTablesLeft = async () =>
    (await tableNames()).filter((name) => oldTables.includes(name) || name.startsWith('before_slots_'))
  /** Expects that a server of that version reports that the database is unavailable. */
  const expectUnavailable = async () => {
    for (const statement of Object.values(before.statements)) {
      const failure = await before.run(statement).catch((error: unknown) => error)
      expect(database.engine.classifyError(failure)).toBe('unavailable')
    }
  }

  it('has the same counts, events and occurrences after the migration, deleted and removed ones marked', async () => {
    expect(await migrateTo(database, migration)).toEqual([migration])
    expect(await content()).toEqual(migrated)
    expect(await oldTablesLeft()).toEqual([])
    expect((await findWrongCounters(database)).wrong).toEqual([])
  })

  it('is migrated without reading tickets', async () => {
    const nodes: string[] = []
    const recording: KyselyPlugin = {
      transformQuery({ node }) {
        nodes.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await migrateTo({ ...database, kysely: database.kysely.withPlugin(recording) }, migration)
    expect(nodes.length).toBeGreaterThan(20)
    expect(nodes.filter((node) => node.includes('museum_ticket'))).toEqual([])
  })

  it('sells, cancels, lists and restores after the migration, and counts from what was sold before it', async () => {
    await migrate(database)
    const repositories = kyselyRepositories(database)
    const { capacities, specialEvents } = repositories
    const entryOf = () => anAuditEntry()
    const sell = (n: number, eventId: string | undefined, date: string) => {
      const changes = {
        ticketId: TicketId(exampleId(2_000 + n)),
        confirmationCode: ConfirmationCode(`new-code-${n}`),
        ticketDate: CalendarDate(date),
      }
      return sellAlone(
        repositories.tickets,
        eventId === undefined
          ? aGeneralTicket(changes)
          : anEventTicket({ ...changes, event: { ...anEventTicket().event, eventId: EventId(eventId) } }),
      )
    }
    const cancel = (n: number) => repositories.tickets.cancel(TicketId(ticketId(n)), () => undefined, entryOf)
    expect(await sell(1, limited, first)).toMatchObject({ state: 'valid' })
    expect(await sell(2, limited, first)).toMatchObject({ state: 'valid' })
    expect(await sell(3, limited, first)).toHaveProperty('refusal')
    expect(await cancel(numberOf(limited, first, 1))).toMatchObject({ state: 'cancelled' })
    expect(await sell(3, limited, first)).toMatchObject({ state: 'valid' })
    expect(await sell(4, undefined, first)).toMatchObject({ state: 'valid' })
    for (const number of [null, 1])
      expect(await cancel(numberOf(null, first, number))).toMatchObject({ state: 'cancelled' })
    for (const [event, date, number, , sold] of removed)
      if (sold > 0) expect(await cancel(numberOf(event, date, number))).toMatchObject({ state: 'cancelled' })
    const places = (date: string, count: number, capacity: number) => ({
      date,
      capacity,
      sold: count,
      available: capacity - count,
    })
    expect(await capacities.availabilityOfEvent(EventId(limited))).toEqual([places(first, 5, 5), places(third, 1, 5)])
    expect(await availabilityOfGeneralEntry(capacities, [CalendarDate(first)])).toEqual([places(first, 2, 7)])
    const { items } = await specialEvents.deleted({ page: 1, limit: 9 })
    expect(items).toMatchObject([{ deletedAt: removedAt * 1_000, event: { eventId: deleted, revision: 2 } }])
    expect(await specialEvents.find(EventId(deleted))).toBeUndefined()
    const request = { page: 1, limit: 9 }
    const listed = async () =>
      (await specialEvents.during({ startDate: CalendarDate(first) }, request)).items.map(({ eventId }) => eventId)
    expect(await listed()).toEqual([unlimited, limited])
    expect(await specialEvents.restore(EventId(deleted), entryOf)).toMatchObject({ event: { revision: 3 } })
    expect(await listed()).toEqual([unlimited, limited, deleted])
    expect(await capacities.availabilityOfEvent(EventId(deleted))).toEqual([places(first, 0, 4), places(second, 0, 4)])
    expect((await findWrongCounters(database)).wrong).toEqual([])
  })

  it('is migrated after an interruption at each of its changes, and a server of that version reads and writes nothing from the fourth one on', async () => {
    let isInterrupted = true
    let change = 0
    for (; isInterrupted; change += 1) {
      const kysely = database.kysely.withPlugin(interruptingAt(change))
      await migrate({ ...database, kysely }).catch((error: unknown) =>
        expect((error as Error).message).toBe('interrupted'),
      )
      isInterrupted = (await pendingMigrations(database)).includes(migration)
      // SQLite rolls all of it back.
      if (isInterrupted && !engine.isMysql) expect(new Set(await oldTablesLeft())).toEqual(new Set(oldTables))
      else if (isInterrupted && change >= 4) await expectUnavailable()
      await migrate(database)
      expect(await content()).toEqual(migrated)
      expect(await oldTablesLeft()).toEqual([])
      // Again, as when its record could not be stored. On SQLite both are in one transaction.
      if (engine.isMysql) await migrationsOn(database.engine)[migration]!.up(database.kysely)
      expect(await content()).toEqual(migrated)
      await removeDatabase()
      await createDatabase()
    }
    expect(change).toBeGreaterThan(17)
    // Each interruption migrates another database from its beginning.
  }, 300_000)

  it('is unavailable, after the migration, to everything that a server of that version does with places and dates', async () => {
    await migrate(database)
    await expectUnavailable()
    expect(await content()).toEqual(migrated)
  })

  it('is not migrated, and loses nothing, when its backup was restored into a migrated database', async () => {
    await migrate(database)
    for (const name of oldTables) await before.run(`create table ${name} (event_id integer)`)
    await before.run(`delete from kysely_migration where name >= '${migration}'`)
    const migrating = migrate(database)
    await expect(migrating).rejects.toBeInstanceOf(DatabaseMisconfigured)
    await expect(migrating).rejects.toThrow(/\(event_occurrence, slot\).*Restore the backup into an empty database/)
    expect(await content()).toEqual(migrated)
  })

  if (engine.isMysql)
    it('is counted once the transactions of that version in progress have ended', async () => {
      const started = Promise.withResolvers<void>()
      const selling = before.sell(async () => {
        started.resolve()
        await new Promise((resolve) => void setTimeout(resolve, 1_000))
      })
      await started.promise
      const migrating = migrate(database)
      await selling
      await migrating
      const { slot } = await content()
      expect(slot).toContainEqual(slotOf(general, first, 0, 4))
    })
  else
    it('the file is copied before it is migrated, and not again by a run without pending migrations', async () => {
      const path = created.url.slice('sqlite:'.length)
      await migrate(database)
      expect(existsSync(`${path}.before-${migration}`)).toBe(true)
      expect(await migrate(database)).toEqual([])
      expect(existsSync(`${path}.before-${migration}-2`)).toBe(false)
    })
})

describe.each(namedEngines)('an empty database, on %s,', (_, engine) => {
  it('has, after the migrations, no slots and no occurrences, and was not copied', async () => {
    const created = await engine.createDatabase()
    const database = openDatabase(created.url)
    await migrate(database)
    for (const table of ['slot', 'event_occurrence', 'special_event'] as const)
      expect(await database.kysely.selectFrom(table).selectAll().execute()).toEqual([])
    expect(existsSync(`${created.url.slice('sqlite:'.length)}.before-${migration}`)).toBe(false)
    await database.close()
    await created.drop()
  })
})
