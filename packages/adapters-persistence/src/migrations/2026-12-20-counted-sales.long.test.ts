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

const [unlimited, limited, deleted, gone] = [1, 2, 3, 4].map(exampleId) as [string, string, string, string]
const [first, second, third] = ['2030-05-17', '2030-05-18', '2030-05-19'] as const
const bytes = (id: string) => `x'${id.replaceAll('-', '')}'`
/** The occurrences of the tickets below, each as event, date and occurrence number. */
type Occurrence = readonly [eventId: string | null, date: string, number: number | null]
const ticketId = (n: number) => exampleId(1_000 + n)
/** Numbers of the tickets that the version before sold. */
const [generalTicket, ticketOfRemovedDate, ticketOfLimited, ticketsOfNoOccurrence] = [0, 12, 9, [17, 18, 19]] as const
const sold: readonly (readonly [Occurrence, state?: string])[] = [
  [[null, first, null]],
  [[null, first, null]],
  // Sold when general tickets still had a number.
  [[null, first, 1]],
  [[null, first, 1], 'cancelled'],
  [[null, second, null], 'cancelled'],
  [[unlimited, first, 1]],
  [[unlimited, first, 1]],
  [[unlimited, first, 1], 'cancelled'],
  [[limited, first, 1]],
  [[limited, first, 1]],
  [[limited, first, 1]],
  // The third date was removed and added again.
  [[limited, third, 1]],
  [[limited, third, 1]],
  [[limited, third, 1], 'cancelled'],
  [[limited, third, 3]],
  [[deleted, first, 1]],
  [[deleted, first, 1], 'cancelled'],
  // Tickets for dates, and for an event, that exist in no table.
  [[limited, '2030-06-01', 1]],
  [[limited, third, 2]],
  [[gone, first, 1]],
]

/** The statements of the version before. Like released migrations, they must not change. */
const versionBefore = (database: MuseumDatabase) => {
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  const ticketColumns =
    'ticket_id, ticket_type, event_id, ticket_date, email, confirmation_code, price, currency, state, occurrence_number'
  const ticketValues = (n: number, [event, date, number]: Occurrence, state = 'valid') =>
    `${bytes(ticketId(n))}, '${event === null ? 'general' : 'event'}', ${event === null ? 'null' : bytes(event)}, '${date}',
     'visitor@example.org', 'code-${n}', 1990, 'EUR', '${state}', ${number}`
  const giveBack = ([event, date]: Occurrence) =>
    `update place_counter set sold = sold - 1 where event_id = ${bytes(event ?? exampleId(0))} and event_date = '${date}'`
  return {
    run,
    migrate: () => migrateTo(database, '2026-12-16-email-forms'),
    fill: async () => {
      const eventColumns = 'event_id, name, location, event_description, price, revision, capacity, limit_number'
      for (const [event, capacity, limitNumber] of [
        [unlimited, 'null', 'null'],
        [limited, 5, 2],
      ] as const)
        await run(
          `insert into special_event (${eventColumns})
           values (${bytes(event)}, 'Night', 'Hall', '', 1990, 3, ${capacity}, ${limitNumber})`,
        )
      await run(
        `insert into removed_special_event (${eventColumns}, removed_at)
         values (${bytes(deleted)}, 'Night', 'Hall', '', 1990, 2, 4, 1, 1790000000)`,
      )
      for (const [event, date, previous, number] of [
        [unlimited, first, 'null', 1],
        [unlimited, second, `'${first}'`, 1],
        [limited, first, 'null', 1],
        [limited, third, `'${first}'`, 3],
      ] as const)
        await run(
          `insert into special_event_occurrence (event_id, event_date, previous_date, occurrence_number)
           values (${bytes(event)}, '${date}', ${previous}, ${number})`,
        )
      for (const [event, date] of [
        [limited, third],
        [deleted, first],
        [deleted, second],
      ] as const)
        await run(
          `insert into removed_special_event_occurrence
             (event_id, event_date, occurrence_number, removed_in_revision, removed_at)
           values (${bytes(event)}, '${date}', 1, 2, 1790000000)`,
        )
      await run('update general_entry_limit set capacity = 7, limit_number = 3, limit_sequence = 3')
      for (const [event, date, count] of [
        [exampleId(0), first, 3],
        [limited, first, 3],
      ] as const)
        await run(
          `insert into place_counter (event_id, event_date, occurrence_number, limit_number, sold)
           values (${bytes(event)}, '${date}', 1, 2, ${count})`,
        )
      for (const [n, [occurrence, state]] of sold.entries())
        await run(`insert into museum_ticket (${ticketColumns}) values (${ticketValues(n, occurrence, state)})`)
    },
    /** The statements with which that version sells, cancels, and changes events and capacities. */
    statements: {
      sellGeneral: `insert into museum_ticket (${ticketColumns})
        select ${ticketValues(900, [null, first, null])} from general_entry_limit where limit_number = 3`,
      sellForEvent: `insert into museum_ticket (${ticketColumns})
        select ${ticketValues(901, [unlimited, first, 1])} from special_event
        inner join special_event_occurrence on special_event_occurrence.event_id = special_event.event_id
        where special_event.event_id = ${bytes(unlimited)} and special_event_occurrence.event_date = '${first}'`,
      findTicketToCancel: `select museum_ticket.*, special_event_occurrence.occurrence_number as current_number
        from museum_ticket left join special_event_occurrence
          on special_event_occurrence.event_id = museum_ticket.event_id
            and special_event_occurrence.event_date = museum_ticket.ticket_date
        where ticket_id = ${bytes(ticketId(generalTicket))}`,
      removeOccurrence: `delete from special_event_occurrence where event_id = ${bytes(unlimited)}`,
      limitGeneralEntry: 'update general_entry_limit set limit_sequence = limit_sequence + 1 where id = 1',
    },
    /** The transaction with which that version cancels the first ticket, on a connection of its own. */
    cancel: (whileOpen: () => Promise<void>) =>
      database.kysely.transaction().execute(async (transaction) => {
        const execute = (statement: string) => transaction.executeQuery(CompiledQuery.raw(statement))
        const id = bytes(ticketId(generalTicket))
        await execute(
          `select museum_ticket.state, special_event_occurrence.event_id from museum_ticket left join special_event_occurrence
             on special_event_occurrence.event_id = museum_ticket.event_id where ticket_id = ${id}`,
        )
        await whileOpen()
        await execute(`update museum_ticket set state = 'cancelled' where ticket_id = ${id}`)
        await execute(giveBack([null, first, null]))
      }),
  }
}

const counted = {
  occurrence: [
    { event: unlimited, date: first, number: 1, sold: 2, capacity: null },
    { event: unlimited, date: second, number: 1, sold: 0, capacity: null },
    { event: limited, date: first, number: 1, sold: 3, capacity: 5 },
    { event: limited, date: third, number: 3, sold: 1, capacity: 5 },
  ],
  removed_occurrence: [
    { event: limited, date: third, number: 1, sold: 2 },
    { event: limited, date: third, number: 2, sold: 1 },
    { event: limited, date: '2030-06-01', number: 1, sold: 1 },
    { event: deleted, date: first, number: 1, sold: 1 },
    { event: deleted, date: second, number: 1, sold: 0 },
    { event: gone, date: first, number: 1, sold: 1 },
  ],
  general_entry: [{ id: 1, capacity: 7, changes: 0 }],
  general_entry_day: [{ date: first, sold: 3, capacity: 7 }],
  museum_ticket: sold.length,
  special_event_revision: 0,
}

/** Interrupts `migrate` at the change of this number, from 0 on. */
const interruptingAt = (change: number): KyselyPlugin => {
  let remaining = change
  return {
    transformQuery({ node }) {
      // Updates are in one transaction with inserts.
      const isChange = /^(Create|Alter|Drop|Insert)/.test(node.kind)
      if (isChange && !JSON.stringify(node).includes('"kysely_migration_lock"') && (remaining -= 1) < 0)
        throw new Error('interrupted')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** A later migration replaces the tables with counts. */
const migrateBeforeSlots = (database: MuseumDatabase) => migrateTo(database, 'm025-webhook-secrets')

describe.each(namedEngines)(
  'a database of the version before migration 2026-12-20-counted-sales, on %s,',
  (_, engine) => {
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
    const expectRejected = async () => {
      for (const statement of Object.values(before.statements))
        await expect(before.run(statement)).rejects.toThrow(/special_event_occurrence|general_entry_limit/)
    }

    const rowsOf = async (statement: string) => (await before.run(statement)).rows
    /** Reads all counters. */
    const counts = async () => {
      const id = `lower(hex(event_id))`
      const withHyphens = (rows: readonly unknown[]) =>
        (rows as { event: string }[]).map((row) =>
          Object.assign(row, {
            event: [unlimited, limited, deleted, gone].find((each) => each.replaceAll('-', '') === row.event),
          }),
        )
      const key = `${id} as event, event_date as date, occurrence_number as number`
      const order = 'order by event_id, event_date, occurrence_number'
      const [tickets, revisions] = [
        await rowsOf('select count(*) as count from museum_ticket'),
        await rowsOf('select revision from special_event_revision'),
      ]
      return {
        occurrence: withHyphens(await rowsOf(`select ${key}, sold, capacity from occurrence ${order}`)),
        removed_occurrence: withHyphens(await rowsOf(`select ${key}, sold from removed_occurrence ${order}`)),
        general_entry: await rowsOf('select * from general_entry'),
        general_entry_day: await rowsOf('select entry_date as date, sold, capacity from general_entry_day'),
        museum_ticket: (tickets as { count: number }[])[0]!.count,
        special_event_revision: (revisions as { revision: number }[])[0]!.revision,
      }
    }
    const oldTables = [
      'special_event_occurrence',
      'removed_special_event_occurrence',
      'general_entry_limit',
      'place_counter',
    ]
    const columnsLeft = async () => {
      const tables = await database.kysely.introspection.getTables()
      const names = tables.map(({ name }) => name).filter((name) => oldTables.includes(name))
      const columns = tables.flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`))
      return names.concat(columns.filter((column) => column.includes('.limit_')))
    }

    it('has, after the migration, the number of sold tickets and the capacity in the row of each occurrence and each day', async () => {
      expect((await migrateBeforeSlots(database))[0]).toBe('2026-12-20-counted-sales')
      expect(await counts()).toEqual(counted)
      expect(await columnsLeft()).toEqual([])
      await migrate(database)
      expect(await findWrongCounters(database)).toEqual({ counters: 11, wrong: [] })
    })

    it('sells, cancels and restores after the migration, and counts from what was sold before it', async () => {
      await migrate(database)
      const { capacities, specialEvents, tickets } = kyselyRepositories(database)
      const sell = (n: number, eventId: string | undefined, date: string) => {
        const changes = {
          ticketId: TicketId(exampleId(2_000 + n)),
          confirmationCode: ConfirmationCode(`new-code-${n}`),
          ticketDate: CalendarDate(date),
        }
        return sellAlone(
          tickets,
          eventId === undefined
            ? aGeneralTicket(changes)
            : anEventTicket({ ...changes, event: { ...anEventTicket().event, eventId: EventId(eventId) } }),
        )
      }
      const cancel = (n: number) =>
        tickets.cancel(
          TicketId(ticketId(n)),
          () => undefined,
          () => anAuditEntry(),
        )
      expect(await sell(1, limited, first)).toMatchObject({ state: 'valid' })
      expect(await sell(2, limited, first)).toMatchObject({ state: 'valid' })
      expect(await sell(3, limited, first)).toHaveProperty('refusal')
      expect(await cancel(ticketOfLimited)).toMatchObject({ state: 'cancelled' })
      expect(await sell(3, limited, first)).toMatchObject({ state: 'valid' })
      expect(await sell(4, undefined, first)).toMatchObject({ state: 'valid' })
      expect(await cancel(generalTicket)).toMatchObject({ state: 'cancelled' })
      // These tickets count for no existing occurrence.
      expect(await cancel(ticketOfRemovedDate)).toMatchObject({ state: 'cancelled' })
      for (const n of ticketsOfNoOccurrence) expect(await cancel(n)).toMatchObject({ state: 'cancelled' })
      const places = (date: string, count: number, capacity: number) => ({
        date,
        capacity,
        sold: count,
        available: capacity - count,
      })
      expect(await capacities.availabilityOfEvent(EventId(limited))).toEqual([places(first, 5, 5), places(third, 1, 5)])
      expect(await availabilityOfGeneralEntry(capacities, [CalendarDate(first)])).toEqual([places(first, 3, 7)])
      await specialEvents.restore(EventId(deleted), () => anAuditEntry())
      expect(await capacities.availabilityOfEvent(EventId(deleted))).toEqual([
        places(first, 1, 4),
        places(second, 0, 4),
      ])
      expect((await findWrongCounters(database)).wrong).toEqual([])
    })

    it('is migrated after an interruption at each of its changes, and no statement of that version sells from the fourth one on', async () => {
      let isInterrupted = true
      let change = 0
      for (; isInterrupted; change += 1) {
        const kysely = database.kysely.withPlugin(interruptingAt(change))
        await migrateBeforeSlots({ ...database, kysely }).catch((error: unknown) =>
          expect((error as Error).message).toBe('interrupted'),
        )
        // Otherwise it was a later migration, or none.
        isInterrupted = (await pendingMigrations(database)).includes('2026-12-20-counted-sales')
        // SQLite rolls all of it back.
        if (isInterrupted && !engine.isMysql) expect(await columnsLeft()).toEqual(expect.arrayContaining(oldTables))
        else if (isInterrupted && change >= 3) await expectRejected()
        await migrateBeforeSlots(database)
        expect(await counts()).toEqual(counted)
        expect(await columnsLeft()).toEqual([])
        await removeDatabase()
        await createDatabase()
      }
      expect(change).toBeGreaterThan(17)
      // Each interruption migrates another database from its beginning.
    }, 300_000)

    it('rejects, after the migration, every statement with which that version sells, cancels, or changes dates or capacities', async () => {
      await migrateBeforeSlots(database)
      await expectRejected()
      expect((await counts()).museum_ticket).toBe(sold.length)
    })

    it('is not migrated, and loses no ticket, when its backup was restored into a migrated database', async () => {
      await migrateBeforeSlots(database)
      for (const [name, from] of [
        ['special_event_occurrence', 'occurrence'],
        ['removed_special_event_occurrence', 'removed_occurrence'],
        ['general_entry_limit', 'general_entry'],
      ] as const)
        await before.run(`create table ${name} as select * from ${from}`)
      await before.run(`delete from kysely_migration where name >= '2026-12-20'`)
      const migrating = migrateBeforeSlots(database)
      await expect(migrating).rejects.toBeInstanceOf(DatabaseMisconfigured)
      await expect(migrating).rejects.toThrow(
        /\(occurrence, removed_occurrence, general_entry, general_entry_day\).*Restore the backup into an empty database/,
      )
      expect(await counts()).toEqual(counted)
    })

    if (engine.isMysql) {
      it('is the same after the migration has run again', async () => {
        await migrateBeforeSlots(database)
        await migrationsOn(database.engine)['2026-12-20-counted-sales']!.up(database.kysely)
        expect(await counts()).toEqual(counted)
      })

      it('is counted once the transactions of that version in progress have ended', async () => {
        const started = Promise.withResolvers<void>()
        const cancelling = before.cancel(async () => {
          started.resolve()
          await new Promise((resolve) => void setTimeout(resolve, 1_000))
        })
        await started.promise
        const migrating = migrateBeforeSlots(database)
        await cancelling
        await migrating
        expect(await counts()).toEqual({ ...counted, general_entry_day: [{ date: first, sold: 2, capacity: 7 }] })
      })
    } else
      it('the file is copied before it is migrated, and not again by a run without pending migrations', async () => {
        const path = created.url.slice('sqlite:'.length)
        await migrateBeforeSlots(database)
        expect(existsSync(`${path}.before-2026-12-20-counted-sales`)).toBe(true)
        expect(await migrateBeforeSlots(database)).toEqual([])
        expect(existsSync(`${path}.before-2026-12-20-counted-sales-2`)).toBe(false)
      })
  },
)

describe.each(namedEngines)('an empty database, on %s,', (_, engine) => {
  it('has, after the migrations, general entry without a capacity and no counts', async () => {
    const created = await engine.createDatabase()
    const database = openDatabase(created.url)
    await migrate(database)
    const rows = async (table: 'general_entry' | 'slot' | 'event_occurrence') =>
      database.kysely.selectFrom(table).selectAll().execute()
    expect(await rows('general_entry')).toMatchObject([{ id: 1, capacity: null, changes: 0 }])
    expect([...(await rows('slot')), ...(await rows('event_occurrence'))]).toEqual([])
    expect(existsSync(`${created.url.slice('sqlite:'.length)}.before-2026-12-20-counted-sales`)).toBe(false)
    await database.close()
    await created.drop()
  })
})
