// Reads from the SQLite database in the first argument in a transaction, until its input ends.
import { DatabaseSync } from 'node:sqlite'
import process from 'node:process'

const database = new DatabaseSync(process.argv[2]!, { readOnly: true })
database.exec('begin')
database.prepare('select count(*) from museum_ticket').get()
console.log('reading')
process.stdin.resume().once('end', () => database.close())
