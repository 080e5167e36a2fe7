export { type DatabaseFinding, type Finding, type InspectionOptions, findingsOf } from './database-finding.ts'
export { type FinerPrices, findFinerPrices } from './find-finer-prices.ts'
export {
  type CounterInspection,
  type WrongCounter,
  findWrongCounters,
  isAnyTicketSigned,
} from './find-wrong-counters.ts'
export { type SumsInspection, findWrongSums } from './find-wrong-sums.ts'
export { inspectDatabase, inspectDatabaseFiles } from './inspect-database.ts'
export { backupsOf } from './sqlite/backups/backups-of.ts'
export type { BackupProgress, Backups, DatabaseContent, PreparedRestoration } from './sqlite/backups/backups.ts'
