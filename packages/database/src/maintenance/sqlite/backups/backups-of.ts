import type { DatabaseSync } from 'node:sqlite'
import { DatabaseMisconfigured } from '../../../database-misconfigured.ts'
import { rejectMovedLog } from '../../../engines/sqlite/moved-files.ts'
import type { Database } from '../../../database.ts'
import type { Migrations } from '../../../migrate.ts'
import { schemasOfMigrations } from '../schemas-of-migrations.ts'
import type { Backups, CountStatements, DatabaseContent, PreparedRestoration, WrittenBackup } from './backups.ts'
import { prepareRestoration } from './prepare-restoration.ts'
import { writeBackup } from './write-backup.ts'

/**
 * Backups of an embedded database; `undefined` on MySQL, which has programs for them. `storeNote` stores what `replace` gets in a
 * copy with this content.
 */
export const backupsOf = <Content extends DatabaseContent, Note>(
  { engine }: Pick<Database<never>, 'engine'>,
  migrationsOn: Migrations,
  counts: CountStatements<Exclude<keyof Content, 'pendingMigrations'> & string>,
  storeNote: (copy: DatabaseSync, note: Note, content: Content) => void,
): Backups<Content, Note> | undefined => {
  const { file: path } = engine
  if (path === undefined) return undefined
  const expected = async () => ({ schemas: await schemasOfMigrations(engine, migrationsOn), counts })
  return {
    async write(file, options) {
      rejectMemory(path)
      // The copy itself waits for locks.
      await rejectMovedLog(path, { byLock: false })
      return (await writeBackup(path, file, await expected(), options)) as WrittenBackup<Content>
    },
    async prepareRestoration(file, options) {
      rejectMemory(path)
      const prepared = await prepareRestoration(path, file, await expected(), options)
      const { content, replace, ...others } = prepared as PreparedRestoration<Content>
      return { ...others, content, replace: (note) => replace((copy) => storeNote(copy, note, content)) }
    },
  }
}

const rejectMemory = (path: string) => {
  if (path === ':memory:')
    throw new DatabaseMisconfigured('The database :memory: has no file.', 'Name a file in the URL of the database.')
}
