import { setImmediate } from 'node:timers/promises'
import { type ImportOutcome, type ImportRow, Unavailable } from '@museum/application'
import { Price } from '@museum/domain'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { FileBody, jsonResponse, problemResponse } from '../operation/route.ts'
import { escapeKey } from '../operation/read-request.ts'
import { flag, shownCount } from '../operation/schemas.ts'
import type { WireFault } from '../problems/fault-codes.ts'
import { SpecialEventBody } from '../special-events/special-event.wire.ts'
import { detailOf, hasFaults, problem } from '../problems/problem.ts'
import { type EventFileFault, readEventFile } from './read-event-file.ts'

/** The maximum size of a file in bytes. */
const maxBytes = 10_000_000
/** How many faults a response has. */
const maxListedFaults = 1_000
/** How many rows the response of a dry run has. */
const maxListedRows = 10_000
/** How much of a file is read before other requests get a turn, in bytes. */
const chunkSize = 32 * 1024
/** In milliseconds: how long before the end of its deadline a request stops importing. */
const margin = 3_000

const aFile = (description: string, ...lines: readonly string[]) => ({
  schema: FileBody,
  documented: z.string().meta({ description, example: `${lines.join('\n')}\n` }),
})
const jsonLines = aFile(
  'One event on each line, as a JSON object. Its eventId may be left out.',
  '{"name":"Night at the Museum","location":"Main Hall","eventDescription":"","dates":["2030-05-17"],"price":19.9}',
)

const ImportRowBody = z
  .object({
    outcome: z
      .enum(['new', 'known'])
      .meta({ description: 'Whether it would create an event, or creates nothing.', example: 'new' }),
    ...SpecialEventBody.pick({ name: true, location: true, dates: true, price: true }).shape,
    capacity: z
      .int()
      .nullable()
      .meta({ description: 'How many tickets are sold for each date; null: no limit.', example: 120 }),
  })
  .meta({ id: 'SpecialEventImportRow', description: 'A row of the file as it was read.' })

const ImportBody = z
  .object({
    dryRun: z.boolean().meta({ description: 'Whether nothing was stored.', example: false }),
    created: shownCount('How many rows created an event; in a dry run, how many would.', 2),
    known: shownCount(
      'How many rows created nothing: they were imported before, or have the eventId of an event that exists or was deleted.',
      2,
    ),
    remaining: shownCount(
      'How many rows were not imported in the time of a request: send the same file again for them.',
      2,
    ),
    rows: z
      .array(ImportRowBody)
      .optional()
      .meta({ description: `Only in a dry run: the first ${maxListedRows} rows of the file, as they were read.` }),
  })
  .meta({ id: 'SpecialEventImport', description: 'What an import did. The numbers are those of the rows of the file.' })

export const importSpecialEvents = operation({
  method: 'post',
  path: '/special-event-imports',
  operationId: 'importSpecialEvents',
  kind: 'idempotent',
  roles: ['admin'],
  tags: ['Events'],
  description:
    'Creates the special events of a file of at most 10 MB. The whole file is checked first: while it has a fault, nothing is ' +
    'stored. Each fault has its `line`, and a `pointer` such as `#/2/price` to the member of the event with this index, from 0 ' +
    'on. Nothing is created twice: a row creates no event if its content was imported before, even if that event was changed or ' +
    'deleted since, or if its eventId is that of an event of this museum; any other eventId is ignored. A file that takes ' +
    'longer than a request may is imported in part (`remaining`). A dry run shows the rows as they were read.',
  query: z.object({ dryRun: flag('Whether the file is only checked, and the rows are counted.') }),
  body: {
    required: true,
    maxBytes,
    content: {
      'text/csv': aFile(
        'CSV in UTF-8. The titles name, location, eventDescription, dates, price, and perhaps capacity and eventId, are on the ' +
          'first line, in any order, or those of the template in a language of the office. The dates of an event are separated by semicolons, commas or ' +
          'line breaks. Commas, semicolons or tabs separate the cells; a line sep=; may come first. ' +
          'Dates such as 17.05.2030 and 2030/5/17 and prices such as 12,50 and 12.50 € are read too; a separator of thousands is ' +
          'a fault. Without a capacity, the places are not limited.',
        'name,location,eventDescription,dates,price,capacity',
        'Night at the Museum,Main Hall,,2030-05-17;2030-05-18,19.90,120',
      ),
      'application/jsonl': jsonLines,
      'application/x-ndjson': jsonLines,
    },
  },
  retryAdvice: 'Send the same file again: nothing is created twice.',
  responses: {
    200: jsonResponse('The file has no fault, and was imported or only checked.', ImportBody),
    400: problemResponse('The file or the query has faults; of many, the first 1,000 are listed.'),
  },
}).calls(async (museum, { query: { dryRun }, body: { type, bytes }, principal }, c) => {
  c.set('mayHaveTakenEffect', false)
  const { currency } = await museum.getMuseum()
  const { rows, faults, faultCount } = await readEventFile(
    chunksOf(bytes, c.get('endsAt')),
    type === 'text/csv' ? 'csv' : 'jsonl',
    {
      currency,
      maxListedFaults,
    },
  )
  const errors = faults.map(toWireFault)
  if (hasFaults(errors)) return problem(c, 'validation-failed', detailOf(errors, faultCount), { errors })
  const counts = { created: 0, known: 0 }
  const listed: z.output<typeof ImportRowBody>[] = []
  c.set('mayHaveTakenEffect', !dryRun)
  for await (const outcomes of museum.importSpecialEvents(rows, principal, { isDryRun: dryRun })) {
    for (const outcome of outcomes) {
      const row = rows[counts.created + counts.known]!
      counts[outcome === 'created' ? 'created' : 'known'] += 1
      if (dryRun && listed.length < maxListedRows) listed.push(toRowBody(row, outcome))
    }
    if (performance.now() > c.get('endsAt') - margin) break
  }
  return {
    dryRun,
    ...counts,
    remaining: rows.length - counts.created - counts.known,
    ...(dryRun && { rows: listed }),
  }
})

const toRowBody = ({ draft, capacity }: ImportRow, outcome: ImportOutcome): z.output<typeof ImportRowBody> => ({
  outcome: outcome === 'created' ? 'new' : 'known',
  name: draft.name,
  location: draft.location,
  dates: [...draft.dates],
  price: Price.toAmount(draft.price),
  capacity: capacity ?? null,
})

/** The pieces of a file, until the deadline of the request: no client waits for the result any longer. */
async function* chunksOf(bytes: Uint8Array, endsAt: number): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkSize) {
    if (performance.now() > endsAt) throw new Unavailable('The file is too large to be read in the time of a request')
    yield bytes.subarray(start, start + chunkSize)
    await setImmediate()
  }
}

const toWireFault = ({ line, row, path = [], code, detail, values }: EventFileFault): WireFault => ({
  pointer: `#${row === undefined ? '' : [row, ...path].map(escapeKey).join('')}`,
  line,
  code,
  detail,
  ...(values && { values }),
})
