// Opens the database of its argument, and closes it when it reads a line. After that, only an open connection could keep the
// process alive.
import { once } from 'node:events'
import { openDatabase } from '../../src/index.ts'

const database = openDatabase(process.argv[2]!)
console.log(JSON.stringify(await database.isReady()))
await once(process.stdin, 'data')
process.stdin.destroy()
await database.close()
