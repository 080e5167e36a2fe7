import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type CounterKey, isGeneralEntry } from './counter-key.ts'

type Tables = Kysely<MuseumTables>

/** For how many keys one statement counts: SQLite executes a statement in the event loop. */
const maxKeys = 32

/** Keys in parts that one statement can count. */
export const inParts = (keys: readonly CounterKey[]): readonly (readonly CounterKey[])[] =>
  Array.from({ length: Math.ceil(keys.length / maxKeys) }, (_, n) => keys.slice(n * maxKeys, (n + 1) * maxKeys))

/**
 * Counts the tickets that counters count, which are not cancelled themselves. The keys must be those of one event, or of
 * general entry; the results are in their order. `end` ends the statement.
 */
export const countSold = async (
  tables: Tables,
  keys: readonly CounterKey[],
  end: RawBuilder<unknown> = sql``,
): Promise<readonly number[]> => {
  const ofEvent = soldTickets(tables, keys[0]!)
  const rows = await ofEvent
    .select(['ticket_date', 'occurrence_number', ({ fn }) => fn.countAll<number>().as('sold')])
    .where(
      'ticket_date',
      'in',
      keys.map(({ event_date }) => event_date),
    )
    .groupBy(['ticket_date', 'occurrence_number'])
    .modifyEnd(end)
    .execute()
  return keys.map((key) =>
    rows
      .filter((row) => row.ticket_date === key.event_date)
      .filter((row) => isGeneralEntry(key) || row.occurrence_number === key.occurrence_number)
      .reduce((sum, { sold }) => sum + sold, 0),
  )
}

/** Like `countSold`, but counts `max` tickets at most for each key. */
export const countSoldAtMost = async (
  tables: Tables,
  keys: readonly CounterKey[],
  max: number,
): Promise<readonly number[]> => {
  const [first, ...others] = keys.map((key, n) => {
    const ofDate = soldTickets(tables, key).where('ticket_date', '=', key.event_date)
    const tickets = isGeneralEntry(key) ? ofDate : ofDate.where('occurrence_number', '=', key.occurrence_number)
    return tables
      .selectFrom(tickets.select('ticket_date').limit(max).as('tickets'))
      .select(({ fn, lit }) => [lit(n).as('n'), fn.countAll<number>().as('sold')])
  })
  const rows = await others.reduce((all, each) => all.unionAll(each), first!).execute()
  const sold = new Map(rows.map((row) => [row.n as number, row.sold]))
  return keys.map((_, n) => sold.get(n)!)
}

const soldTickets = (tables: Tables, key: CounterKey) => {
  const tickets = tables.selectFrom('museum_ticket').where('state', '!=', 'cancelled')
  return isGeneralEntry(key) ? tickets.where('event_id', 'is', null) : tickets.where('event_id', '=', key.event_id)
}
