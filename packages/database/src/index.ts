export { type AloneKind, batched, coalesced, groupedOrAlone, maxBatchSize, notDone } from './batched.ts'
export { type ClientCertificate, faultOfCaCertificate, faultOfClientCertificate } from './certificates.ts'
export { compiledForEachCount, compiledForUuids, compiledOnce } from './compiled-statements.ts'
export type { Database, WriteKind } from './database.ts'
export { DatabaseMisconfigured, asDatabaseMisconfigured } from './database-misconfigured.ts'
export type { DatabaseObserver, DatabaseTracer } from './database-observer.ts'
export type { DatabaseOptions } from './database-options.ts'
export { faultOfDatabaseUrl, hostWithPort, socketPathOf, urlsOfHosts } from './database-url.ts'
export { type RetryKind, millisecondsLeft, withDeadline, withOwnDeadline } from './deadlines-and-retries.ts'
export {
  type ConnectionUse,
  type Engine,
  type ErasingDatabase,
  type RetriedErrorKind,
  retriedErrorKinds,
} from './engines/engine.ts'
export { asOwnerOf } from './engines/sqlite/as-owner.ts'
export { inParts, partsOfRows } from './in-parts.ts'
export { limitConcurrency, lockQueue } from './limit-concurrency.ts'
export { type Decision, type LockingTransaction, type Reads, type RowsOf, lockThenWrite } from './lock-then-write.ts'
export { type Migrations, checkMysqlServer, migrate, pendingMigrations } from './migrate.ts'
export { openDatabase } from './open-database.ts'
export type { DatabaseReadiness } from './readiness.ts'
export {
  addColumnsOnce,
  createIndexesOnce,
  dropColumnsOnce,
  dropIndexOnce,
  newTable,
  tableNames,
  withTables,
} from './repeatable-changes.ts'
export { type UuidBytes, bytesOfUuid, uuidOfBytes } from './uuid-column.ts'
export { whenGiven } from './when-given.ts'
