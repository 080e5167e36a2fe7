import { type MuseumDatabase, openDatabase } from '@museum/adapters-persistence'
import { CompiledQuery } from 'kysely'
import { bulkLoad } from './bulk-load.ts'
import { basePath } from './requests.ts'
import { type TableNames, tableNamesIn } from './table-names.ts'
import {
  dateRows,
  datesOf,
  eventRow,
  idLiteral,
  idOf,
  insertDates,
  insertEvents,
  insertTickets,
  ticketRow,
} from './test-data.ts'

/** Events with many tickets each, to be deleted. */
export type CrowdedEvents = Readonly<{
  /** The path of each event. */
  paths: readonly string[]
  /** Undoes the deletion of all, so that they can be deleted once more. */
  restore: () => Promise<void>
}>

// The first number: no other event of the database has a higher one.
const firstNumber = 5_000
const insertDatesOf = (names: TableNames, event: number) => insertDates(names)([dateRows(event, 1_000_000)])

/** Adds `count` events with `tickets` tickets each, by SQL, to a database with the tables of any version. */
export const addCrowdedEvents = async (url: string, count: number, tickets: number): Promise<CrowdedEvents> => {
  const numbers = Array.from({ length: count }, (_, n) => firstNumber + n)
  await withDatabase(url, async (database, run) => {
    const names = await tableNamesIn(database)
    for (const event of numbers) {
      await run(insertEvents([eventRow(event)]))
      await run(insertDatesOf(names, event))
    }
    const [date] = datesOf(firstNumber, 1_000_000)
    const ticket = (n: number) => ticketRow(firstNumber * 1_000_000 + n, firstNumber + Math.floor(n / tickets), date)
    await bulkLoad(database, insertTickets(names), count * tickets, ticket, 'tickets of the events to be deleted')
  })
  return {
    paths: numbers.map((event) => `${basePath}/special-events/${idOf('event', event)}`),
    restore: () =>
      withDatabase(url, async (database, run) => {
        const names = await tableNamesIn(database)
        for (const event of numbers) await restore(names, event, run)
      }),
  }
}

const restore = async (names: TableNames, event: number, run: (statement: string) => Promise<unknown>) => {
  const id = idLiteral('event', event)
  for (const table of ['special_event', names.dates, ...names.removed])
    await run(`delete from ${table} where event_id = ${id}`)
  await run(insertEvents([eventRow(event)]))
  await run(insertDatesOf(names, event))
}

const withDatabase = async <T>(
  url: string,
  work: (database: MuseumDatabase, run: (statement: string) => Promise<unknown>) => Promise<T>,
): Promise<T> => {
  const database = openDatabase(url)
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  try {
    // The server may still write for the last requests of a load.
    if (url.startsWith('sqlite:')) await run('pragma busy_timeout = 30000')
    return await work(database, run)
  } finally {
    await database.close()
  }
}
