import process from 'node:process'
import { startDockerContainer } from './start-docker-container.ts'
import { readFlavour } from './flavour.ts'
import { useGivenServer } from './use-given-server.ts'
import { installationInstructions } from './installation-instructions.ts'
import { startInstalledServer } from './start-installed-server.ts'
import type { MysqlServer, MysqlServerOptions } from './mysql-server.ts'
import { startPrivateInstance } from './start-private-instance.ts'
import { findOrUnpackServer } from './find-or-unpack-server.ts'

export type { MysqlServer } from './mysql-server.ts'

/**
 * Provides a MySQL-compatible server: the one that `TEST_MYSQL_URL` names (unless it is to be ignored), else an installed
 * one, else one in Docker, else one that apt downloads. Throws an error that says what to do when there is none.
 *
 * A server that was started here ends with `stop`, or when this process ends in any way.
 */
export const provideMysqlServer = async (options: MysqlServerOptions = {}): Promise<MysqlServer> => {
  const wanted = options.flavour ?? readFlavour(process.env['TEST_MYSQL_SERVER'], 'TEST_MYSQL_SERVER')
  const givenUrl = process.env['TEST_MYSQL_URL']
  if (givenUrl && !options.ignoresTestMysqlUrl) return useGivenServer(givenUrl, wanted)

  const flavour = wanted ?? 'mariadb'
  const sources = [
    ['installed', () => startInstalledServer(wanted, options)],
    ['Docker', () => startDockerContainer(flavour, options.serverArguments ?? [])],
    ['apt', async () => startPrivateInstance(await findOrUnpackServer(flavour), options)],
  ] as const
  const failures: string[] = []
  for (const [name, start] of sources) {
    try {
      return await start()
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`)
    }
  }
  throw new Error(installationInstructions(flavour, failures))
}
