import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Copies the database at `path`, as it was last committed, to `PATH.before-MIGRATION`, or to the same name with `-2`,
 * `-3`, … when that file exists. A database without a committed migration is empty and is not copied.
 *
 * The caller must hold the write lock, in a transaction of another connection, so that nothing is committed meanwhile.
 */
export const copyBeforeMigration = (path: string, migration: string): void => {
  if (path === ':memory:') return
  const committed = new DatabaseSync(path, { readOnly: true })
  try {
    const isMigrated = committed.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get()
    if (isMigrated !== undefined) committed.prepare('vacuum into ?').run(emptyFile(`${path}.before-${migration}`))
  } finally {
    committed.close()
  }
}

/** Creates an empty file, readable by its owner only, under the first free name, and returns that name. */
const emptyFile = (name: string): string => {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name}-${n}`
    try {
      closeSync(openSync(candidate, 'wx', 0o600))
      return candidate
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
