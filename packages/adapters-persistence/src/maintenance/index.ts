export {
  type BackupProgress,
  type DatabaseFinding,
  type Finding,
  type Found,
  type InspectionOptions,
  findingsIn,
  findingsOf,
  inspectDatabaseFiles,
} from '@museum/database/maintenance'
export { type Backups, type DatabaseContent, type PreparedRestoration, backupsOf } from './backups.ts'
export { findWrongClosings } from './find-wrong-closings.ts'
export { findFinerPrices } from './find-finer-prices.ts'
export { type WrongCounter, findWrongCounters, isAnyTicketSigned } from './find-wrong-counters.ts'
export { type WrongHeldPlaces, findWrongHeldPlaces } from './find-wrong-held-places.ts'
export { findWrongSums } from './find-wrong-sums.ts'
export { inspectDatabase } from './inspect-database.ts'
