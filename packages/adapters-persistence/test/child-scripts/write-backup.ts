// Writes a backup of the database of its first argument to its second one when it reads a line, and prints the error. With a
// third argument it kills itself with SIGKILL at the first report of that step.
import { once } from 'node:events'
import { openDatabase } from '../../src/index.ts'
import { backupsOf } from '../../src/maintenance/backups.ts'

const [url, target, lastStep] = process.argv.slice(2) as [string, string, string?]
const database = openDatabase(url)
const report = (step: string) => {
  console.log(step)
  if (step === lastStep) process.kill(process.pid, 'SIGKILL')
}
console.log('ready')
await once(process.stdin, 'data')
try {
  await backupsOf(database)!.write(target, { onProgress: ({ step }) => report(step) })
} catch (error) {
  console.log((error as Error).message)
}
process.stdin.destroy()
