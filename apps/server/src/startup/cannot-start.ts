import { inspect } from 'node:util'
import { DatabaseUnusable } from '@museum/adapters-persistence'
import { Unavailable } from '@museum/application'
import { type Config, readConfig } from '../configuration/config.ts'
import { described } from '../system/log.ts'

/** Thrown when the server, or a command beside it, cannot start; the message says what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** The settings of the environment; every fault of theirs at once otherwise. */
export const configOfEnvironment = (): Config => {
  const config = readConfig(process.env)
  if (!('faults' in config)) return config
  throw new CannotStart(['The settings are faulty:', ...config.faults.map((fault) => `  ${fault}`)].join('\n'))
}

/** The same for a command, which tells a person at once what is odd about them. */
export const configOfCommand = (): Config => {
  const config = configOfEnvironment()
  for (const warning of config.warnings) console.error(warning)
  return config
}

/** Runs a program that speaks to a person: what keeps it from starting is told in a sentence, and it exits with 1. */
export const runOrTell = async (program: () => Promise<void>): Promise<void> => {
  try {
    await program()
  } catch (error) {
    process.exitCode = 1
    if (error instanceof CannotStart || error instanceof DatabaseUnusable) console.error(error.message)
    else if (error instanceof Unavailable)
      console.error(`${error.message}. Try again; if this stays, check MUSEUM_DATABASE_URL and the database server.`)
    else {
      console.error('The museum ended because of a defect:')
      console.error(inspect(described(error as Error), { depth: null }))
      // Something may still be open, and would keep the process running.
      process.exit()
    }
  }
}
