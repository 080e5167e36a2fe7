import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { serveCommand } from '../commands/serve.ts'
import { Environment, settingNames } from './environment.ts'
import { settings as table } from './settings.ts'

const settings = Object.entries<{ default?: string; meaning: string }>(table).map(
  ([name, { default: value }]) => [name, value] as const,
)

type Name = keyof typeof Environment.shape
const reference = readFileSync(new URL('../../../../docs/reference.md', import.meta.url), 'utf8')
const rows = reference
  .split('\n## Settings\n')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
const quotedWordsOf = (text = '') => [...text.matchAll(/`([^`]*)`/g)].map(([, word]) => word)

describe('a setting', () => {
  it('is in the help of museum serve, with its default and what it means, in lines of at most 80 columns', () => {
    let help = ''
    const serve = serveCommand().configureOutput({ writeOut: (text) => (help += text) })
    serve.outputHelp()
    for (const [name] of settings) expect(help).toMatch(new RegExp(`\n  ${name}(=.*)?\n {6}[A-Za-z]`))
    expect(help).toContain("\n  MUSEUM_NAME='The Museum'\n      The name on the tickets and the page at /.\n")
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('is described in the help if it exists, and only then', () => {
    expect(settings.map(([name]) => name).toSorted()).toEqual(settingNames.toSorted())
  })

  it.each(settings.filter(([, value]) => value !== undefined))('has the default of the help: %s=%s', (name, value) => {
    const setting = Environment.shape[name as Name]
    expect(setting.parse(undefined)).toEqual(setting.parse(value))
  })

  it.each(settings.filter(([name, value]) => value === undefined && !name.endsWith('_FILE')))(
    'has no default where the help shows none: %s',
    (name) => {
      const value = Environment.shape[name as Name].parse(undefined)
      expect(JSON.stringify(value) ?? '[]').toMatch(/^(\[\]|\{\})$/)
    },
  )

  it.each(settings)('is in docs/reference.md with the same default: %s', (name, value) => {
    const [, names, defaults] = rows.find((row) => row.includes(`\`${name}\``))!.split('|')
    const place = quotedWordsOf(names).indexOf(name)
    const shown = quotedWordsOf(defaults)
    if (value !== undefined) expect(shown[place]).toBe(value)
  })
})
