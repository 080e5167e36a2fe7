import { type MuseumDatabase, openDatabase } from '@museum/adapters-persistence'
import { CompiledQuery } from 'kysely'
import { bulkLoad } from './bulk-load.ts'
import { presentNames } from './table-names.ts'
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
  /** The path of each event, below the base path. */
  paths: readonly string[]
  /** Undoes the deletion of all, so that they can be deleted once more. */
  restore: () => Promise<void>
}>

// The first number: no other event of the database has a higher one.
const firstNumber = 5_000

/** Adds `count` events with `tickets` tickets each, by SQL. */
export const addCrowdedEvents = async (url: string, count: number, tickets: number): Promise<CrowdedEvents> => {
  const numbers = Array.from({ length: count }, (_, n) => firstNumber + n)
  const addEvent = async (run: Run, event: number) => {
    await run(insertEvents([eventRow(event)]))
    await run(insertDates(presentNames)([dateRows(event, 1_000_000)]))
  }
  await withDatabase(url, async (database, run) => {
    for (const event of numbers) await addEvent(run, event)
    const [date] = datesOf(firstNumber, 1_000_000)
    const ticket = (n: number) => ticketRow(firstNumber * 1_000_000 + n, firstNumber + Math.floor(n / tickets), date)
    await bulkLoad(database, insertTickets, count * tickets, ticket, 'tickets of the events to be deleted')
  })
  const restore = () =>
    withDatabase(url, async (_, run) => {
      for (const event of numbers) {
        for (const table of ['special_event', presentNames.dates])
          await run(`delete from ${table} where event_id = ${idLiteral('event', event)}`)
        await addEvent(run, event)
      }
    })
  return { paths: numbers.map((event) => `/special-events/${idOf('event', event)}`), restore }
}

type Run = (statement: string) => Promise<unknown>

const withDatabase = async <T>(url: string, work: (database: MuseumDatabase, run: Run) => Promise<T>): Promise<T> => {
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
