/** The museum's server as `pnpm start` starts it, a process of its own that is watched from outside. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { provideMysqlServer } from '../../tools/mysql-server/provide-mysql-server.ts'

/** The databases that a museum is tortured on. */
export const engines = ['sqlite', 'mariadb'] as const
export type Engine = (typeof engines)[number]

export type Museum = Readonly<{
  port: number
  pid: number
  /** The value of a good `Authorization` header. */
  authorization: string
  isAlive(): boolean
  /** What it logged as an error, and what it wrote to its standard error. */
  complaints(): readonly string[]
  /** How much memory it holds, in MiB. */
  residentMebibytes(): number
  /** How many files and sockets it has open. */
  handles(): number
  /** How many connections it has to its database: with SQLite, open files of it. */
  databaseConnections(): Promise<number>
  /** Stops it as an operator would, and throws when its exit code is not 0. */
  stop(): Promise<void>
}>

/** The day it is in the museum. */
const today = '2030-05-01'

const root = join(import.meta.dirname, '../..')
const password = 'the tormentor alone knows it'
// The very command that a user starts, but for pnpm and its shell around it.
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<'start' | 'migrate', string>
}

/** Starts a museum on an empty database; `environment` adds settings. */
export const startMuseum = async (engine: Engine, environment: Record<string, string> = {}): Promise<Museum> => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-torture-'))
  const database = await prepare(engine, folder)
  const inherited = Object.entries(process.env).filter(([name]) => !/^(MUSEUM_|NODE_OPTIONS)/.test(name))
  const settings = {
    ...Object.fromEntries(inherited),
    PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    MUSEUM_PORT: '0',
    MUSEUM_DATABASE_URL: database.url,
    MUSEUM_ADMIN_PASSWORD: password,
    MUSEUM_TODAY: today,
    ...environment,
  }
  const [logFile, errorFile] = [join(folder, 'log'), join(folder, 'errors')]
  if (engine !== 'sqlite')
    execFileSync('env', scripts.migrate.split(' '), { cwd: root, env: settings, stdio: ['ignore', 'ignore', 'pipe'] })

  const files = [openSync(logFile, 'a'), openSync(errorFile, 'a')] as const
  const child = spawn('env', scripts.start.split(' '), { cwd: root, stdio: ['ignore', ...files], env: settings })
  for (const file of files) closeSync(file)
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const isAlive = () => child.exitCode === null && child.signalCode === null
  let port: string | undefined
  while (port === undefined) {
    if (!isAlive())
      throw new Error(`The server ended:\n${readFileSync(logFile, 'utf8')}${readFileSync(errorFile, 'utf8')}`)
    await sleep(10)
    port = /"address":"http:\/\/127\.0\.0\.1:(\d+)\/v1\.1"/.exec(readFileSync(logFile, 'utf8'))?.[1]
  }
  const pid = child.pid!
  const descriptors = () => readdirSync(`/proc/${pid}/fd`)
  return {
    port: Number(port),
    pid,
    authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    isAlive,
    complaints: () => [
      // Levels of 50 and more are errors.
      ...linesOf(logFile).filter((line) => !/^\{"level":[1234]0,/.test(line)),
      ...linesOf(errorFile),
    ],
    residentMebibytes: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024,
    handles: () => descriptors().length,
    databaseConnections: () =>
      database.connections(
        () => descriptors().filter((name) => targetOf(`/proc/${pid}/fd/${name}`).includes('.sqlite')).length,
      ),
    stop: async () => {
      if (isAlive()) child.kill('SIGTERM')
      const [code, signal] = await exited
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
      if (code !== 0) throw new Error(`The server ended with ${code ?? signal}.`)
    },
  }
}

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

// A descriptor may be closed by the time it is looked at.
const targetOf = (link: string) => {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

const prepare = async (engine: Engine, folder: string) => {
  if (engine === 'sqlite')
    return {
      url: `sqlite:${join(folder, 'museum.sqlite')}`,
      connections: async (filesOfDatabase: () => number) => filesOfDatabase(),
      stop: async () => {},
    }
  const server = await provideMysqlServer({ flavour: engine })
  const observer = await createConnection({ uri: server.url })
  await observer.query('create database museum_torture character set utf8mb4 collate utf8mb4_bin')
  return {
    url: `${server.url}/museum_torture`,
    connections: async () => {
      const asked = "select count(*) as n from information_schema.processlist where db = 'museum_torture'"
      const [rows] = await observer.query(asked)
      return Number((rows as { n: number }[])[0]?.n)
    },
    stop: async () => {
      await observer.query('drop database museum_torture')
      await observer.end()
      await server.stop()
    },
  }
}
