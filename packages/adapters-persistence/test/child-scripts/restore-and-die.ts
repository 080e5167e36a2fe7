// Restores the backup of its second argument to the database of its first one, and kills itself with SIGKILL before the
// n-th change of a file. Prints `restored` when it has ended before.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { openDatabase } from '../../src/index.ts'
import { backupsOf } from '../../src/maintenance/backups.ts'

const [path, backup, n, entry] = process.argv.slice(2) as [string, string, string, string]
let remaining = Number(n)
for (const name of ['linkSync', 'renameSync', 'rmSync', 'chmodSync', 'fchownSync', 'fsyncSync'] as const) {
  const original = fs[name] as (...args: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      remaining -= 1
      if (remaining === 0) process.kill(process.pid, 'SIGKILL')
      return original(...args)
    },
  })
}
syncBuiltinESMExports()
const prepared = await backupsOf(openDatabase(`sqlite:${path}`))!.prepareRestoration(backup)
prepared.replace(JSON.parse(entry) as Parameters<typeof prepared.replace>[0])
console.log('restored')
process.stdin.destroy()
