import process from 'node:process'
import { startDockerContainer } from './docker-container.ts'
import { logIn } from './identify-server.ts'
import type { MysqlServer, MysqlServerOptions } from './mysql-server.ts'
import { type InstanceSettings, startPrivateInstance } from './private-instance.ts'
import { findInstalledServers, type Flavour } from './server-program.ts'
import { findOrUnpackServer } from './unpacked-server.ts'

export type { MysqlServer } from './mysql-server.ts'
export type { Flavour } from './server-program.ts'

/** Reads the name of a flavour, which may be absent or empty. */
export const readFlavour = (name: string | undefined, source: string): Flavour | undefined => {
  if (name === undefined || name === '') return undefined
  if (name === 'mariadb' || name === 'mysql') return name
  throw new Error(`${source} must be mariadb or mysql, not ${JSON.stringify(name)}.`)
}

const useGivenServer = async (given: string, wanted: Flavour | undefined): Promise<MysqlServer> => {
  const example = 'mysql://user:password@127.0.0.1:3306'
  const url = URL.parse(given)
  if (url === null || !['mysql:', 'mariadb:'].includes(url.protocol) || url.hostname === '') {
    throw new Error(`TEST_MYSQL_URL is not an address such as ${example}.`)
  }
  const place = `${url.username || '(no user)'} at ${url.host}`
  const { flavour, name } = await logIn(given).catch((error: Error) => {
    // A refused connection has no words of its own, only a code.
    const reason = error.message || (error as NodeJS.ErrnoException).code
    throw new Error(`TEST_MYSQL_URL (${place}) does not let us in: ${reason}.`, { cause: error })
  })
  if (wanted !== undefined && flavour !== wanted) {
    throw new Error(`TEST_MYSQL_URL (${place}) is ${name}, but ${wanted} is asked for: leave one of the two out.`)
  }
  return { url: given, description: `${name}, given by TEST_MYSQL_URL (${place})`, stop: async () => undefined }
}

const startInstalledServer = async (wanted: Flavour | undefined, settings: InstanceSettings): Promise<MysqlServer> => {
  const { programs, refused } = await findInstalledServers(wanted)
  const reasons = [...refused]
  for (const program of programs) {
    try {
      return await startPrivateInstance(program, settings)
    } catch (error) {
      const reason = `${program.path} does not start: ${(error as Error).message}`
      // Not passed over in silence: whoever installed it expects it to be used.
      process.stderr.write(`${reason}\n`)
      reasons.push(reason)
    }
  }
  throw new Error(reasons.join('\n') || 'no mariadbd or mysqld on PATH or in the usual folders')
}

const installation = {
  mariadb: [
    'Debian, Ubuntu  apt-get install --no-install-recommends mariadb-server-core',
    'Fedora, RHEL    dnf install mariadb-server',
    'Alpine          apk add mariadb',
    'Arch            pacman -S mariadb',
    'macOS           brew install mariadb',
  ],
  mysql: [
    'Debian unstable apt-get install --no-install-recommends mysql-server-core',
    'Ubuntu          apt-get install --no-install-recommends mysql-server-core-8.4 (or -8.0)',
    'Fedora, RHEL    dnf install mysql-server',
    'macOS           brew install mysql',
  ],
} as const

const instructions = (flavour: Flavour, tried: readonly string[]): string =>
  [
    `The tests need a real ${flavour === 'mysql' ? 'MySQL' : 'MySQL-compatible'} server and found none. Do one of these:`,
    '- Set TEST_MYSQL_URL to one whose user may create databases, such as mysql://user:password@127.0.0.1:3306',
    '- Install one. It need not run, as the tests start an instance of their own:',
    ...installation[flavour].map((line) => `    ${line}`),
    '- Start Docker.',
    'What was tried:',
    ...tried.map((line) => `- ${line.replaceAll('\n', '\n    ')}`),
  ].join('\n')

/**
 * Provides a real MySQL-compatible server: the one `TEST_MYSQL_URL` names, unless `ignoresTestMysqlUrl` is set, else an installed one, else one in Docker,
 * else one that apt downloads. When there is none, it throws an error that says what to do.
 *
 * A server that was started here ends with `stop`, or when this process ends, however it ends.
 */
export const provideMysqlServer = async (options: MysqlServerOptions = {}): Promise<MysqlServer> => {
  const wanted = options.flavour ?? readFlavour(process.env['TEST_MYSQL_SERVER'], 'TEST_MYSQL_SERVER')
  const serverArguments = options.serverArguments ?? []
  const given = process.env['TEST_MYSQL_URL']
  if (given && !options.ignoresTestMysqlUrl) return useGivenServer(given, wanted)

  const flavour = wanted ?? 'mariadb'
  const ways = [
    ['installed', () => startInstalledServer(wanted, options)],
    ['Docker', () => startDockerContainer(flavour, serverArguments)],
    ['apt', async () => startPrivateInstance(await findOrUnpackServer(flavour), options)],
  ] as const
  const tried: string[] = []
  for (const [name, start] of ways) {
    try {
      return await start()
    } catch (error) {
      tried.push(`${name}: ${(error as Error).message}`)
    }
  }
  throw new Error(instructions(flavour, tried))
}
