import { type AuditEntry, type AuditedValues, type DateOrInstant, auditedKinds } from '@museum/application'
import { isRefusal } from '@museum/domain'
import { parseCount, parseDateOrInstant } from '../command-line/argument-parsers.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { capitalized, localTime, print, terminalWidth } from '../command-line/output.ts'
import { readList, withMuseum } from '../command-line/with-museum.ts'
import { textForTerminal } from '../observability/log/escape-controls.ts'

type Options = Readonly<{
  since?: DateOrInstant
  until?: DateOrInstant
  about?: string
  actor?: string
  limit: number
  json?: true
}>

const aboutForms =
  `a kind (${auditedKinds.join(', ')}), a date, a weekday, an ID, a user name or a key number, or a kind with one of ` +
  'these, such as user:Mira'

export const auditCommand = (): MuseumCommand =>
  new MuseumCommand('audit')
    .describe('Shows who changed what and when, the latest change first.')
    .option('--since <moment>', 'A date, from its beginning, or a moment.', parseDateOrInstant)
    .option('--until <moment>', 'A date, to its end, or a moment, which is not included.', parseDateOrInstant)
    .option('--about <thing>', `${capitalized(aboutForms)}.`)
    .option(
      '--actor <name>',
      'Who made the change: a user; cli:NAME for a command run by the user NAME of the operating system; or server.',
    )
    .option('--limit <count>', 'How many changes to show at most.', parseCount(1, 1_000_000), 50)
    .option('--json', 'Print JSON.')
    .example('audit --since 2030-12-01', 'Show the changes since the beginning of a day.')
    .example('audit --since 2030-12-24T09:00:00+01:00', 'Show the changes since a moment.')
    .example('audit --about 2030-12-25', 'Show who changed the hours of a date.')
    .example('audit --about user:curator', 'Show the changes of a user.')
    .action(({ limit, json, ...query }: Options, command: MuseumCommand) =>
      withMuseum(async ({ museum, config }) => {
        const { toAuditEntryBody } = await import('@museum/adapters-http/wire')
        const entries = await readList<AuditEntry>(
          async (request) => {
            const found = await museum.listAuditEntries(query, request)
            return isRefusal(found) ? command.rejectRefusal(found) : found
          },
          ({ auditId }) => auditId,
          limit,
        )
        if (entries.length === 0) console.error(describeNone(query))
        const text = json ? '' : await asText(entries, config.timeZone, terminalWidth())
        if (entries.length > 0 || json) print({ json }, entries.map(toAuditEntryBody), () => text)
      }),
    )

const describeNone = ({ about }: Readonly<{ about?: string }>) =>
  about === undefined ? 'There are no such changes.' : `There are no such changes. --about takes ${aboutForms}.`

/**
 * Changes as text, each with time and actor, then the operation, then a line for each changed value, cut to the width of the
 * terminal.
 */
const asText = async (entries: readonly AuditEntry[], timeZone: string, width = Number.POSITIVE_INFINITY) => {
  const { shorten, stringWidth } = await import('../command-line/table.ts')
  // Values that do not fit on one line continue on the next.
  const joined = (first: string, gap: string, second: string) =>
    stringWidth(first + gap + second) <= width ? [first + gap + second] : [first, `  ${second}`]
  const texts = entries.map(({ at, actor, operation, subject, before, after }) =>
    [
      ...joined(localTime(at, timeZone), '  ', textForTerminal(actor)),
      ...joined(`  ${operation} ${subject.kind}`, ' ', textForTerminal(subject.id)),
      ...Object.keys({ ...before, ...after }).map((name) =>
        shorten(`    ${describeChange(name, before, after)}`, width),
      ),
    ].join('\n'),
  )
  return [`Times in ${timeZone}`, ...texts].join('\n\n')
}

const describeChange = (name: string, before: AuditedValues | null, after: AuditedValues | null) => {
  const texts = [before, after]
    .filter((values) => values !== null)
    .map((values) => valueText(Object.hasOwn(values, name) ? values[name] : undefined))
  return `${name}: ${texts.map(textForTerminal).join(' → ')}`
}

const valueText = (value: AuditedValues[string] | undefined) =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '-')
