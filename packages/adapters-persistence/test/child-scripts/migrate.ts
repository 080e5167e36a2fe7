// Migrates the database of its argument when it reads a line, and prints the names of the applied migrations.
import { once } from 'node:events'
import { migrate, openDatabase } from '../../src/index.ts'

const database = openDatabase(process.argv[2]!)
console.log('ready')
await once(process.stdin, 'data')
console.log(JSON.stringify(await migrate(database)))
await database.close()
process.stdin.destroy()
