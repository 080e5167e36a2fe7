import type { Config } from '../configuration/config.ts'
import { settings } from '../configuration/environment.ts'
import { readConfig } from '../configuration/read-config.ts'

/**
 * The configuration without its faulty settings, which have their defaults instead: the other checks need one. `isFaulty`
 * tells them which settings not to rely on.
 */
export type UsableConfig = Readonly<{
  config: Config
  faults: readonly string[]
  /** Warnings of the configuration, those of names that are no settings included. */
  warnings: readonly string[]
  isFaulty: (setting: string) => boolean
}>

/** Reads the configuration from environment variables, without the settings that are faulty. */
export const readUsableConfig = (environment: NodeJS.ProcessEnv): UsableConfig => {
  const faulty = new Set<string>()
  const faults: string[] = []
  let rest = environment
  for (;;) {
    const read = readConfig(rest)
    if (!('faults' in read))
      return { config: read, faults, warnings: read.warnings, isFaulty: (setting) => faulty.has(setting) }
    // Every fault begins with the name of its setting. Names that are no settings are among the warnings in the end.
    const found = read.faults.filter((fault) => settings.includes(firstName(fault)))
    faults.push(...found)
    // A fault can name a second setting: what is wrong may be either.
    for (const [name] of found.join('\n').matchAll(/MUSEUM_[A-Z_]+/g))
      faulty
        .add(name)
        .add(name.replace(/_FILE$/, ''))
        .add(`${name}_FILE`)
    rest = Object.fromEntries(Object.entries(environment).filter(([name]) => !faulty.has(name)))
  }
}

const firstName = (fault: string) => /^\w*/.exec(fault)![0]
