import { createReadStream } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { EventFile, EventFileFormat } from '@museum/adapters-http/wire'
import type { ImportOutcome, ImportRow } from '@museum/application'
import { parseWord } from '../command-line/argument-parsers.ts'
import { CommandFailed, untilInterrupted } from '../command-line/command-failed.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import type { OpenMuseum } from '../command-line/open-museum.ts'
import { counted, print } from '../command-line/output.ts'
import { withProgress } from '../command-line/progress.ts'
import { withMuseum } from '../command-line/with-museum.ts'

type Options = Readonly<{ format?: EventFileFormat; check?: true; json?: true }>

const formatsByEnding: ReadonlyMap<string, EventFileFormat> = new Map(
  Object.entries<EventFileFormat>({
    '.csv': 'csv',
    '.jsonl': 'jsonl',
    '.ndjson': 'jsonl',
  }),
)

export const eventsImportCommand = (): MuseumCommand =>
  new MuseumCommand('import')
    .describe(
      'Creates the events of a file, CSV or JSON lines, as `events export` writes them. The whole file is checked first. ' +
        'Nothing is created twice: after an interruption, run the same command again.',
    )
    .argument('<file>', 'the file; - is the standard input')
    .option(
      '--format <csv|jsonl>',
      'The format, if the name of the file does not end in .csv, .jsonl or .ndjson.',
      parseWord('csv', 'jsonl'),
    )
    .option('--check', 'Only check the file.')
    .option('--json', 'Print JSON.')
    .example('events import season.csv --check', 'Check a file, and create nothing.')
    .example('events import season.csv', 'Create the events of a file.')
    .note(
      'The titles of CSV are name, location, eventDescription, dates and price, in any order, and capacity (the places of ' +
        'each date) and eventId, which may be left out; or those of the template of the office. The dates of an event, such as 2030-05-17 or ' +
        '17.05.2030, are separated by ";", "," or line breaks. Prices such as 12.50, 12,50 and ' +
        '12,50 € are read; those with a separator of thousands are not: write 1250. Cells are separated by commas, ' +
        'semicolons or tabs, the same in the whole file.',
    )
    .note(
      'A row that was imported before creates nothing, even if its event was changed or deleted since. A row with the ' +
        'eventId of an event of this museum creates and changes nothing; any other eventId is ignored.',
    )
    .action(async (path: string, options: Options, command: MuseumCommand) => {
      const format = options.format ?? formatsByEnding.get(extname(path).toLowerCase())
      if (format === undefined)
        return command.rejectUsage(
          '--format: csv or jsonl, since the name of the file does not end in .csv, .jsonl or .ndjson.',
        )
      const file = await readFile(path, format)
      if (options.check)
        return print(
          options,
          { events: file.rows.length },
          () => `${sourceName(path)} has ${counted(file.rows.length, 'event')} and no fault.`,
        )
      return withMuseum(async (museum) => {
        const counts = await importRows(museum, file.rows)
        print(options, counts, () => describe(counts), counts.created > 0)
      })
    })

const sourceName = (path: string) => (path === '-' ? 'The standard input' : path)

/** Reads a file without a fault. Throws `CommandFailed` with the faults of any other. */
const readFile = async (path: string, format: EventFileFormat): Promise<EventFile> => {
  const { readEventFile } = await import('@museum/adapters-http/wire')
  const { loadConfig } = await import('../startup/cannot-start.ts')
  const { currency } = loadConfig()
  const bytes: AsyncIterable<Uint8Array> = path === '-' ? process.stdin : createReadStream(path)
  const file = await readEventFile(bytes, format, { currency }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error
    throw new CommandFailed(
      `${path === '-' ? sourceName(path) : resolve(path)} cannot be read (${error.code ?? 'unknown'}).`,
    )
  })
  if (file.faultCount > 0) {
    const more = file.faultCount - file.faults.length
    throw new CommandFailed(
      [
        `Nothing was imported: ${path === '-' ? 'the standard input' : path} has ${file.faultCount === 1 ? 'a fault' : `${file.faultCount} faults`}.`,
        ...file.faults.map(({ sentence }) => `  ${sentence}`),
        ...(more > 0 ? [`  and ${more} more`] : []),
      ].join('\n'),
    )
  }
  if (format === 'csv' && !file.isLastLineEnded)
    console.error('The last line has no line break at its end. Check that the file is not cut off there.')
  return file
}

type Counts = Readonly<{ created: number; importedBefore: number; existing: number }>

/**
 * Imports the rows until all are imported or a signal ends the command. Either way, each event is stored completely or not at
 * all.
 */
const importRows = async ({ museum, principal }: OpenMuseum, rows: readonly ImportRow[]): Promise<Counts> => {
  const counts: Record<ImportOutcome, number> = { created: 0, 'imported-before': 0, existing: 0 }
  const done = () => counts.created + counts['imported-before'] + counts.existing
  try {
    await untilInterrupted((signal) =>
      withProgress(rows.length, async (advance) => {
        for await (const outcomes of museum.importSpecialEvents(rows, principal)) {
          for (const outcome of outcomes) counts[outcome] += 1
          advance('events', outcomes.length)
          if (done() < rows.length) signal.throwIfAborted()
        }
      }),
    )
  } catch (error) {
    console.error(
      `Stopped after ${done()} of ${rows.length} rows: ${describe(namedCounts(counts))} Run the same command again for the others; ` +
        'it creates nothing twice.',
    )
    throw error
  }
  return namedCounts(counts)
}

const namedCounts = (counts: Readonly<Record<ImportOutcome, number>>): Counts => ({
  created: counts.created,
  importedBefore: counts['imported-before'],
  existing: counts.existing,
})

/** The result of an import: `Created 3 events. Skipped 2: 1 was imported before, 1 is an event of this museum.` */
const describe = ({ created, importedBefore, existing }: Counts) => {
  const reasons = [
    ...(importedBefore === 0 ? [] : [`${importedBefore} ${importedBefore === 1 ? 'was' : 'were'} imported before`]),
    ...(existing === 0
      ? []
      : [`${existing} ${existing === 1 ? 'has the ID of an event' : 'have the IDs of events'} of this museum`]),
  ]
  const skipped = reasons.length === 0 ? '' : ` Skipped ${importedBefore + existing}: ${reasons.join(', ')}.`
  return `Created ${counted(created, 'event')}.${skipped}`
}
