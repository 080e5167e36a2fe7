import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

// The set-up of a test run names the folder of the bundles. With an empty name, and in `torture`, the sources run.
const { TEST_PROGRAMS: folder } = process.env
const programOf = (bundle: string, source: string) =>
  folder ? join(folder, bundle) : fileURLToPath(new URL(source, import.meta.url))

/** The file of the program `museum`. */
export const program = programOf('museum.mjs', '../bin/museum.ts')

/** The file of a program that runs commands of `museum` one after another. */
export const commandRunnerProgram = programOf('command-runner.mjs', './child-scripts/command-runner.ts')
