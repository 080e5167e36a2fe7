import { randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GuardedStep } from './supervisor.ts'
import { waitForLogIn } from './identify-server.ts'
import type { MysqlServer, MysqlServerOptions } from './mysql-server.ts'
import type { ServerProgram } from './server-program.ts'
import { startGuarded } from './start-supervised.ts'

/** A name for a folder or container of ours that nobody else has. */
export const uniqueName = (): string => `museum-mysql-${randomBytes(6).toString('hex')}`

/** A password for a server that lives for one test run. */
export const newPassword = (): string => randomBytes(16).toString('hex')

/** A port on 127.0.0.1 that was free a moment ago. */
export const findFreePort = async (): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
  return promise
}

/** Settings for every server that is started here; what makes a commit durable is left as the server has it. */
export const testSettings = (flavour: ServerProgram['flavour']): string[] => [
  '--character-set-server=utf8mb4',
  '--max-connections=200',
  '--skip-log-bin',
  '--skip-name-resolve',
  ...(flavour === 'mariadb'
    ? ['--innodb-log-file-size=16M']
    : ['--innodb-redo-log-capacity=16M', '--mysqlx=OFF', '--performance-schema=OFF']),
]

// Both servers refuse to run as root unless told so.
const asRoot = (): string[] => (process.getuid?.() === 0 ? ['--user=root'] : [])

// `mariadb-install-db` is a script around this; it needs programs from another package, and is slower.
const mariadbSystemTables = ({ path, baseFolder }: ServerProgram): string => {
  // Both the folder and the files have borne both names.
  const pattern = 'share/{,mariadb/,mysql/}{mariadb,mysql}_system_tables.sql'
  const [tables] = globSync(pattern, { cwd: baseFolder })
  if (tables === undefined) throw new Error(`${path} comes without the SQL files of its system tables`)
  const files = ['system_tables.sql', 'performance_tables.sql', 'system_tables_data.sql'].map((name) =>
    join(baseFolder, tables.replace('system_tables.sql', name)),
  )
  return [
    // The server reads one statement per line here.
    'create database if not exists mysql;',
    'use mysql;',
    "set @auth_root_socket='nobody';",
    ...files.map((file) => readFileSync(file, 'utf8')),
  ].join('\n')
}

const makeDataStep = ({ command, flavour }: ServerProgram, always: readonly string[]): GuardedStep => {
  const [program, ...args] = command
  if (flavour === 'mysql') {
    const initialize = ['--initialize-insecure', '--innodb-redo-log-capacity=16M']
    return { program, arguments: [...args, ...always, ...initialize] }
  }
  const bootstrap = ['--bootstrap', '--log-warnings=0', '--enforce-storage-engine=', '--max-allowed-packet=8M']
  return {
    program,
    arguments: [...args, ...always, ...bootstrap, '--innodb-log-file-size=16M'],
    input: 'system-tables.sql',
  }
}

export type InstanceSettings = Pick<
  MysqlServerOptions,
  'serverArguments' | 'dataFolder' | 'port' | 'restartsWhenKilled'
>

const startOnce = async (
  program: ServerProgram,
  { serverArguments = [], dataFolder: kept, port: wantedPort, restartsWhenKilled = false }: InstanceSettings,
): Promise<MysqlServer> => {
  const folder = join(tmpdir(), uniqueName())
  const dataFolder = kept ?? join(folder, 'data')
  const hasData = existsSync(join(dataFolder, 'mysql'))
  if (kept !== undefined) mkdirSync(kept, { recursive: true })
  const port = wantedPort ?? (await findFreePort())
  const password = newPassword()
  const [executable, ...args] = program.command
  const always = [
    '--no-defaults', // the server wants this one first
    ...asRoot(),
    `--basedir=${program.baseFolder}`,
    `--datadir=${dataFolder}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    // Debian's MySQL otherwise wants a folder that only its full package makes.
    ...(program.flavour === 'mysql' ? ['--secure-file-priv=NULL'] : []),
  ]
  const guarded = startGuarded({
    folder,
    folders: ['data', 'tmp'],
    files: {
      'init.sql': [
        // One statement per line.
        `create user if not exists 'museum'@'127.0.0.1';`,
        `alter user 'museum'@'127.0.0.1' identified by '${password}';`,
        `grant all privileges on *.* to 'museum'@'127.0.0.1' with grant option;`,
        '',
      ].join('\n'),
      ...(program.flavour === 'mariadb' ? { 'system-tables.sql': mariadbSystemTables(program) } : {}),
    },
    keepsData: kept !== undefined,
    restartsWhenKilled,
    steps: [
      ...(hasData ? [] : [makeDataStep(program, always)]),
      {
        program: executable,
        arguments: [
          ...args,
          ...always,
          `--init-file=${join(folder, 'init.sql')}`,
          `--pid-file=${join(folder, 'pid')}`,
          // Relative to the data folder: the path of a socket may have little more than a hundred characters.
          '--socket=socket',
          '--bind-address=127.0.0.1',
          `--port=${port}`,
          ...testSettings(program.flavour),
          ...serverArguments,
        ],
      },
    ],
  })
  const url = `mysql://museum:${password}@127.0.0.1:${port}`
  const { name } = await waitForLogIn(url, guarded, 120)
  const crash = async () => {
    const killed = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    process.kill(killed, 'SIGKILL')
    while (isAlive(killed)) await sleep(5)
    await waitForLogIn(url, guarded, 120)
  }
  const description = `${name}, a private instance of ${program.path}`
  return { url, description, stop: guarded.stop, ...(restartsWhenKilled && { crash }) }
}

const isAlive = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

/** Starts an instance with data, socket and port of its own, which go when it ends; all but the data, where it is kept. */
export const startPrivateInstance = async (
  program: ServerProgram,
  settings: InstanceSettings,
): Promise<MysqlServer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(program, settings)
    } catch (error) {
      // Somebody else may have taken the port between our looking and the server's start.
      const portWasTaken = /in use|bind on tcp/i.test((error as Error).message)
      if (!portWasTaken || attempt === 3) throw error
    }
  }
}
