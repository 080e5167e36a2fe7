// Opens the database file of its argument as a server does, and prints its tickets. Keeps it open until its input ends.
import { openSqliteFile } from '../../src/engines/sqlite/open-sqlite-file.ts'

console.log('opening')
const file = openSqliteFile(process.argv[2]!, { url: 'the URL', readOnly: false })
console.log(JSON.stringify(file.prepare('select count(*) as tickets from museum_ticket').get()))
process.stdin.resume().once('end', () => file.close())
