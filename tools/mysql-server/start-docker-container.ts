import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { findPortBelowEphemeralRange } from './find-port-below-ephemeral-range.ts'
import type { Flavour } from './flavour.ts'
import type { MysqlServer } from './mysql-server.ts'
import { newPassword, newUniqueName } from './random-names.ts'
import { runProgram } from './run-program.ts'
import { startSupervised } from './start-supervised.ts'
import { testSettings } from './test-settings.ts'
import { waitUntilReady } from './wait-until-ready.ts'

const images = { mariadb: 'mariadb:lts', mysql: 'mysql:9.7' } as const

/**
 * Runs a server in a container that is removed at the end.
 *
 * Only tested with a substitute for the `docker` command, since no Docker engine was available.
 */
export const startDockerContainer = async (
  flavour: Flavour,
  serverArguments: readonly string[],
): Promise<MysqlServer> => {
  const engine = await runProgram('docker', ['info', '--format', '{{.ServerVersion}}'], 10)
  if (engine.stdout.trim() === '') throw new Error('docker info reports no engine')

  const image = images[flavour]
  const name = newUniqueName()
  const folder = join(tmpdir(), name)
  const port = await findPortBelowEphemeralRange()
  const password = newPassword()
  const publish = `--publish=127.0.0.1:${port}:3306`
  const dockerArguments = ['--rm', `--name=${name}`, publish, `--env-file=${join(folder, 'environment')}`]
  process.stderr.write(`Starting ${image} in Docker; the first time it is downloaded.\n`)
  const supervised = startSupervised({
    folder,
    folders: [],
    // A file and not an argument: every user of the machine can read the arguments of a process.
    files: { environment: `MARIADB_ROOT_PASSWORD=${password}\nMYSQL_ROOT_PASSWORD=${password}\n` },
    steps: [
      {
        program: 'docker',
        arguments: ['run', ...dockerArguments, image, ...testSettings(flavour), ...serverArguments],
      },
    ],
    // The container is a child of the engine, not of the supervisor: it does not end with `docker run`.
    cleanup: { program: 'docker', arguments: ['rm', '--force', '--volumes', name] },
  })
  const url = `mysql://root:${password}@127.0.0.1:${port}`
  const identity = await waitUntilReady(url, supervised, 600)
  return { url, description: `${identity.name}, a Docker container of ${image}`, stop: supervised.stop }
}
