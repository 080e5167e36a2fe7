// Exchanges each temporary file that appears in the folder of its first argument for a symbolic link to its second one, as a
// user who is not root. Prints `ready` first, and how many files it has exchanged when its input ends.
import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const [folder, target] = process.argv.slice(2) as [string, string]
const nobody = 65_534
if (process.getuid!() === 0) {
  process.setgroups!([nobody])
  process.setgid!(nobody)
  process.setuid!(nobody)
}

const exchanged = new Set<string>()
const exchange = (name: string) => {
  const link = join(folder, `link-${randomBytes(4).toString('hex')}`)
  symlinkSync(target, link)
  try {
    renameSync(link, join(folder, name))
    exchanged.add(name)
  } finally {
    rmSync(link, { force: true })
  }
}

const ended = new AbortController()
process.stdin.on('end', () => ended.abort()).resume()
console.log('ready')
while (!ended.signal.aborted) {
  for (let n = 0; n < 200; n += 1)
    for (const name of readdirSync(folder))
      if (/\.part(-[0-9a-f]{8})?$/.test(name) && !exchanged.has(name)) exchange(name)
  await new Promise(setImmediate)
}
console.log(`${exchanged.size} exchanged`)
