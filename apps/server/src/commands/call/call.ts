import { Option } from 'commander'
import { asArgument } from '../../command-line/command-name.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { capitalized } from '../../command-line/output.ts'
import { delimiterOption, parseWord } from '../../command-line/argument-parsers.ts'
import type { CallOptions } from './call-operation.ts'
import { type DescribedOperation, type Flag, describedOperations, flagName } from './described-operations.ts'

export const callCommand = (): MuseumCommand => {
  const call = new MuseumCommand('call')
    .describe(
      'Calls any operation of the API, as the user of the operating system with the role admin. Without a name, it lists the ' +
        'operations.',
    )
    .example('call', 'List the operations.')
    .example('call setEventCapacity --help', 'Show the flags of an operation, with an example.')
    .allowExcessArguments()
    .action((_options, command: MuseumCommand) =>
      command.args.length > 0 ? command.unknownCommand() : command.outputHelp(),
    )
  for (const operation of describedOperations) call.addCommand(operationCommand(operation))
  return call
}

const operationCommand = (operation: DescribedOperation): MuseumCommand => {
  const { operationId, summary, description, flags, mediaTypes } = operation
  const command = new MuseumCommand(operationId).describe(plain(description)).summary(summary)
  for (const flag of flags) command.addOption(optionOf(flag))
  if (mediaTypes.length > 0)
    command.option(
      '--body <file>',
      'The body of the request, or what the flags leave out of it; - is the standard input.',
    )
  if (mediaTypes.length > 1)
    command.requiredOption(
      '--content-type <type>',
      `The media type of the body: ${mediaTypes.join(', ')}. Required.`,
      parseWord(...mediaTypes),
    )
  if (isList(operation)) command.option('--all', 'All pages, from the first one on.')
  return command
    .option(
      '--format <table|csv|json>',
      'The format of the result. By default a table in a terminal, JSON otherwise.',
      parseWord('table', 'csv', 'json'),
    )
    .option(...delimiterOption)
    .example(...exampleOf(operation))
    .action(async (options: CallOptions) => (await import('./call-operation.ts')).callOperation(operation, options))
}

/** Whether the operation returns a page of a list. */
const isList = ({ flags }: DescribedOperation): boolean =>
  flags.some((flag) => flag.in === 'query' && flag.name === 'page')

/** A text of the document without its Markdown. */
const plain = (text: string) => text.replaceAll('`', '')

/** What the help calls the value of a flag, by its kind. */
const valueNames: ReadonlyMap<Flag['kind'], string> = new Map([
  ['string', 'text'],
  ['number', 'number'],
  ['boolean', 'true|false'],
  ['list', 'text,…'],
])

const optionOf = (flag: Flag): Option => {
  const { kind, values, isNullable, isRequired, description } = flag
  const typed = values?.join('|') ?? valueNames.get(kind)!
  const value = isNullable && kind !== 'string' ? `${typed}|null` : typed
  const text = capitalized(plain(description ?? `${typed.replaceAll('|', ' or ')}.`))
  const option = new Option(
    `--${flagName(flag)} ${kind === 'boolean' ? `[${value}]` : `<${value}>`}`,
    isRequired ? `${text} Required.` : text,
  )
  if (kind === 'boolean') option.preset('true')
  return option.makeOptionMandatory(isRequired)
}

/** An example with the values of the document's examples, and what it does. */
const exampleOf = (operation: DescribedOperation): [text: string, meaning: string] => {
  const { operationId, summary, flags, mediaTypes, bodyExample } = operation
  const members = new Map(Object.entries(bodyExample as Readonly<Record<string, unknown>>))
  const given = flags.flatMap((flag) => {
    const example = flag.in === 'body' ? members.get(flag.name) : flag.isRequired ? flag.example : undefined
    if (flag.in === 'body') members.delete(flag.name)
    return example === undefined
      ? []
      : [`--${flagName(flag)}`, asArgument(String(example as string | number | boolean | readonly string[]))]
  })
  const words = ['call', operationId, ...given]
  if (mediaTypes.length > 1)
    return [[...words, '--body', 'season.csv', '--content-type', mediaTypes[0]!].join(' '), `${summary}.`]
  if (members.size === 0) return [words.join(' '), `${summary}.`]
  const rest = Array.isArray(bodyExample) ? bodyExample : Object.fromEntries(members)
  return [[...words, '--body', 'body.json'].join(' '), `${summary}. The file has ${spacedJson(rest)}`]
}

/** JSON with spaces, at which a line can end. */
const spacedJson = (value: unknown) => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
