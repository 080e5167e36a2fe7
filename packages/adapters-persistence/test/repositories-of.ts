import type { Repositories } from '@museum/application/contracts'
import {
  type MuseumDatabase,
  kyselyIdempotencyRecordRepository,
  kyselyMuseumHoursRepository,
  kyselySpecialEventRepository,
  kyselyTicketRepository,
  kyselyUserRepository,
} from '../src/index.ts'

/** All repositories on one database. */
export const repositoriesOf = (database: MuseumDatabase): Repositories => ({
  specialEvents: kyselySpecialEventRepository(database),
  tickets: kyselyTicketRepository(database),
  museumHours: kyselyMuseumHoursRepository(database),
  users: kyselyUserRepository(database),
  idempotencyRecords: kyselyIdempotencyRecordRepository(database),
})
