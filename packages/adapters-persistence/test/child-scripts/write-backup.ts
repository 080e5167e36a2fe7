// Writes a backup of the database of its first argument to its second one when it reads a line, and prints the error.
import { once } from 'node:events'
import { openDatabase } from '../../src/index.ts'

const database = openDatabase(process.argv[2]!)
console.log('ready')
await once(process.stdin, 'data')
try {
  await database.engine.backups!.write(process.argv[3]!, { onProgress: ({ step }) => console.log(step) })
} catch (error) {
  console.log((error as Error).message)
}
process.stdin.destroy()
