import type { Backups } from '../../backups.ts'
import { prepareRestoration } from './prepare-restoration.ts'
import { writeBackup } from './write-backup.ts'

/** The backups of the database at `path`. */
export const sqliteBackups = (path: string): Backups => ({
  write: (file, options) => writeBackup(path, file, options),
  prepareRestoration: (file, options) => prepareRestoration(path, file, options),
})
