export { kyselyUserRepository } from './access/kysely-user-repository.ts'
export { asDatabaseUnusable } from './as-database-unusable.ts'
export { faultOfCaCertificate } from './ca-certificate.ts'
export { checkServer } from './check-server.ts'
export { DatabaseUnusable } from './database-unusable.ts'
export { faultOfDatabaseUrl } from './database-url.ts'
export {
  kyselyIdempotencyRecordRepository,
  removeExpiredRecords,
} from './idempotency/kysely-idempotency-record-repository.ts'
export { migrate, pendingMigrations } from './migrate.ts'
export { type MuseumDatabase, openDatabase } from './museum-database.ts'
export { kyselyMuseumHoursRepository } from './museum-hours/kysely-museum-hours-repository.ts'
export { kyselySpecialEventRepository } from './special-events/kysely-special-event-repository.ts'
export { kyselyTicketRepository } from './tickets/kysely-ticket-repository.ts'
