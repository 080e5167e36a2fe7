import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPortBelowEphemeralRange } from '../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { isRunning, serverEnvironment, spawnServer } from './spawn-server.ts'

/** A museum server that can be killed and started again on the same port. */
export type Server = Readonly<{
  origin: string
  /** Ends the process with SIGKILL. */
  kill: () => Promise<void>
  /** Starts the process again; resolves when `/readyz` answers 200. */
  start: () => Promise<void>
  /** Ends the process with SIGTERM. */
  stop: () => Promise<void>
  /** The faults of the process: it exited by itself, or with an exit code other than 0 after SIGTERM. */
  failures: readonly string[]
}>

/** The price of general entry. */
export const generalPrice = 7.5

/**
 * Starts a server on a database. Its log, from warnings on, is appended to a file. `settings` replace the settings of every scenario, such
 * as the museum's present day.
 */
export const startServer = async (
  databaseUrl: string,
  logFile: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> => {
  const port = await findPortBelowEphemeralRange()
  const origin = `http://127.0.0.1:${port}`
  const environment = serverEnvironment(databaseUrl, {
    MUSEUM_PORT: String(port),
    MUSEUM_TODAY: '2030-12-31',
    MUSEUM_LOG_LEVEL: 'warn',
    MUSEUM_GENERAL_PRICE: String(generalPrice),
    ...settings,
  })
  let child: ChildProcess
  const failures: string[] = []
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning(child)) {
      failures.push(`A server exited by itself (${child.signalCode ?? child.exitCode}), see ${logFile}.`)
      return
    }
    child.kill(signal)
    await once(child, 'exit')
  }
  const start = async () => {
    const log = openSync(logFile, 'a')
    child = spawnServer(environment, { stdout: log, stderr: log })
    closeSync(log)
    while (!(await isReady(origin))) {
      if (!isRunning(child))
        throw new Error(`The server does not start, see ${logFile}:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
      await sleep(10)
    }
  }
  await start()
  return {
    origin,
    start,
    failures,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
      if (child.exitCode !== 0) failures.push(`A server did not exit with code 0 after SIGTERM, see ${logFile}.`)
    },
  }
}

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
