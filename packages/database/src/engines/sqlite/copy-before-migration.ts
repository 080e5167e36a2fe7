import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { asOwnerOf } from './as-owner.ts'
import { openSqlite } from './open-sqlite.ts'

/**
 * Copies the database at `path`, as it was last committed, to `PATH.before-MIGRATION`, or to the same name with `-2`, `-3`, …
 * when that file exists with another content. It does not copy an empty database, to which no migration was applied, nor one to
 * which `earlier` was not applied, since that migration has copied it. When copying fails, no file is left.
 *
 * The caller must hold the write lock, in a transaction on another connection, so that nothing is committed meanwhile.
 */
export const copyBeforeMigration = (path: string, migration: string, earlier = ''): void => {
  if (path !== ':memory:') asOwnerOf(path, () => copyCommitted(path, migration, earlier))
}

const copyCommitted = (path: string, migration: string, earlier: string) => {
  const committed = openSqlite(path, { readOnly: true })
  try {
    const applied = committed.prepare('select 1 from kysely_migration where name >= ? limit 1').get(earlier)
    if (applied !== undefined) copy(committed, `${path}.before-${migration}`)
  } finally {
    committed.close()
  }
}

/** Copies to a temporary file first, which only its owner can read, so that a file with the final name is always complete. */
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
    keep(part, name)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/**
 * Gives a copy the first free name, or deletes it when an earlier copy has the same content: a migration that is interrupted
 * repeatedly must not fill the disk.
 */
const keep = (part: string, name: string) => {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name}-${n}`
    if (!existsSync(candidate)) return renameSync(part, candidate)
    if (haveSameContent(part, candidate)) return rmSync(part)
  }
}

const haveSameContent = (one: string, other: string): boolean => {
  const [size, otherSize] = [one, other].map((path) => statSync(path).size)
  if (size !== otherSize) return false
  const files = [one, other].map((path) => openSync(path, 'r'))
  const chunks = files.map(() => Buffer.alloc(1_048_576))
  try {
    for (;;) {
      const [read = 0] = files.map((file, n) => readSync(file, chunks[n]!))
      if (read === 0) return true
      if (!chunks[0]!.subarray(0, read).equals(chunks[1]!.subarray(0, read))) return false
    }
  } finally {
    for (const file of files) closeSync(file)
  }
}
