import { DatabaseUnusable } from '../../../database/database-unusable.ts'
import type { DatabaseContent } from '../../backups.ts'
import { openSqlite } from '../open-sqlite.ts'
import { databaseContent, rejectNewerDatabase } from './database-content.ts'

/**
 * Checks a copy of a database, which no other process uses, and makes it one file without a write-ahead log. Throws
 * `DatabaseUnusable` when the content is damaged or not that of a museum. The messages call it `name`; `migrations` are
 * those of this version.
 */
export const checkCopy = (path: string, name: string, migrations: readonly string[]): DatabaseContent => {
  const file = openSqlite(path, { defensive: true, allowExtension: false })
  try {
    file.exec('pragma trusted_schema = off; pragma mmap_size = 4294967296; pragma journal_mode = delete')
    const content = databaseContent(file, name, migrations)
    rejectNewerDatabase(file, name, migrations)
    const [fault] = Object.values(file.prepare('pragma integrity_check(1)').get() ?? {})
    if (fault !== 'ok') throw damaged(name, String(fault))
    return content
  } catch (error) {
    const code = ((error as { errcode?: unknown }).errcode ?? 0) as number
    if (error instanceof DatabaseUnusable) throw error
    if ((code & 0xff) === 26) throw new DatabaseUnusable(`${name} is not a SQLite database (SQLITE_NOTADB, ${code}).`)
    if ((code & 0xff) === 11) throw damaged(name, `SQLITE_CORRUPT, ${code}`)
    throw error
  } finally {
    file.close()
  }
}

const damaged = (name: string, fault: string) => new DatabaseUnusable(`The content of ${name} is damaged (${fault}).`)
