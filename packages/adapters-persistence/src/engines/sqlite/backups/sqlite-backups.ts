import { DatabaseUnusable } from '../../../database/database-unusable.ts'
import type { Backups } from '../../backups.ts'
import { prepareRestoration } from './prepare-restoration.ts'
import { writeBackup } from './write-backup.ts'

/** The backups of the database at `path`. */
export const sqliteBackups = (path: string): Backups => ({
  async write(file, options) {
    rejectMemory(path)
    return writeBackup(path, file, options)
  },
  async prepareRestoration(file, options) {
    rejectMemory(path)
    return prepareRestoration(path, file, options)
  },
})

const rejectMemory = (path: string) => {
  if (path === ':memory:')
    throw new DatabaseUnusable('The database :memory: has no file. Name a file in the URL of the database.')
}
