import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { newUniqueName } from './random-names.ts'
import type { ServerProgram } from './server-program.ts'
import type { SupervisedStep } from './supervised-task.ts'
import { testSettings } from './test-settings.ts'

/** A new folder of one server, which listens on a port of 127.0.0.1 and keeps its data there, or in `givenDataFolder`. */
export const serverInFolder = (
  { command: [program, ...loaderArguments], baseFolder, flavour }: ServerProgram,
  port: number,
  givenDataFolder?: string,
) => {
  const folder = join(tmpdir(), newUniqueName())
  const dataFolder = givenDataFolder ?? join(folder, 'data')
  /** The arguments of every start, including the one that creates the data. */
  const args = [
    '--no-defaults', // must be the first argument
    // Both servers refuse to run as root without this argument.
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    `--basedir=${baseFolder}`,
    `--datadir=${dataFolder}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    // By default, Debian's MySQL needs a folder that only its full package creates.
    ...(flavour === 'mysql' ? ['--secure-file-priv=NULL'] : []),
  ]
  return {
    folder,
    /** The folders inside it that the server needs. */
    folders: ['data', 'tmp'],
    dataFolder,
    args,
    /** The step that starts the server. Of two arguments for one setting, the last one counts. */
    step: (more: readonly string[]): SupervisedStep => ({
      program,
      arguments: [
        ...loaderArguments,
        ...args,
        `--pid-file=${join(folder, 'pid')}`,
        // Relative to the data folder: the path of a socket has a limit of about a hundred characters.
        '--socket=socket',
        '--bind-address=127.0.0.1',
        `--port=${port}`,
        ...testSettings(flavour),
        ...more,
      ],
    }),
  }
}
