import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { waitForLogIn } from './identify-server.ts'
import { findFreePort, newPassword, testSettings, uniqueName } from './private-instance.ts'
import type { MysqlServer } from './mysql-server.ts'
import { runProgram } from './run-program.ts'
import type { Flavour } from './server-program.ts'
import { startGuarded } from './start-supervised.ts'

const images = { mariadb: 'mariadb:lts', mysql: 'mysql:9.7' } as const

/**
 * Runs a server in a container that is removed at the end.
 *
 * Not tried with a Docker engine, only with a stand-in for the command: there was none where this was written.
 */
export const startDockerContainer = async (
  flavour: Flavour,
  serverArguments: readonly string[],
): Promise<MysqlServer> => {
  const engine = await runProgram('docker', ['info', '--format', '{{.ServerVersion}}'], 10)
  if (engine.stdout.trim() === '') throw new Error('docker info names no engine')

  const image = images[flavour]
  const name = uniqueName()
  const folder = join(tmpdir(), name)
  const port = await findFreePort()
  const password = newPassword()
  const publish = `--publish=127.0.0.1:${port}:3306`
  const ownArguments = ['--rm', `--name=${name}`, publish, `--env-file=${join(folder, 'environment')}`]
  process.stderr.write(`Starting ${image} in Docker; the first time it is downloaded.\n`)
  const guarded = startGuarded({
    folder,
    folders: [],
    // A file and not an argument: the arguments of a process can be read by everybody.
    files: { environment: `MARIADB_ROOT_PASSWORD=${password}\nMYSQL_ROOT_PASSWORD=${password}\n` },
    steps: [
      {
        program: 'docker',
        arguments: ['run', ...ownArguments, image, ...testSettings(flavour), ...serverArguments],
      },
    ],
    // The container is the engine's child, not the guard's: it outlives the command.
    farewell: { program: 'docker', arguments: ['rm', '--force', '--volumes', name] },
  })
  const url = `mysql://root:${password}@127.0.0.1:${port}`
  const identity = await waitForLogIn(url, guarded, 600)
  return { url, description: `${identity.name}, a Docker container of ${image}`, stop: guarded.stop }
}
