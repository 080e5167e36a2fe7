import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { provideMysqlServer } from '../../../tools/mysql-server/provide-mysql-server.ts'
import { isRunning, program, root, serverEnvironment, spawnServer } from '../spawn-server.ts'

/** The engines that the fuzz and soak runs support. */
export const engines = ['sqlite', 'mariadb'] as const
export type Engine = (typeof engines)[number]

/** A museum server in a process of its own, with what the operating system says about that process. */
export type Museum = Readonly<{
  port: number
  pid: number
  isAlive(): boolean
  /** Its log lines of level error and above, and the lines of its standard error. */
  errorLines(): readonly string[]
  /** Its resident memory in MiB. */
  residentMebibytes(): number
  /** The number of its open file descriptors. */
  openFiles(): number
  /** The number of its connections to the database; with SQLite, of open database files. */
  databaseConnections(): Promise<number>
  /** Stops it with SIGTERM. Throws when its exit code is not 0. */
  stop(): Promise<void>
}>

/** The museum's present day in these runs. */
export const today = '2030-05-01'

/** Starts a server on an empty database. */
export const startMuseum = async (engine: Engine): Promise<Museum> => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-torture-'))
  const database = await createDatabase(engine, folder)
  const environment = serverEnvironment(database.url, {
    MUSEUM_PORT: '0',
    MUSEUM_TODAY: today,
    MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: 'allow',
  })
  const [logFile, errorFile] = [join(folder, 'log'), join(folder, 'errors')]
  if (engine !== 'sqlite')
    execFileSync(program, ['migrate'], { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'pipe'] })

  const [stdout, stderr] = [openSync(logFile, 'a'), openSync(errorFile, 'a')]
  const child = spawnServer(environment, { stdout, stderr })
  closeSync(stdout)
  closeSync(stderr)
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let port: string | undefined
  while (port === undefined) {
    if (!isRunning(child))
      throw new Error(`The server exited:\n${readFileSync(logFile, 'utf8')}${readFileSync(errorFile, 'utf8')}`)
    await sleep(10)
    port = /"address":"http:\/\/127\.0\.0\.1:(\d+)\/v1\.1"/.exec(readFileSync(logFile, 'utf8'))?.[1]
  }
  const pid = child.pid!
  const descriptors = () => readdirSync(`/proc/${pid}/fd`)
  return {
    port: Number(port),
    pid,
    isAlive: () => isRunning(child),
    errorLines: () => [
      // The levels 10 to 40 are below error.
      ...fileLines(logFile).filter((line) => !/^\{"level":[1234]0,/.test(line)),
      ...fileLines(errorFile),
    ],
    residentMebibytes: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024,
    openFiles: () => descriptors().length,
    databaseConnections: () =>
      database.connections(
        () => descriptors().filter((name) => targetOf(`/proc/${pid}/fd/${name}`).includes('.sqlite')).length,
      ),
    stop: async () => {
      if (isRunning(child)) child.kill('SIGTERM')
      const [code, signal] = await exited
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
      if (code !== 0) throw new Error(`The server exited with ${code ?? signal}.`)
    },
  }
}

const fileLines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

// The descriptor may be closed since the folder was read.
const targetOf = (link: string) => {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

const createDatabase = async (engine: Engine, folder: string) => {
  if (engine === 'sqlite')
    return {
      url: `sqlite:${join(folder, 'museum.sqlite')}`,
      connections: async (openDatabaseFiles: () => number) => openDatabaseFiles(),
      drop: async () => {},
    }
  const server = await provideMysqlServer({ flavour: engine })
  const observer = await createConnection({ uri: server.url })
  await observer.query('create database museum_torture character set utf8mb4 collate utf8mb4_bin')
  return {
    url: `${server.url}/museum_torture`,
    connections: async () => {
      const count = "select count(*) as n from information_schema.processlist where db = 'museum_torture'"
      const [rows] = await observer.query(count)
      return Number((rows as { n: number }[])[0]?.n)
    },
    drop: async () => {
      await observer.query('drop database museum_torture')
      await observer.end()
      await server.stop()
    },
  }
}
