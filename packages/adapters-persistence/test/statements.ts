import { expect } from '@jest/globals'
import type { SpecialEvent, Ticket } from '@museum/domain'
import { CompiledQuery, type KyselyPlugin } from 'kysely'
import type { TestEngine } from './databases.ts'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import { rowOf } from '../src/tickets/ticket-row.ts'
import { bytesOfUuid } from '../src/database/uuid-column.ts'

/** The statements that some work on the database consists of. */
export const statementsOf = async (
  database: MuseumDatabase,
  work: (recorded: MuseumDatabase) => Promise<unknown>,
): Promise<CompiledQuery[]> => {
  const statements: CompiledQuery[] = []
  // A part of a statement is transformed as well, but only a whole one has a result.
  const transformed = new WeakMap<object, CompiledQuery>()
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      transformed.set(queryId, database.kysely.getExecutor().compileQuery(node, queryId))
      return node
    },
    async transformResult({ result, queryId }) {
      statements.push(transformed.get(queryId)!)
      return result
    },
  }
  const recorded = <Tables extends MuseumDatabase['kysely']>(tables: Tables): Tables => {
    const all = tables.withPlugin(recorder) as Tables
    const executeQuery = all.executeQuery.bind(all)
    // A statement that was compiled before is not transformed.
    const noted: typeof all.executeQuery = (query) => {
      if ('sql' in query) transformed.set(query.queryId, query)
      return executeQuery(query)
    }
    return Object.assign(all, { executeQuery: noted })
  }
  await work({
    ...database,
    query: (ask) => database.query((tables) => ask(recorded(tables))),
    write: (ask) => database.write((tables, isOutcomeUnknown) => ask(recorded(tables), isOutcomeUnknown)),
    transaction: (ask) => database.transaction((tables) => ask(recorded(tables))),
  })
  return statements
}

/**
 * The statement finds its rows as a range (or one key) of that index, and reads no table from end to end. From a
 * covering index it reads nothing else.
 */
export const expectRangeOf = async (
  { index, isCovering }: { index: string; isCovering: boolean },
  { sql, parameters }: CompiledQuery,
  database: MuseumDatabase,
  { isMysql }: TestEngine,
) => {
  const explain = isMysql ? 'explain format=traditional' : 'explain query plan'
  const { rows } = await database.kysely.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
  )
  if (isMysql) {
    const steps = rows.map(({ table, type, key, Extra }) => ({ table, type, key, Extra: String(Extra) }))
    const real = steps.filter(({ table }) => !String(table).startsWith('<'))
    expect(real).not.toContainEqual(expect.objectContaining({ type: expect.stringMatching(/^(ALL|index)$/) }))
    expect(real).not.toContainEqual(expect.objectContaining({ Extra: expect.stringContaining('filesort') }))
    expect(real).toContainEqual({
      table: expect.any(String),
      type: expect.stringMatching(/^(range|ref)$/),
      key: index,
      Extra: isCovering ? expect.stringContaining('Using index') : expect.any(String),
    })
  } else {
    const steps = rows.map(({ detail }) => String(detail))
    expect(steps).not.toContainEqual(
      expect.stringMatching(/^SCAN (special_event|special_event_occurrence|museum_ticket)\b/),
    )
    expect(steps).toContainEqual(
      expect.stringMatching(new RegExp(`^SEARCH \\w+ USING ${isCovering ? 'COVERING ' : ''}INDEX ${index} \\(`)),
    )
  }
}

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))

/** Adds many events at once. */
export const fillWithEvents = async (
  database: MuseumDatabase,
  { isMysql }: TestEngine,
  events: readonly SpecialEvent[],
) => {
  for (const chunk of chunksOf(events, 1_000))
    await database.transaction(async (tables) => {
      await tables
        .insertInto('special_event')
        .values(
          chunk.map(({ eventId, name, location, eventDescription, price, revision }) => ({
            event_id: bytesOfUuid(eventId),
            name,
            location,
            event_description: eventDescription,
            price,
            revision,
          })),
        )
        .execute()
      const rows = chunk.flatMap(({ eventId, occurrences }) =>
        occurrences.map(({ date, number }, n) => ({
          event_id: bytesOfUuid(eventId),
          event_date: date,
          previous_date: occurrences[n - 1]?.date ?? null,
          occurrence_number: number,
        })),
      )
      for (const some of chunksOf(rows, 5_000))
        await tables.insertInto('special_event_occurrence').values(some).execute()
    })
  if (isMysql)
    await database.kysely.executeQuery(CompiledQuery.raw('analyze table special_event, special_event_occurrence'))
}

/** Sells many event tickets at once. */
export const fillWithTickets = async (
  database: MuseumDatabase,
  { isMysql }: TestEngine,
  tickets: readonly Ticket[],
) => {
  for (const chunk of chunksOf(tickets, 1_000))
    await database.transaction((tables) => tables.insertInto('museum_ticket').values(chunk.map(rowOf)).execute())
  if (isMysql) await database.kysely.executeQuery(CompiledQuery.raw('analyze table museum_ticket'))
}
