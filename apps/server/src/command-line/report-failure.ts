import { inspect } from 'node:util'
import { describeError } from '@museum/adapters-http'
import { DatabaseMisconfigured } from '@museum/adapters-persistence'
import { Unavailable } from '@museum/application'
import { escapeLines } from '../observability/log/escape-controls.ts'
import { CannotStart } from '../startup/cannot-start.ts'
import { CommandFailed, Interrupted } from './command-failed.ts'

/**
 * Prints the error that a command threw to standard error, as a sentence for its user, and sets the exit code to 1. An
 * interrupted command ends itself with the signal, such as SIGINT, which a shell shows as the exit code 130.
 */
export const reportFailure = (error: unknown): void => {
  process.exitCode = 1
  if (error instanceof Interrupted) {
    process.kill(process.pid, error.signal)
    return
  }
  if (error instanceof CommandFailed || error instanceof CannotStart || error instanceof DatabaseMisconfigured)
    console.error(escapeLines(error.message))
  else if (error instanceof Unavailable)
    console.error(`${error.message}. Try again; if this stays, check MUSEUM_DATABASE_URL and the database server.`)
  else {
    console.error('The museum ended because of a defect:')
    console.error(inspect(describeError(error as Error), { depth: null }))
    // Open connections would keep the process running.
    process.exit()
  }
}
