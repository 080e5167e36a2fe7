import { readFileSync } from 'node:fs'
import { closest } from 'fastest-levenshtein'
import { plainText, settingNames, variablesOf } from './describe-settings.ts'
import {
  type Config,
  type Setting,
  type SettingMember,
  type SettingValues,
  type Warning,
  rehearsalDefaults,
  rules,
  settings,
  warningsAbout,
} from './settings.ts'

/** The configuration, in which faulty settings have their defaults, and what is wrong. */
export type ReadConfig = Readonly<{
  config: Config
  /** All faults, in sentences. None contains a value, since values may be secret. */
  faults: readonly string[]
  isFaulty: (setting: SettingMember) => boolean
  /** The warnings about variables that are no settings; those of the configuration contain them. */
  unknownNames: readonly Warning[]
}>

const table = Object.entries<Setting>(settings) as readonly [SettingMember, Setting][]

/** Reads the configuration from environment variables. An empty one counts as absent. */
export const readConfig = (environment: NodeJS.ProcessEnv): ReadConfig => {
  const faults: string[] = []
  const faulty = new Set<SettingMember>()
  const report = (fault: string, ...members: readonly SettingMember[]) => {
    faults.push(fault)
    for (const member of members) faulty.add(member)
  }
  const isSet = (setting: Setting) => variablesOf(setting).some((name) => Boolean(environment[name]))

  const values: Partial<Record<SettingMember, unknown>> = {}
  for (const [member, setting] of table) {
    const text = readText(environment, setting, (fault) => report(fault, member))
    const read = text === undefined ? undefined : setting.parse.safeParse(text)
    for (const { message } of read?.error?.issues ?? [])
      report(`${setting.name} ${setting.isFile ? 'names a file that ' : ''}${message}.`, member)
    values[member] = read?.success ? read.data : defaultValue(setting)
  }
  const inRehearsal = rehearsalDefaults(values as SettingValues, isSet(settings.databaseUrl))
  for (const [member, text] of Object.entries(inRehearsal) as [SettingMember, string][])
    if (!isSet(settings[member])) values[member] = settings[member].parse.parse(text)
  for (const [member, setting] of table)
    for (const name of faulty.has(member) || !isSet(setting) ? [] : (setting.needs ?? [])) {
      const [neededMember, needed] = table.find(([, other]) => other.name === name)!
      const meaning = plainText(needed.meaning)
      if (!isSet(needed) && !Object.hasOwn(inRehearsal, neededMember))
        report(
          `${setting.name} needs ${variablesOf(needed).join(' or ')}: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`,
          member,
          neededMember,
        )
    }
  for (const { of, faultOf } of rules) {
    const fault = !of.some((member) => faulty.has(member)) && faultOf(values as SettingValues)
    if (fault) report(fault, ...of)
  }
  for (const member of faulty) values[member] = defaultValue(settings[member])

  const unknownNames = Object.keys(environment)
    .filter((name) => /^MUSEUM_(?!TEST_)/.test(name) && environment[name] && !settingNames.includes(name))
    .map((name) => ({
      message: `${name} is not a setting; the nearest is ${closest(name, settingNames as string[])}.`,
      advice: 'Correct the name, or remove it.',
    }))
  const config = values as SettingValues
  return {
    config: {
      ...config,
      warnings: [...unknownNames, ...warningsAbout(config, (member) => isSet(settings[member]))],
    },
    faults,
    isFaulty: (member) => faulty.has(member),
    unknownNames,
  }
}

const defaultValue = ({ parse, default: text }: Setting) => (text === undefined ? undefined : parse.parse(text))

/** The text of a setting, of its variable or a file; `undefined` if it is absent or after a fault. */
const readText = (
  environment: NodeJS.ProcessEnv,
  setting: Setting,
  report: (fault: string) => void,
): string | undefined => {
  const given = variablesOf(setting).filter((name) => Boolean(environment[name]))
  if (given.length > 1) report(`${given.join(' and ')} are both set: set one.`)
  const [name] = given
  const value = name && environment[name]
  if (name === undefined || value === undefined || given.length > 1) return undefined
  const isClean = (variable: string, checked: string) => {
    const fault = characterFault(checked, setting)
    if (fault !== undefined) report(`${variable} ${fault}.`)
    return fault === undefined
  }
  if (!isClean(name, value)) return undefined
  if (!setting.isFile && name === setting.name) return value
  const file = readSettingFile(value)
  if ('fault' in file) report(`${name} names a file that ${file.fault}.`)
  return 'content' in file && (setting.isFile || isClean(setting.name, file.content)) ? file.content : undefined
}

/** What is wrong with the characters of a setting: the end of a sentence that begins with its name. */
const characterFault = (value: string, { hasSeveralLines }: Setting): string | undefined => {
  const text = hasSeveralLines ? value.replaceAll(/\r?\n/g, ' ') : value
  if (text.endsWith('\r'))
    return 'must not end with a carriage return: save the file in which it is set with the line ends of Linux (LF), not of Windows (CRLF)'
  return /\p{Cc}/u.test(text) ? 'must not hold control characters, such as a line end' : undefined
}

// Ignores a byte order mark.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a file without its last line end, or what is wrong with the file. */
const readSettingFile = (path: string): Readonly<{ content: string } | { fault: string }> => {
  try {
    const content = utf8.decode(readFileSync(path)).replace(/\r?\n$/, '')
    return content === '' ? { fault: 'is empty' } : { content }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      fault: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8' : `cannot be read (${code})`,
    }
  }
}
