import type { Config } from '../settings/settings.ts'
import { readConfig } from '../settings/read-config.ts'

/** Thrown when the server or a command cannot start. It has the fault and the advice for the operator; the message is both. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
  readonly fault: string
  readonly advice: string

  constructor(fault: string, advice = '') {
    super([fault, advice].filter(Boolean).join(' '))
    this.fault = fault
    this.advice = advice
  }
}

/** Reads the configuration from the environment of this process. Throws `CannotStart` with every fault. */
export const loadConfig = (): Config => {
  const { config, faults, unknownNames } = readConfig(process.env)
  if (faults.length === 0) return config
  // A misspelt name may be why another setting is missing.
  const lines = [...faults, ...unknownNames.map(({ message }) => message)]
  throw new CannotStart(['The settings are faulty:', ...lines.map((line) => `  ${line}`)].join('\n'))
}

/** As `loadConfig`, and prints the warnings to standard error: for a command, which has no log. */
export const loadConfigOfCommand = (): Config => {
  const config = loadConfig()
  for (const { message } of config.warnings) console.error(message)
  return config
}
