import { createRequire } from 'node:module'
import type * as Sqlite from 'node:sqlite'

const require = createRequire(import.meta.url)

/**
 * Opens a database file with SQLite. Loads `node:sqlite` when it is first called: a service with MySQL does not need it,
 * and Node 22 prints a warning when it is loaded.
 */
export const openSqlite = (path: string | URL, options: Sqlite.DatabaseSyncOptions): Sqlite.DatabaseSync => {
  const sqlite = require('node:sqlite') as typeof Sqlite
  return new sqlite.DatabaseSync(path, options)
}
