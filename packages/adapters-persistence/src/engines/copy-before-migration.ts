import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Copies the database at `path`, as it was last committed, to `PATH.before-MIGRATION` (or the same with `-2`, `-3`, … when
 * that file exists). A database without a committed migration holds nothing and is not copied.
 *
 * The caller holds the write lock, in a transaction on a connection of its own, so no other process commits meanwhile.
 */
export const copyBeforeMigration = (path: string, migration: string): void => {
  if (path === ':memory:') return
  const committed = new DatabaseSync(path, { readOnly: true })
  try {
    const isMigrated = committed.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get()
    if (isMigrated !== undefined) committed.prepare('vacuum into ?').run(freeName(`${path}.before-${migration}`))
  } finally {
    committed.close()
  }
}

const freeName = (name: string) => {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name}-${n}`
    if (!existsSync(candidate)) return candidate
  }
}
