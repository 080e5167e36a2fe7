import { sql } from 'kysely'
import { uuidOfBytes } from '@museum/database'
import type { MuseumDatabase } from './museum-database.ts'

/** Instants in milliseconds since 1970. */
export type DatabaseClocks = Readonly<{
  /** By the clock of the database server, in whole seconds. */
  now: number
  /** When the latest ticket was sold and the latest migration was applied, by the clocks of the servers that did so. */
  newestTicket?: number
  newestMigration?: number
}>

/** Reads the clock of the database, and the times of the latest sale and migration. */
export const readClocks = ({ query, engine }: MuseumDatabase): Promise<DatabaseClocks> =>
  query(async (tables) => {
    const { now } = await tables.selectNoFrom(engine.now.as('now')).executeTakeFirstOrThrow()
    const newestMigration = await sql<{ time: string | null }>`
      select max(${sql.ref('timestamp')}) as time from kysely_migration`.execute(tables)
    // The identifiers begin with a time, so the latest sale is found by reading one entry of the index.
    const ticket = await tables
      .selectFrom('museum_ticket')
      .select('ticket_id')
      .orderBy('ticket_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return {
      now: now * 1_000,
      ...defined('newestTicket', ticket && timeOfUuid(uuidOfBytes(ticket.ticket_id))),
      ...defined('newestMigration', Date.parse(newestMigration.rows[0]?.time ?? '')),
    }
  })

const defined = <Name extends string>(name: Name, time: number | undefined) =>
  (time === undefined || Number.isNaN(time) ? {} : { [name]: time }) as Partial<Record<Name, number>>

/** The time in a UUID of version 7. */
const timeOfUuid = (uuid: string) =>
  uuid[14] === '7' ? Number.parseInt(uuid.replace('-', '').slice(0, 12), 16) : undefined
