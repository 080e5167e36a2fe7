// Opens the SQLite file of its argument, reads it and prints its tickets; keeps it open until its input ends.
import { DatabaseSync } from 'node:sqlite'

const file = new DatabaseSync(process.argv[2]!)
console.log(`${file.prepare('select 1 from museum_ticket').all().length} tickets`)
process.stdin.resume().once('end', () => file.close())
