import { CompiledQuery } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrationsOn } from '../src/migrations/index.ts'
import type { MuseumDatabase } from '../src/database/museum-database.ts'

export type VersionBeforeRoles = Readonly<{
  /** Applies that version's migrations. */
  migrate: () => Promise<void>
  /** Adds a user; `isFirst` for the one that the first start adds. */
  addUser: (username: string, passwordHash: string, isFirst: boolean) => Promise<unknown>
  /** Every column of every user, by that version's names. */
  users: () => Promise<readonly unknown[]>
  /** Adds an event on two dates, sells a ticket for the first one, and deletes the event. */
  addDeletedEvent: (eventId: string, dates: readonly [string, string], ticketId: string) => Promise<void>
}>

/**
 * The statements with which the version before migration 2026-12-09 created and wrote its tables. Like released migrations,
 * they must not change.
 */
export const versionBeforeRoles = (database: MuseumDatabase): VersionBeforeRoles => {
  const literal = (bytes: string | Uint8Array) => `x'${Buffer.from(bytes).toString('hex')}'`
  const uuid = (text: string) => literal(Buffer.from(text.replaceAll('-', ''), 'hex'))
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  return {
    migrate: async () => {
      const provider = { getMigrations: async () => migrationsOn(database.engine) }
      const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo('2026-12-08-occurrences')
      if (error !== undefined) throw error
    },
    addUser: (username, passwordHash, isFirst) =>
      run(
        `insert into user_account (username, password_hash, first_user)
         values (${literal(username)}, '${passwordHash}', ${isFirst ? '1' : 'null'})`,
      ),
    users: async () =>
      (await run('select username, password_hash, first_user from user_account order by username')).rows,
    addDeletedEvent: async (eventId, [first, second], ticketId) => {
      const id = uuid(eventId)
      await run(
        `insert into museum_ticket (ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email,
           phone, confirmation_code, price, currency, state, occurrence_number, sold_at, sold_by, signing_key)
         values (${uuid(ticketId)}, 'event', ${id}, 'Night', 'Hall', '${first}', 'visitor@example.org', null, 'code', 1990,
           'EUR', 'valid', 1, 1893456000000, ${literal('admin')}, null)`,
      )
      for (const date of [first, second])
        await run(
          `insert into removed_special_event_occurrence
             (event_id, event_date, occurrence_number, removed_in_revision, removed_at)
           values (${id}, '${date}', 1, 2, 1790000000)`,
        )
      await run(
        `insert into removed_special_event (event_id, name, location, event_description, price, revision, removed_at)
         values (${id}, 'Night', 'Hall', '', 1990, 2, 1790000000)`,
      )
      await run('update special_event_revision set revision = revision + 2')
    },
  }
}
