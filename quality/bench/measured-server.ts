/** The servers that are measured, each a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server under measurement. With `databasePid`, the processor time of its database counts, too. */
export type MeasuredServer = Readonly<{
  name: string
  url: string
  pid: number
  databasePid?: number
  stop: () => Promise<void>
}>

/** The checkout that this file is part of. */
export const repository = join(import.meta.dirname, '../..')

/** The museum's present day. */
export const today = '2030-12-31'

/** The password of `admin`. */
export const password = 'the password of the bench'
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

/**
 * Waits for the URL of a server that is starting, which `urlPattern` finds in what it writes to standard output. Standard
 * output goes to a file, as the log of a server does.
 */
const started = async (
  name: string,
  spawnWith: (output: number) => ChildProcess,
  urlPattern: RegExp,
): Promise<MeasuredServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-bench-'))
  const logFile = join(folder, 'log')
  const output = openSync(logFile, 'w')
  const child = spawnWith(output)
  closeSync(output)
  const stop = async () => {
    await stopping(child)()
    rmSync(folder, { recursive: true })
  }
  for (;;) {
    const log = readFileSync(logFile, 'utf8')
    const url = urlPattern.exec(log)?.[1]
    if (url !== undefined) return { name, url, pid: child.pid!, stop }
    if (child.exitCode !== null) throw new Error(`The server ended:\n${log}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Starts a program that writes its URL, which is one of the loopback interface. */
export const startProgram = async (name: string, program: string, ...args: string[]): Promise<MeasuredServer> =>
  started(
    name,
    (output) => spawn(process.execPath, [program, ...args], { stdio: ['ignore', output, 'inherit'] }),
    /(http:\/\/127\.0\.0\.1:\d+)/,
  )

/** Runs a command of the version in a checkout, with its own Node, as `pnpm start` does. */
const runMuseum = (
  checkout: string,
  command: 'serve' | 'migrate',
  environment: Readonly<Record<string, string>>,
  output: number | 'ignore',
) =>
  spawn(
    join(checkout, 'node_modules/.bin/node'),
    ['--conditions=@museum/source', 'apps/server/bin/museum.ts', command],
    {
      cwd: checkout,
      stdio: ['ignore', output, 'inherit'],
      env: { ...process.env, ...environment },
    },
  )

/** Brings a database to the tables of the version in `checkout`, with that version's own command. */
export const migrateDatabase = async (databaseUrl: string, checkout = repository): Promise<void> => {
  const child = runMuseum(checkout, 'migrate', { MUSEUM_DATABASE_URL: databaseUrl }, 'ignore')
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The migration by ${checkout} ended with code ${code}.`)
}

/**
 * Starts the museum's server on a migrated database, with the version in `checkout`. Its log goes to a file.
 * `settings` are more environment variables.
 */
export const startMuseum = async (
  databaseUrl: string,
  {
    checkout = repository,
    settings = {},
  }: Readonly<{ checkout?: string; settings?: Readonly<Record<string, string>> }> = {},
): Promise<MeasuredServer> => {
  const environment = {
    NODE_OPTIONS: '',
    MUSEUM_PORT: '0',
    MUSEUM_DATABASE_URL: databaseUrl,
    MUSEUM_ADMIN_PASSWORD: password,
    MUSEUM_TODAY: today,
    ...settings,
  }
  return started(
    'the museum',
    (output) => runMuseum(checkout, 'serve', environment, output),
    /"address":"(http:[^"]*)\/v1\.1"/,
  )
}
