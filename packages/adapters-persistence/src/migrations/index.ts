import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engines/engine.ts'
import { specialEvents } from './2026-12-01-special-events.ts'
import { tickets } from './2026-12-02-tickets.ts'
import { museumHours } from './2026-12-03-museum-hours.ts'
import { users } from './2026-12-04-users.ts'
import { specialEventRevision } from './2026-12-05-special-event-revision.ts'
import { idempotencyRecords } from './2026-12-06-idempotency-records.ts'
import { writeProbe } from './2026-12-07-write-probe.ts'
import { occurrences } from './2026-12-08-occurrences.ts'

// MySQL keeps what a migration did before it was cut in half, so each must be able to run over its own remains.
// Once released, a migration never changes.
const migrations = {
  '2026-12-01-special-events': specialEvents,
  '2026-12-02-tickets': tickets,
  '2026-12-03-museum-hours': museumHours,
  '2026-12-04-users': users,
  '2026-12-05-special-event-revision': specialEventRevision,
  '2026-12-06-idempotency-records': idempotencyRecords,
  '2026-12-07-write-probe': writeProbe,
  '2026-12-08-occurrences': occurrences,
}

/** Every step from an empty database to today's tables, by name, in the order of the names. */
export const migrationsOn = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, up]) => [name, { up: (db: Kysely<never>) => up(db, engine) }]),
  )
