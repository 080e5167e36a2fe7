import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from './open-sqlite.ts'

/**
 * Copies the database at `path`, as it was last committed, to `PATH.before-MIGRATION`, or to the same name with `-2`,
 * `-3`, … when that file exists. A database in which no migration was applied is empty and is not copied. When copying fails,
 * no file is left.
 *
 * The caller must hold the write lock, in a transaction of another connection, so that nothing is committed meanwhile.
 */
export const copyBeforeMigration = (path: string, migration: string): void => {
  if (path === ':memory:') return
  const committed = openSqlite(path, { readOnly: true })
  try {
    const isMigrated = committed.prepare('select 1 from kysely_migration limit 1').get() !== undefined
    if (isMigrated) copy(committed, `${path}.before-${migration}`)
  } finally {
    committed.close()
  }
}

/** Copies to a temporary file first, readable by its owner only, so that a file with the name is always complete. */
const copy = (committed: DatabaseSync, name: string) => {
  const part = `${name}.part`
  rmSync(part, { force: true })
  try {
    closeSync(openSync(part, 'wx', 0o600))
    committed.prepare('vacuum into ?').run(part)
    // SQLite does not sync a file that it creates with `vacuum into`.
    const file = openSync(part, 'r+')
    fsyncSync(file)
    closeSync(file)
    renameSync(part, freeName(name))
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

const freeName = (name: string): string => {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name}-${n}`
    if (!existsSync(candidate)) return candidate
  }
}
