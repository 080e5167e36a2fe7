import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type MuseumDatabase, openDatabase } from '@museum/adapters-persistence'
import { CompiledQuery, sql } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { bulkLoad } from './bulk-load.ts'
import { migrateDatabase, repository } from './measured-server.ts'
import { once } from './once.ts'
import { presentNames, tableNamesIn } from './table-names.ts'
import { dateRows, datesOf, eventRow, idOf, insertDates, insertEvents, insertTickets, ticketRow } from './test-data.ts'

/** How many events and tickets a database has. */
export type Size = Readonly<{ events: number; tickets: number }>

/** The databases of one engine. Each function returns a URL; a database is created when its URL is first requested. */
export type Databases = Readonly<{
  /** 1,000 events, no ticket. */
  small: () => Promise<string>
  /** The same size, for a server that must not share its tables. */
  empty: () => Promise<string>
  /** The large database, which is kept for the next run. */
  large: () => Promise<string>
  /** `makeDatabase`, by a name. */
  make: (name: string, size: Size, checkout?: string) => Promise<string>
  /** Deletes every database that was made, except for the large one. */
  dropTemporary: () => Promise<void>
}>

/** `server` is the URL of the MySQL server; SQLite keeps its files in `folder`. */
export const databasesOf = (folder: string, server: string | undefined, largeSize: Size): Databases => {
  const urlOf = (name: string) => (server ? `${server}/${name}` : `sqlite:${join(folder, `${name}.sqlite`)}`)
  const temporary: string[] = []
  const make: Databases['make'] = async (name, size, checkout) => {
    const url = urlOf(name)
    temporary.push(url)
    await makeDatabase(url, size, checkout)
    return url
  }
  return {
    small: once(() => make('bench_small', { events: 1_000, tickets: 0 })),
    empty: once(() => make('bench_empty', { events: 1_000, tickets: 0 })),
    large: once(async () => {
      const url = urlOf(`bench_${largeSize.events}_${largeSize.tickets}`)
      if (await isComplete(url, largeSize)) await migrateDatabase(url)
      else {
        console.error(`Loading ${largeSize.events} events and ${largeSize.tickets} tickets, once:`)
        await makeDatabase(url, largeSize)
      }
      return url
    }),
    make,
    dropTemporary: async () => {
      for (const url of temporary) await drop(url)
    },
  }
}

/** Deletes the database if it exists, and creates it with the tables of the version in `checkout`. */
export const makeDatabase = async (url: string, size: Size, checkout = repository): Promise<void> => {
  await drop(url)
  if (!isFile(url)) await onServer(url, (name) => `create database ${name} character set utf8mb4 collate utf8mb4_bin`)
  await migrateDatabase(url, checkout)
  const database = openDatabase(url)
  await fill(database, size)
  if (!isFile(url)) await updateStatistics(database)
  await database.close()
}

const fill = async (database: MuseumDatabase, { events, tickets }: Size) => {
  const names = await tableNamesIn(database)
  const progress = (what: string) => (tickets > 0 ? what : undefined)
  await bulkLoad(database, insertEvents, events, eventRow, progress('events'))
  await bulkLoad(database, insertDates(names), events, (n) => dateRows(n, events), progress('dates'))
  // As after earlier sales.
  const slots = `insert into slot (offer_id, slot_date, number, slot_minute, sold, held, changes)
    select event_id, event_date, number, -1, 0, 0, 0 from event_occurrence`
  if (names === presentNames) await database.kysely.executeQuery(CompiledQuery.raw(slots))
  const ticket = (n: number) => ticketRow(n, n % events, datesOf(n % events, events)[0])
  await bulkLoad(database, insertTickets, tickets, ticket, progress('tickets'))
}

/** MySQL chooses indexes by statistics, which lag behind a bulk load. */
const updateStatistics = async (database: MuseumDatabase): Promise<void> => {
  const { dates } = await tableNamesIn(database)
  const tables = ['special_event', dates, 'museum_ticket'].map((name) => sql.table(name))
  await sql`analyze table ${sql.join(tables)}`.execute(database.kysely)
}

const isFile = (url: string) => url.startsWith('sqlite:')

const drop = async (url: string) => {
  // Also deletes SQLite's other files and the copies before migrations.
  if (isFile(url)) for (const file of globSync(`${url.slice('sqlite:'.length)}*`)) rmSync(file)
  else await onServer(url, (name) => `drop database if exists ${name}`)
}

const onServer = async (url: string, statement: (databaseName: string) => string) => {
  const server = new URL(url)
  const name = server.pathname.slice(1)
  server.pathname = ''
  const connection = await createConnection({ uri: server.href })
  await connection.query(statement(name))
  await connection.end()
}

/** Whether the database has its last ticket, which is loaded last. Its tables may be those of an earlier version. */
const isComplete = async (url: string, { tickets }: Size): Promise<boolean> => {
  const database = openDatabase(url)
  try {
    const last = Buffer.from(idOf('ticket', tickets - 1).replaceAll('-', ''), 'hex')
    const found = await sql`select 1 from museum_ticket where ticket_id = ${last}`.execute(database.kysely)
    return found.rows.length === 1
  } catch {
    return false
  } finally {
    await database.close()
  }
}
