/** The museum's server as `pnpm start` starts it, in a process that can be killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const password = 'the torture suite alone knows it'
/** The credentials of every request. */
export const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`

/**
 * A free port below those that the system gives to clients: one of them could else connect from it, to itself, while the
 * server that belongs there is dead.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const server = createServer().listen(20_000 + Math.floor(Math.random() * 10_000), '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    return port
  }
}

// The very command that a user starts, but for pnpm and its shell around it: `env` becomes that node.
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }

// Whatever ends the suite ends them too.
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** A server that always comes back on the same port. */
export type Server = Readonly<{
  origin: string
  /** Ends the process with SIGKILL. */
  kill: () => Promise<void>
  /** Starts it again, and resolves when it answers. */
  start: () => Promise<void>
  /** Ends it with SIGTERM. */
  stop: () => Promise<void>
  /** What it did that no server may: ended by itself, or not cleanly when it was asked to. */
  failures: readonly string[]
}>

/** Starts a server on a database. Its log, from warnings on, is added to a file. */
export const startServer = async (databaseUrl: string, logFile: string): Promise<Server> => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const failures: string[] = []
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) failures.push(`A server ended by itself (${child.signalCode ?? child.exitCode}), see ${logFile}.`)
    else {
      child.kill(signal)
      await once(child, 'exit')
    }
  }
  const start = async () => {
    const log = openSync(logFile, 'a')
    child = spawn('env', scripts.start.split(' '), {
      cwd: root,
      stdio: ['ignore', log, log],
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
        MUSEUM_PORT: String(port),
        MUSEUM_DATABASE_URL: databaseUrl,
        MUSEUM_ADMIN_PASSWORD: password,
        MUSEUM_TODAY: '2030-12-31',
        MUSEUM_LOG_LEVEL: 'warn',
      },
    })
    closeSync(log)
    running.add(child)
    child.once('exit', () => running.delete(child))
    while (!(await isReady(origin))) {
      if (hasEnded())
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
      if (child.exitCode !== 0) failures.push(`A server did not stop cleanly, see ${logFile}.`)
    },
  }
}

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
