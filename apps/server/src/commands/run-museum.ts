import { CommanderError } from 'commander'
import { commandName } from '../command-line/command-name.ts'
import { handleOutputErrors } from '../command-line/handle-output-errors.ts'
import { museumProgram } from './museum-program.ts'

/** Runs the command that these arguments name, and sets the exit code of the process. */
export const runMuseum = async (args: readonly string[]): Promise<void> => {
  handleOutputErrors()
  try {
    await museumProgram(commandName()).parseAsync(args, { from: 'user' })
  } catch (error) {
    // Help and usage errors, which are printed already.
    if (error instanceof CommanderError) process.exitCode = error.exitCode
    else (await import('../command-line/report-failure.ts')).reportFailure(error)
  }
}
