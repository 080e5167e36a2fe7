import { inspect } from 'node:util'
import { describeError } from '@museum/adapters-http'
import { DatabaseUnusable } from '@museum/adapters-persistence'
import { Unavailable } from '@museum/application'
import { CannotStart } from '../startup/cannot-start.ts'
import { escapeForTerminal } from '../system/escape-controls.ts'
import { CommandFailed } from './command-failed.ts'
import { Interrupted } from './interrupted.ts'

/**
 * Prints what a command threw to standard error, as a sentence for its user, and sets the exit code to 1. A command that
 * was interrupted ends by the signal, such as SIGINT, which a shell shows as the exit code 130.
 */
export const reportFailure = (error: unknown): void => {
  process.exitCode = 1
  if (error instanceof Interrupted) {
    process.kill(process.pid, error.signal)
    return
  }
  if (error instanceof CommandFailed || error instanceof CannotStart || error instanceof DatabaseUnusable)
    console.error(error.message.split('\n').map(escapeForTerminal).join('\n'))
  else if (error instanceof Unavailable)
    console.error(`${error.message}. Try again; if this stays, check MUSEUM_DATABASE_URL and the database server.`)
  else {
    console.error('The museum ended because of a defect:')
    console.error(inspect(describeError(error as Error), { depth: null }))
    // What is still open would keep the process running.
    process.exit()
  }
}
