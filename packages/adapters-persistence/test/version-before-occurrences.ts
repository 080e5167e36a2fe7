import { CompiledQuery } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrationsOn } from '../src/migrations/index.ts'
import type { MuseumDatabase } from '../src/database/museum-database.ts'

/** A ticket of the previous version; a general one has no `eventId`. */
type TicketBefore = Readonly<{ ticketId: string; confirmationCode: string; ticketDate: string; eventId?: string }>

const literal = (uuid: string) => `x'${uuid.replaceAll('-', '')}'`
const columns =
  'ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email, phone, confirmation_code, price, currency, state'

export type VersionBeforeOccurrences = Readonly<{
  /** Applies that version's migrations. */
  migrate: () => Promise<void>
  addEvent: (eventId: string, dates: readonly string[]) => Promise<unknown>
  /** Replaces the dates of an event by `dates`, and cancels the tickets of the `removed` ones. */
  setDates: (eventId: string, dates: readonly string[], removed: readonly string[]) => Promise<unknown>
  deleteEvent: (eventId: string) => Promise<unknown>
  sell: (ticket: TicketBefore) => Promise<unknown>
  /** The state of every ticket, by its ticketId without hyphens. */
  states: () => Promise<ReadonlyMap<string, string>>
  addRecord: (username: string, key: string, answer: string) => Promise<unknown>
}>

/**
 * The statements with which the version before migration 2026-12-08 created and wrote its tables. Like released migrations,
 * they must not change.
 */
export const versionBeforeOccurrences = (database: MuseumDatabase): VersionBeforeOccurrences => {
  const isMysql = database.engine.dialect.createAdapter().supportsReturning === false
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  const insertDates = (eventId: string, dates: readonly string[]) => {
    const rows = dates.map((date, n) => `(${literal(eventId)}, '${date}', ${n === 0 ? 'null' : `'${dates[n - 1]}'`})`)
    return run(`insert into special_event_date (event_id, event_date, previous_date) values ${rows.join(', ')}`)
  }
  const raiseRevision = () => run('update special_event_revision set revision = revision + 1')
  const cancelTickets = (eventId: string) =>
    `update ticket set state = 'cancelled' where event_id = ${literal(eventId)} and state = 'valid'`
  return {
    migrate: async () => {
      const provider = { getMigrations: async () => migrationsOn(database.engine) }
      const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo('2026-12-07-write-probe')
      if (error !== undefined) throw error
    },
    addEvent: async (eventId: string, dates: readonly string[]) => {
      await run(
        `insert into special_event (event_id, name, location, event_description, price)
         values (${literal(eventId)}, 'Night', 'Hall', '', 1990)`,
      )
      await insertDates(eventId, dates)
      await raiseRevision()
    },
    setDates: async (eventId: string, dates: readonly string[], removed: readonly string[]) => {
      await run(`delete from special_event_date where event_id = ${literal(eventId)}`)
      await insertDates(eventId, dates)
      if (removed.length > 0)
        await run(`${cancelTickets(eventId)} and ticket_date in (${removed.map((date) => `'${date}'`).join()})`)
      await raiseRevision()
    },
    deleteEvent: async (eventId: string) => {
      await run(cancelTickets(eventId))
      await run(`delete from special_event_date where event_id = ${literal(eventId)}`)
      await run(`delete from special_event where event_id = ${literal(eventId)}`)
      await raiseRevision()
    },
    sell: async ({ ticketId, confirmationCode, ticketDate, eventId }: TicketBefore) => {
      if (eventId === undefined)
        return run(
          `insert into ticket (${columns}) values (${literal(ticketId)}, 'general', null, null, null, '${ticketDate}',
             'visitor@example.org', null, '${confirmationCode}', 0, 'EUR', 'valid')`,
        )
      return run(
        `insert into ticket (${columns})
         select wanted.* from (select ${literal(ticketId)} as ticket_id, 'event' as ticket_type,
             ${literal(eventId)} as event_id, 'Night' as event_name, 'Hall' as event_location,
             '${ticketDate}' as ticket_date, 'visitor@example.org' as email, null as phone,
             '${confirmationCode}' as confirmation_code, 1990 as price, 'EUR' as currency, 'valid' as state) as wanted
         inner join special_event on special_event.event_id = wanted.event_id
         inner join special_event_date on special_event_date.event_id = wanted.event_id
           and special_event_date.event_date = wanted.ticket_date
         ${isMysql ? 'lock in share mode' : ''}`,
      )
    },
    states: async () => {
      const { rows } = await database.kysely.executeQuery<{ id: string; state: string }>(
        CompiledQuery.raw('select lower(hex(ticket_id)) as id, state from ticket'),
      )
      return new Map(rows.map(({ id, state }) => [id, state]))
    },
    addRecord: (username: string, key: string, answer: string) =>
      database.kysely
        .insertInto('idempotency_record')
        .values({
          username: Buffer.from(username),
          idempotency_key: Buffer.from(key),
          fingerprint: Buffer.from('f'),
          answer,
          recorded_at: database.engine.now,
        })
        .execute(),
  }
}
