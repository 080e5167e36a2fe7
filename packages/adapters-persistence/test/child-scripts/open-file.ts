// Opens the database file of its argument as a server does, and prints its tickets. Keeps it open until its input ends.
import { openDatabase } from '../../src/database/museum-database.ts'

console.log('opening')
const { query, close } = openDatabase(`sqlite:${process.argv[2]!}`)
const counted = await query((tables) =>
  tables
    .selectFrom('museum_ticket')
    .select(({ fn }) => fn.countAll<number>().as('tickets'))
    .executeTakeFirst(),
)
console.log(JSON.stringify(counted))
process.stdin.resume().once('end', () => void close())
