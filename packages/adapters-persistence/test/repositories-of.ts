import type { Repositories } from '@museum/application/contracts'
import {
  type MuseumDatabase,
  kyselyAdmissionRepository,
  kyselyAuditRepository,
  kyselyCapacityRepository,
  kyselyIdempotencyRecordRepository,
  kyselyMuseumHoursRepository,
  kyselySpecialEventRepository,
  kyselyTicketKeyRepository,
  kyselyTicketRepository,
  kyselyTicketRevocationRepository,
  kyselyUserRepository,
} from '../src/index.ts'

/** All repositories on one database. */
export const repositoriesOf = (database: MuseumDatabase): Repositories => ({
  specialEvents: kyselySpecialEventRepository(database),
  tickets: kyselyTicketRepository(database),
  admissions: kyselyAdmissionRepository(database),
  ticketRevocations: kyselyTicketRevocationRepository(database),
  museumHours: kyselyMuseumHoursRepository(database),
  capacities: kyselyCapacityRepository(database),
  users: kyselyUserRepository(database),
  ticketKeys: kyselyTicketKeyRepository(database),
  audit: kyselyAuditRepository(database),
  idempotencyRecords: kyselyIdempotencyRecordRepository(database),
})
