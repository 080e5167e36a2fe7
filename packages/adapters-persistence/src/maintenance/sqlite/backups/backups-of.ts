import { DatabaseMisconfigured } from '../../../database/database-misconfigured.ts'
import type { MuseumDatabase } from '../../../database/museum-database.ts'
import { rejectMovedLog } from '../../../engines/sqlite/moved-files.ts'
import { schemasOfMigrations } from '../schemas-of-migrations.ts'
import type { Backups } from './backups.ts'
import { prepareRestoration } from './prepare-restoration.ts'
import { writeBackup } from './write-backup.ts'

/** Backups of an embedded database; `undefined` on MySQL, which has programs for them. */
export const backupsOf = ({ engine }: Pick<MuseumDatabase, 'engine'>): Backups | undefined => {
  const { file: path } = engine
  if (path === undefined) return undefined
  return {
    async write(file, options) {
      rejectMemory(path)
      // The copy itself waits for locks.
      await rejectMovedLog(path, { byLock: false })
      return writeBackup(path, file, await schemasOfMigrations(engine), options)
    },
    async prepareRestoration(file, options) {
      rejectMemory(path)
      return prepareRestoration(path, file, await schemasOfMigrations(engine), options)
    },
  }
}

const rejectMemory = (path: string) => {
  if (path === ':memory:')
    throw new DatabaseMisconfigured('The database :memory: has no file.', 'Name a file in the URL of the database.')
}
