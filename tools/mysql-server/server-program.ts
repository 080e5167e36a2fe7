import type { Flavour } from './flavour.ts'
import { runProgram } from './run-program.ts'

/** A server program that can be started. */
export type ServerProgram = {
  readonly flavour: Flavour
  readonly version: string
  /** The program's file, for people to read. */
  readonly path: string
  /** The program to run, and the arguments that come before the server's. */
  readonly command: readonly [string, ...string[]]
  /** The folder whose folder `share` has the server's files. */
  readonly baseFolder: string
}

// Older servers lack what the service's schema needs, such as CHECK constraints.
const oldestUsable = { mariadb: [10, 6], mysql: [8, 0] } as const

/**
 * Runs a server program to read its flavour and version. The name of the file does not show the flavour, since MariaDB
 * installs a `mysqld` too. Throws an error when it is not a server, or is too old.
 */
export const inspectServerProgram = async (
  command: readonly [string, ...string[]],
  path: string,
  baseFolder: string,
): Promise<ServerProgram> => {
  const [program, ...args] = command
  const { stdout } = await runProgram(program, [...args, '--no-defaults', '--version'], 30)
  const [, version, major, minor] = /Ver ((\d+)\.(\d+)[\d.]*)/.exec(stdout) ?? []
  if (version === undefined) throw new Error(`${path} reports no version: ${stdout.trim()}`)
  const flavour: Flavour = /mariadb/i.test(stdout.replaceAll(path, '')) ? 'mariadb' : 'mysql'
  const [oldestMajor, oldestMinor] = oldestUsable[flavour]
  if (Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor)) {
    throw new Error(`${path} is ${flavour} ${version}, too old: ${oldestMajor}.${oldestMinor} or later is needed`)
  }
  return { flavour, version, path, command, baseFolder }
}
