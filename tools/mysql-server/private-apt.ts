import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProgramOutput, runProgram } from './run-program.ts'

/** An apt with its own lists, cache and status: it needs no root and changes nothing on the machine. */
export type PrivateApt = {
  readonly run: (...args: string[]) => Promise<ProgramOutput>
  /** Downloads the first of these sets of packages that exists, with all dependencies, and resolves with the files. */
  readonly download: (sets: readonly (readonly string[])[]) => Promise<string[]>
}

const timeoutSeconds = 20 * 60

/** Sets up an apt in a folder and updates its lists, from the machine's package sources unless a file names others. */
export const setUpPrivateApt = async (folder: string, sourcesFile?: string): Promise<PrivateApt> => {
  await mkdir(join(folder, 'state', 'lists', 'partial'), { recursive: true })
  await mkdir(join(folder, 'cache', 'archives', 'partial'), { recursive: true })
  // With an empty status, no package counts as installed. So apt downloads every dependency, even the C library, and
  // the server does not depend on the libraries of the machine.
  await writeFile(join(folder, 'status'), '')
  const configuration = join(folder, 'apt.conf')
  await writeFile(
    configuration,
    [
      `Dir::State "${folder}/state";`,
      `Dir::State::lists "${folder}/state/lists";`,
      `Dir::State::status "${folder}/status";`,
      `Dir::Cache "${folder}/cache";`,
      `Dir::Cache::archives "${folder}/cache/archives";`,
      `Dir::Etc::preferences "/dev/null";`,
      `Dir::Etc::preferencesparts "/dev/null";`,
      ...(sourcesFile ? [`Dir::Etc::sourcelist "${sourcesFile}";`, `Dir::Etc::sourceparts "/dev/null";`] : []),
      // As root, apt would download as a user who cannot enter a private folder.
      'APT::Sandbox::User "root";',
      'APT::Default-Release "";',
      'APT::Install-Recommends "false";',
      'Acquire::Languages "none";',
      'Acquire::Retries "3";',
      // Removes the hooks that the machine runs after its own updates.
      '#clear APT::Update;',
      '',
    ].join('\n'),
  )
  const run = (...args: string[]): Promise<ProgramOutput> =>
    runProgram('apt-get', ['-c', configuration, '-q', ...args], timeoutSeconds)
  // A mirror that does not respond causes only a warning: other mirrors may have the package.
  const { stderr: warnings } = await run('update')
  return {
    run,
    download: async (sets) => {
      const reasons = warnings.trim() === '' ? [] : [warnings.trim()]
      for (const names of sets) {
        try {
          await run('--yes', '--download-only', 'install', ...names)
          const archives = join(folder, 'cache', 'archives')
          return globSync('*.deb', { cwd: archives }).map((file) => join(archives, file))
        } catch (error) {
          reasons.push((error as Error).message)
        }
      }
      throw new Error(reasons.join('\n'))
    },
  }
}
