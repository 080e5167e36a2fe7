import type { Repositories } from '@museum/testing/contracts'
import type { DatabaseOptions } from '../src/database/museum-database.ts'
import { type MuseumDatabase, openDatabase } from '../src/database/museum-database.ts'
import { migrate } from '../src/migrations/migrate.ts'
import type { TestEngine } from './engines.ts'
import { kyselyRepositories } from '../src/kysely-repositories.ts'

/** A migrated database of one test, which is open. */
export type OpenedDatabase = Repositories &
  Readonly<{
    url: string
    database: MuseumDatabase
    /** Opens a database once more, by default this one. */
    open: (url?: string, options?: DatabaseOptions) => MuseumDatabase
    /** Closes all that were opened, and deletes the database. */
    close: () => Promise<void>
  }>

/** Creates a database with the tables of this version, and opens it. */
export const aDatabase = async ({ createDatabase, createTables }: TestEngine): Promise<OpenedDatabase> => {
  const { url, drop } = await createDatabase()
  await createTables?.(url)
  const opened: MuseumDatabase[] = []
  const open = (otherUrl = url, options: DatabaseOptions = {}) => {
    const database = openDatabase(otherUrl, options)
    opened.push(database)
    return database
  }
  const database = open()
  if (createTables === undefined) await migrate(database)
  return {
    url,
    database,
    ...kyselyRepositories(database),
    open,
    async close() {
      await Promise.all(opened.map((each) => each.close()))
      await drop()
    },
  }
}
