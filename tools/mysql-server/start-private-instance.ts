import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createData } from './create-data.ts'
import { findFreePort } from './find-free-port.ts'
import type { MysqlServer, MysqlServerOptions } from './mysql-server.ts'
import { newPassword, newUniqueName } from './random-names.ts'
import type { ServerProgram } from './server-program.ts'
import { startSupervised } from './start-supervised.ts'
import { testSettings } from './test-settings.ts'
import { waitUntilReady } from './wait-until-ready.ts'

export type PrivateInstanceOptions = Pick<
  MysqlServerOptions,
  'serverArguments' | 'dataFolder' | 'port' | 'restartsWhenKilled'
>

/** Starts a server with its own data, socket and port. At the end all of it is removed, except for data in `dataFolder`. */
export const startPrivateInstance = async (
  program: ServerProgram,
  options: PrivateInstanceOptions,
): Promise<MysqlServer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(program, options)
    } catch (error) {
      // Another process may have taken the port between the search for it and the server's start.
      const portWasTaken = /in use|bind on tcp/i.test((error as Error).message)
      if (!portWasTaken || attempt === 3) throw error
    }
  }
}

const startOnce = async (
  program: ServerProgram,
  {
    serverArguments = [],
    dataFolder: givenDataFolder,
    port: givenPort,
    restartsWhenKilled = false,
  }: PrivateInstanceOptions,
): Promise<MysqlServer> => {
  const folder = join(tmpdir(), newUniqueName())
  const dataFolder = givenDataFolder ?? join(folder, 'data')
  if (givenDataFolder !== undefined) mkdirSync(givenDataFolder, { recursive: true })
  const port = givenPort ?? (await findFreePort())
  const password = newPassword()
  const [executable, ...loaderArguments] = program.command
  const args = [
    '--no-defaults', // must be the first one
    ...rootArguments(),
    `--basedir=${program.baseFolder}`,
    `--datadir=${dataFolder}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    // By default, Debian's MySQL needs a folder that only its full package creates.
    ...(program.flavour === 'mysql' ? ['--secure-file-priv=NULL'] : []),
  ]
  const hasData = existsSync(join(dataFolder, 'mysql'))
  const creation = hasData ? undefined : createData(program, args)
  const supervised = startSupervised({
    folder,
    folders: ['data', 'tmp'],
    files: {
      'init.sql': [
        // One statement a line.
        `create user if not exists 'museum'@'127.0.0.1';`,
        `alter user 'museum'@'127.0.0.1' identified by '${password}';`,
        `grant all privileges on *.* to 'museum'@'127.0.0.1' with grant option;`,
        '',
      ].join('\n'),
      ...creation?.files,
    },
    keepsData: givenDataFolder !== undefined,
    restartsWhenKilled,
    steps: [
      ...(creation ? [creation.step] : []),
      {
        program: executable,
        arguments: [
          ...loaderArguments,
          ...args,
          `--init-file=${join(folder, 'init.sql')}`,
          `--pid-file=${join(folder, 'pid')}`,
          // Relative to the data folder: the path of a socket has a limit of about a hundred characters.
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
  const { name } = await waitUntilReady(url, supervised, 120)
  const crash = async () => {
    const processId = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    // 0 would name the own process group.
    if (!(processId > 0)) throw new Error('The server has not written its process id.')
    process.kill(processId, 'SIGKILL')
    while (isRunning(processId)) await sleep(5)
    await waitUntilReady(url, supervised, 120)
  }
  const description = `${name}, a private instance of ${program.path}`
  return { url, description, stop: supervised.stop, ...(restartsWhenKilled && { crash }) }
}

// Both servers refuse to run as root without this argument.
const rootArguments = (): string[] => (process.getuid?.() === 0 ? ['--user=root'] : [])

const isRunning = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
