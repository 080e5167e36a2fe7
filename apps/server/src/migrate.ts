import { migrate, openDatabase } from '@museum/adapters-persistence'
import { configOfCommand, runOrTell } from './cannot-start.ts'

await runOrTell(async () => {
  const { databaseUrl, databaseCa } = configOfCommand()
  const database = openDatabase(databaseUrl, { ca: databaseCa })
  try {
    const applied = await migrate(database)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
  } finally {
    await database.close()
  }
})
