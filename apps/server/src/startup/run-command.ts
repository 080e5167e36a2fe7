import { inspect } from 'node:util'
import { DatabaseUnusable } from '@museum/adapters-persistence'
import { Unavailable } from '@museum/application'
import { describeError } from '../system/describe-error.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * Runs a command. What it throws is printed to standard error as a sentence for the operator, and the exit code is 1.
 */
export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command()
  } catch (error) {
    process.exitCode = 1
    if (error instanceof CannotStart || error instanceof DatabaseUnusable) console.error(error.message)
    else if (error instanceof Unavailable)
      console.error(`${error.message}. Try again; if this stays, check MUSEUM_DATABASE_URL and the database server.`)
    else {
      console.error('The museum ended because of a defect:')
      console.error(inspect(describeError(error as Error), { depth: null }))
      // What is still open would keep the process running.
      process.exit()
    }
  }
}
