import { readFileSync } from 'node:fs'

/** The settings of a configuration file in `deploy`, in its order, by their names with underscores. */
export const deployedSettings = (file: 'galera.cnf' | 'group-replication.cnf'): Readonly<Record<string, string>> => {
  const text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')
  const lines = text.matchAll(/^(\w+) = (?:"([^"]*)"|(.*?))(?: #.*)?$/gm)
  return Object.fromEntries(Array.from(lines, ([, name, quoted, plain]) => [name, quoted ?? plain]))
}

/** The options of Galera's provider by name. */
export const providerOptions = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(';').map((option) => option.split('=') as [string, string]))

/** Converts settings to command-line arguments of the server. */
export const asArguments = (settings: Readonly<Record<string, string | number>>): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
