import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createData } from './create-data.ts'
import { findPortBelowEphemeralRange } from './find-port-below-ephemeral-range.ts'
import type { MysqlServer, MysqlServerOptions } from './mysql-server.ts'
import { newPassword } from './random-names.ts'
import { serverInFolder } from './server-in-folder.ts'
import type { ServerProgram } from './server-program.ts'
import { startSupervised } from './start-supervised.ts'
import { waitUntilReady } from './wait-until-ready.ts'

export type PrivateInstanceOptions = Pick<
  MysqlServerOptions,
  'serverArguments' | 'dataFolder' | 'port' | 'restartsWhenKilled'
>

/**
 * Starts a server with its own data, socket and port. At the end, all of these are removed, except for data in
 * `dataFolder`.
 */
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
  if (givenDataFolder !== undefined) mkdirSync(givenDataFolder, { recursive: true })
  const port = givenPort ?? (await findPortBelowEphemeralRange())
  const password = newPassword()
  const { folder, folders, dataFolder, args, step } = serverInFolder(program, port, givenDataFolder)
  const hasData = existsSync(join(dataFolder, 'mysql'))
  const creation = hasData ? undefined : createData(program, args)
  const supervised = startSupervised({
    folder,
    folders,
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
      step([`--init-file=${join(folder, 'init.sql')}`, ...serverArguments]),
    ],
  })
  const url = `mysql://museum:${password}@127.0.0.1:${port}`
  const { name } = await waitUntilReady(url, supervised, 120)
  const crash = async () => {
    const processId = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    // The process id 0 would mean the own process group.
    if (!(processId > 0)) throw new Error('The server has not written its process id.')
    process.kill(processId, 'SIGKILL')
    while (isRunning(processId)) await sleep(5)
    await waitUntilReady(url, supervised, 120)
  }
  const description = `${name}, a private instance of ${program.path}`
  return { url, description, stop: supervised.stop, ...(restartsWhenKilled && { crash }) }
}

const isRunning = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
