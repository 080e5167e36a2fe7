export {
  type ClientCertificate,
  type ConnectionUse,
  DatabaseMisconfigured,
  type DatabaseReadiness,
  type DatabaseTracer,
  type RetriedErrorKind,
  asDatabaseMisconfigured,
  asOwnerOf,
  checkMysqlServer,
  faultOfCaCertificate,
  faultOfClientCertificate,
  faultOfDatabaseUrl,
  hostWithPort,
  retriedErrorKinds,
  socketPathOf,
  urlsOfHosts,
} from '@museum/database'
export { kyselyUserRepository } from './users/kysely-user-repository.ts'
export { kyselyAdmissionRepository } from './admissions/kysely-admission-repository.ts'
export { kyselyAuditRepository } from './audit/kysely-audit-repository.ts'
export { kyselyCapacityRepository } from './capacity/kysely-capacity-repository.ts'
export {
  type DatabaseObserver,
  type DatabaseOptions,
  type MuseumDatabase,
  openDatabase,
} from './database/museum-database.ts'
export { type DatabaseClocks, readClocks } from './database/read-clocks.ts'
export { kyselyRehearsalMark } from './rehearsal/kysely-rehearsal-mark.ts'
export { kyselyIdempotencyRecordRepository } from './idempotency/kysely-idempotency-record-repository.ts'
export { kyselyRepositories } from './kysely-repositories.ts'
export { migrationNames } from './migrations/index.ts'
export { migrate, pendingMigrations } from './migrations/migrate.ts'
export { kyselyMuseumHoursRepository } from './museum-hours/kysely-museum-hours-repository.ts'
export { kyselyPurchaserDataRepository } from './privacy/kysely-purchaser-data-repository.ts'
export { kyselySpecialEventRepository } from './special-events/kysely-special-event-repository.ts'
export { kyselyStoredSettingRepository } from './stored-settings/kysely-stored-setting-repository.ts'
export { kyselyTicketKeyRepository } from './ticket-keys/kysely-ticket-key-repository.ts'
export { kyselyTicketRepository } from './tickets/kysely-ticket-repository.ts'
export { kyselyTicketRevocationRepository } from './tickets/kysely-ticket-revocation-repository.ts'
