import { accessSync, constants, globSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { runProgram } from './run-program.ts'

/** The two families of servers. They differ in more than the name: in set-up, settings and SQL. */
export type Flavour = 'mariadb' | 'mysql'

/** A server program that can be started. */
export type ServerProgram = {
  readonly flavour: Flavour
  readonly version: string
  /** Where it is, for people to read. */
  readonly path: string
  /** The program to run and the arguments that come before the server's own. */
  readonly command: readonly [string, ...string[]]
  /** The folder which holds `share` with the server's own files. */
  readonly baseFolder: string
}

const programNames = ['mariadbd', 'mysqld']

// Servers are often in places where ordinary users' PATH does not look. The patterns are Homebrew's, which keeps
// versioned packages such as mysql@8.4 away from PATH.
const furtherFolders = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/libexec',
  '/usr/local/mysql/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/opt/{mariadb,mysql}*/bin',
  '/usr/local/opt/{mariadb,mysql}*/bin',
]

// Older ones lack what the service's schema needs, such as CHECK constraints.
const oldestUsable = { mariadb: [10, 6], mysql: [8, 0] } as const

/** Asks a program what it is. The name does not tell: MariaDB installs a `mysqld` too, a link to itself. */
export const inspectServerProgram = async (
  command: readonly [string, ...string[]],
  path: string,
  baseFolder: string,
): Promise<ServerProgram> => {
  const [program, ...args] = command
  const { stdout: answer } = await runProgram(program, [...args, '--no-defaults', '--version'], 30)
  const [, version, major, minor] = /Ver ((\d+)\.(\d+)[\d.]*)/.exec(answer) ?? []
  if (version === undefined) throw new Error(`${path} does not say its version: ${answer.trim()}`)
  const flavour: Flavour = /mariadb/i.test(answer.replaceAll(path, '')) ? 'mariadb' : 'mysql'
  const [oldestMajor, oldestMinor] = oldestUsable[flavour]
  if (Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor)) {
    throw new Error(`${path} is ${flavour} ${version}, too old: ${oldestMajor}.${oldestMinor} or later is needed`)
  }
  return { flavour, version, path, command, baseFolder }
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Every installed server program of the wanted flavour (of any, when none is named), MariaDB first: it starts faster. */
export const findInstalledServers = async (
  wanted: Flavour | undefined,
): Promise<{ programs: ServerProgram[]; refused: string[] }> => {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const folders = [...onPath, ...furtherFolders.flatMap((pattern) => globSync(pattern))]
  const paths = programNames.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable)

  const byRealPath = new Map<string, string>()
  for (const path of paths) {
    const real = realpathSync(path)
    if (!byRealPath.has(real)) byRealPath.set(real, path)
  }
  const programs: ServerProgram[] = []
  const refused: string[] = []
  for (const [real, path] of byRealPath) {
    try {
      const program = await inspectServerProgram([path], path, dirname(dirname(real)))
      if (wanted === undefined || program.flavour === wanted) programs.push(program)
      else refused.push(`${path} is ${program.flavour} ${program.version}, not the wanted ${wanted}`)
    } catch (error) {
      refused.push((error as Error).message)
    }
  }
  return { programs, refused }
}
