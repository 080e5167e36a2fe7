import type { Config } from '../configuration/config.ts'
import { readConfig } from '../configuration/read-config.ts'
import { CannotStart } from './cannot-start.ts'

/** The configuration in the environment of this process. Throws `CannotStart` with every fault of it. */
export const loadConfig = (): Config => {
  const config = readConfig(process.env)
  if (!('faults' in config)) return config
  throw new CannotStart(['The settings are faulty:', ...config.faults.map((fault) => `  ${fault}`)].join('\n'))
}

/** As `loadConfig`, and prints the warnings to standard error: for a command, which has no log. */
export const loadConfigOfCommand = (): Config => {
  const config = loadConfig()
  for (const warning of config.warnings) console.error(warning)
  return config
}
