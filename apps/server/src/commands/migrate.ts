import { asDatabaseUnusable, migrate, openDatabase } from '@museum/adapters-persistence'
import { configOfCommand, runOrTell } from '../startup/cannot-start.ts'

await runOrTell(async () => {
  const { databaseUrl, databaseCa } = configOfCommand()
  const database = openDatabase(databaseUrl, { ca: databaseCa, warn: console.error })
  try {
    const applied = await migrate(database)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
  } catch (error) {
    throw asDatabaseUnusable(database, error)
  } finally {
    // What failed first is told, and not that closing failed too.
    await database.close().catch(() => undefined)
  }
})
