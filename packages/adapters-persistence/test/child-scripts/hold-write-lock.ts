// Holds the write lock of the SQLite file of its argument until it reads a line.
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'

const file = new DatabaseSync(process.argv[2]!)
file.exec('begin immediate')
console.log('locked')
await once(process.stdin, 'data')
file.exec('rollback')
file.close()
console.log('released')
process.stdin.destroy()
