import { afterAll } from '@jest/globals'
import type { Repositories } from '@museum/testing/contracts'
import type { Instant } from '@museum/domain'
import { sql } from 'kysely'
import { type MuseumDatabase, openDatabase } from '../src/database/museum-database.ts'
import { migrationsOn } from '../src/migrations/index.ts'
import { migrate } from '../src/migrations/migrate.ts'
import type { EmptyDatabase, TestEngine } from './engines.ts'
import { kyselyRepositories } from '../src/kysely-repositories.ts'

/**
 * For a contract: two connections to one database, to two nodes of it on a cluster. All tests of a file share the database,
 * which is emptied before each. `at` returns the repositories of a server whose database's clock shows a moment, in milliseconds
 * since 1970.
 */
export const openAdaptersOn = ({
  createDatabase,
  createTables,
}: TestEngine): (() => Promise<
  Readonly<{
    one: Repositories
    other: Repositories
    at: (moment: number) => Repositories
    age: (seconds: number) => Promise<void>
    close: () => Promise<unknown>
  }>
>) => {
  let created: EmptyDatabase | undefined
  afterAll(() => created?.drop())
  return async () => {
    const isNew = created === undefined
    created ??= await createDatabase()
    const { url, otherUrl = url } = created
    if (isNew) await createTables?.(url)
    const [one, other] = [openDatabase(url), openDatabase(otherUrl)]
    if (!isNew) await deleteRows(one)
    else if (createTables === undefined) await migrate(one)
    return {
      one: kyselyRepositories(one),
      other: kyselyRepositories(other),
      at: (moment) =>
        kyselyRepositories({ ...one, engine: { ...one.engine, now: sql`${sql.lit(Math.floor(moment / 1_000))}` } }),
      age: async (seconds) => {
        await one.kysely
          .updateTable('idempotency_record')
          .set(({ eb }) => ({ recorded_at: eb('recorded_at', '-', seconds) }))
          .execute()
        await one.kysely
          .updateTable('ticket_cancellation')
          .set(({ eb }) => ({
            cancelled_at: eb('cancelled_at', '-', seconds),
            due_since: eb('due_since', '-', seconds),
          }))
          .execute()
        await one.kysely
          .updateTable('event_occurrence')
          .set(({ eb }) => ({ removed_at: eb('removed_at', '-', seconds) }))
          .execute()
        await one.kysely
          .updateTable('delivery')
          .set(({ eb }) => ({ due_at: eb('due_at', '-', seconds), attempted_at: eb('attempted_at', '-', seconds) }))
          .execute()
        const earlier = (column: 'held_until' | 'own_limit' | 'created_at' | 'expires_at') =>
          sql<Instant>`${sql.ref(column)} - ${1_000 * seconds}`
        await one.kysely
          .updateTable('reservation')
          .set({
            held_until: earlier('held_until'),
            own_limit: earlier('own_limit'),
            created_at: earlier('created_at'),
          })
          .execute()
        await one.kysely
          .updateTable('online_payment')
          .set({ held_until: earlier('held_until') })
          .execute()
        await one.kysely
          .updateTable('held_place')
          .set({ expires_at: earlier('expires_at') })
          .execute()
        await one.kysely
          .updateTable('mail_request')
          .set(({ eb }) => ({ requested_at: eb('requested_at', '-', seconds) }))
          .execute()
      },
      close: () => Promise.all([one.close(), other.close()]),
    }
  }
}

const deleteRows = async ({ kysely, engine }: MuseumDatabase) => {
  const tables = [
    'special_event',
    'event_occurrence',
    'slot',
    'imported_event',
    'museum_ticket',
    'museum_order',
    'reservation',
    'held_place',
    'free_order',
    'online_payment',
    'failed_refund',
    'online_refund',
    'drawer',
    'closing',
    'summed_sales',
    'scan',
    'further_entry',
    'ticket_cancellation',
    'hours_exception',
    'price_category',
    'user_account',
    'link_key',
    'stored_setting',
    'ticket_key',
    'audit_entry',
    'idempotency_record',
    'webhook',
    'delivery',
    'mail_recipient',
    'mail_request',
  ] as const
  for (const table of tables) await kysely.deleteFrom(table).execute()
  await kysely.updateTable('general_entry').set({ capacity: null, entry_times: null }).execute()
  await kysely.updateTable('mail_setting').set({ is_on: 0 }).execute()
  await kysely.updateTable('change_lock').set({ changes: 0 }).execute()
  await migrationsOn(engine)['2026-12-03-museum-hours']!.up(kysely)
}
