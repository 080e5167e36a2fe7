import { type Setting, settings } from './settings.ts'

const table = Object.values<Setting>(settings)

/** The environment variables that give a setting its value: one, or for most secrets two. */
export const variablesOf = ({ name, isSecret, isFile }: Setting): readonly string[] =>
  isSecret && !isFile ? [name, `${name}_FILE`] : [name]

export const settingNames: readonly string[] = table.flatMap(variablesOf)

const meaningWithNeeds = ({ meaning, needs }: Setting) =>
  needs === undefined ? meaning : `${meaning} Needs ${needs.map(code).join(' and ')}.`

const code = (text: string) => (text === '' ? '' : `\`${text}\``)

/** A Markdown text without links and code marks. */
export const plainText = (markdown: string): string =>
  markdown.replaceAll(/\[([^[\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')

/** A value as a shell reads it. */
const quoted = (value: string) => (value.includes(' ') ? `'${value}'` : value)

const indent = ' '.repeat(6)

/** The settings for the help, in lines of at most 80 columns. */
export const settingsHelp = (): string =>
  [
    'Settings: environment variables, here with their defaults.',
    ...table.flatMap((setting) => [
      `  ${setting.name}${setting.default ? `=${quoted(setting.default)}` : ''}`,
      ...plainText(helpText(setting))
        .matchAll(/(\S.{0,72})(?: |$)/g)
        .map(([, line]) => indent + line),
    ]),
  ].join('\n')

const helpText = (setting: Setting) => {
  const [, file] = variablesOf(setting)
  return meaningWithNeeds(setting) + (file === undefined ? '' : ` Or ${file} names a file with it.`)
}

/** The settings as a table of `docs/reference.md`. */
export const settingsTable = (): string => {
  const rows = [
    ['name', 'default', 'meaning'],
    ...table.map((setting) => [
      variablesOf(setting).map(code).join(', '),
      code(setting.default ?? ''),
      meaningWithNeeds(setting),
    ]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const [titles, ...others] = rows.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column]!))))
  return [titles, line(widths.map((width) => '-'.repeat(width))), ...others].join('\n')
}
