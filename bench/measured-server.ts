/** The servers that are measured, each a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A server under measurement. */
export type MeasuredServer = Readonly<{ name: string; url: string; pid: number; stop: () => Promise<void> }>

/** The checkout that this file is part of. */
export const repository = join(import.meta.dirname, '..')

const password = 'the password of the bench'
/** The headers of every request; servers without authentication ignore them. */
export const headers = {
  authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
  'content-type': 'application/json',
}

/** Ends a process that this one started. */
export const stopping = (child: ChildProcess) => async (): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Starts a program of `servers/`, whose first line of output is its URL. */
export const startProgram = async (name: string, program: string, ...args: string[]): Promise<MeasuredServer> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'servers', program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { name, url, pid: child.pid!, stop: stopping(child) }
}

/**
 * Runs a script of a checkout's `package.json` as pnpm would, but without pnpm and its shell, so that the process is the
 * server itself.
 */
const runScript = (
  checkout: string,
  script: 'start' | 'migrate',
  environment: Readonly<Record<string, string>>,
  output: number | 'ignore',
) => {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: Record<typeof script, string>
  }
  return spawn('env', scripts[script].split(' '), {
    cwd: checkout,
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, PATH: `${join(checkout, 'node_modules/.bin')}:${process.env['PATH']}`, ...environment },
  })
}

/** Brings a database to the tables of the version in `checkout`, with that version's own command. */
export const migrateDatabase = async (databaseUrl: string, checkout = repository): Promise<void> => {
  const child = runScript(checkout, 'migrate', { MUSEUM_DATABASE_URL: databaseUrl }, 'ignore')
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The migration by ${checkout} ended with code ${code}.`)
}

/**
 * Starts the museum's server on a migrated database, with the version's own `start` script. Its log goes to a file.
 * `nodeOptions` are options for Node.
 */
export const startMuseum = async (
  databaseUrl: string,
  { checkout = repository, nodeOptions = '' }: Readonly<{ checkout?: string; nodeOptions?: string }> = {},
): Promise<MeasuredServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-bench-'))
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'w')
  const environment = {
    NODE_OPTIONS: nodeOptions,
    MUSEUM_PORT: '0',
    MUSEUM_DATABASE_URL: databaseUrl,
    MUSEUM_ADMIN_PASSWORD: password,
    MUSEUM_TODAY: '2030-12-31',
  }
  const child = runScript(checkout, 'start', environment, log)
  closeSync(log)
  const stop = async () => {
    await stopping(child)()
    rmSync(folder, { recursive: true })
  }
  for (;;) {
    const url = /"address":"(http:[^"]*)\/v1\.1"/.exec(readFileSync(logFile, 'utf8'))?.[1]
    if (url !== undefined) return { name: 'the museum', url, pid: child.pid!, stop }
    if (child.exitCode !== null) throw new Error(`The server ended:\n${readFileSync(logFile, 'utf8')}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
