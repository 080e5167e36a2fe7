import { asDatabaseUnusable, migrate, openDatabase } from '@museum/adapters-persistence'
import { loadConfigOfCommand } from '../startup/load-config.ts'
import { runCommand } from '../startup/run-command.ts'

await runCommand(async () => {
  const { databaseUrl, databaseCa } = loadConfigOfCommand()
  const database = openDatabase(databaseUrl, { ca: databaseCa, warn: console.error })
  try {
    const applied = await migrate(database)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
  } catch (error) {
    throw asDatabaseUnusable(database, error)
  } finally {
    // If closing fails too, the first error is reported.
    await database.close().catch(() => undefined)
  }
})
