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
export { type FinerPrices, findFinerPrices } from './find-finer-prices.ts'
export {
  type CounterInspection,
  type WrongCounter,
  findWrongCounters,
  isAnyTicketSigned,
} from './find-wrong-counters.ts'
export { type SumsInspection, findWrongSums } from './find-wrong-sums.ts'
export { inspectDatabase } from './inspect-database.ts'
