import { spawn } from 'node:child_process'
import { once as onceEmitted } from 'node:events'
import { join } from 'node:path'
import { repository } from './measured-server.ts'
import { once } from './once.ts'

const folder = join(import.meta.dirname, 'peers')

/**
 * Installs the dependencies of the servers in `peers/`, which are in no other install, and compiles these servers, since
 * Node does not run decorators. Returns the folder of the programs.
 */
export const compilePeers = once(async () => {
  await run('npx', '--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile')
  await run(join(repository, 'node_modules/.bin/tsc'), '--project', folder)
  return join(folder, 'dist/peers')
})

const run = async (command: string, ...args: string[]) => {
  // The report of the bench is the only thing on standard output.
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', process.stderr, process.stderr] })
  const [code] = (await onceEmitted(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}.`)
}
