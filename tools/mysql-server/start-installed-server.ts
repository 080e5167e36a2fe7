import process from 'node:process'
import { findInstalledServers } from './find-installed-servers.ts'
import type { Flavour } from './flavour.ts'
import type { MysqlServer } from './mysql-server.ts'
import { type PrivateInstanceOptions, startPrivateInstance } from './start-private-instance.ts'

/** Starts a private instance of an installed server of the wanted flavour: the first one that can be started. */
export const startInstalledServer = async (
  wanted: Flavour | undefined,
  options: PrivateInstanceOptions,
): Promise<MysqlServer> => {
  const { programs, rejections } = await findInstalledServers(wanted)
  const reasons = [...rejections]
  for (const program of programs) {
    try {
      return await startPrivateInstance(program, options)
    } catch (error) {
      const reason = `${program.path} does not start: ${(error as Error).message}`
      // Reported even if another server starts, since the developer expects the installed server to be used.
      process.stderr.write(`${reason}\n`)
      reasons.push(reason)
    }
  }
  throw new Error(reasons.join('\n') || 'no mariadbd or mysqld on PATH or in the usual folders')
}
