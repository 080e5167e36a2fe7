export {
  type DatabaseFinding,
  type Finding,
  type Found,
  type InspectionOptions,
  findingsIn,
  findingsOf,
} from './database-finding.ts'
export { inspectDatabase, inspectDatabaseFiles } from './inspect-database.ts'
export { backupsOf } from './sqlite/backups/backups-of.ts'
export type {
  BackupProgress,
  Backups,
  CountStatements,
  DatabaseContent,
  PreparedRestoration,
  WrittenBackup,
} from './sqlite/backups/backups.ts'
