/**
 * Runs a command with a MySQL-compatible server, which `TEST_MYSQL_URL` names:
 *
 *     node tools/mysql-server/with-mysql-server.ts [--server mysql|mariadb] -- COMMAND ARGUMENTS...
 *
 * Exits with the command's exit code.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { readFlavour } from './flavour.ts'
import { provideMysqlServer } from './provide-mysql-server.ts'

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({ options: { server: { type: 'string' } }, allowPositionals: true })
  const [program, ...args] = positionals
  if (program === undefined)
    throw new Error('Usage: with-mysql-server.ts [--server mysql|mariadb] -- COMMAND ARGUMENTS...')

  const server = await provideMysqlServer({ flavour: readFlavour(values.server, '--server') })
  process.stderr.write(`${program} runs with ${server.description}.\n`)
  try {
    // The command does not get TEST_MYSQL_SERVER, which could name another flavour than TEST_MYSQL_URL does.
    const { TEST_MYSQL_SERVER: _chosen, ...environment } = process.env
    const command = spawn(program, args, { stdio: 'inherit', env: { ...environment, TEST_MYSQL_URL: server.url } })
    // A terminal sends Ctrl-C to the command too, and this process must not end before the command.
    process.on('SIGINT', () => undefined)
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => command.kill(signal))
    const [code, signal] = (await once(command, 'exit')) as [number | null, NodeJS.Signals | null]
    return code ?? 128 + constants.signals[signal ?? 'SIGTERM']
  } finally {
    await server.stop()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
