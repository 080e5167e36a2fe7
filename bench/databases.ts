/** The data that is measured on. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type MuseumDatabase, migrate, openDatabase } from '@museum/adapters-persistence'
import { CompiledQuery, sql } from 'kysely'
import { createConnection } from 'mysql2/promise'

/** An identifier with a number in it, in the order of the numbers: `kind` keeps events and tickets apart. */
export const idOf = (kind: 'event' | 'ticket', n: number): string => {
  const hex = n.toString(16).padStart(12, '0')
  return `0194${kind === 'event' ? '0000' : '1111'}-${hex.slice(0, 4)}-7000-8000-${hex}`
}
const literalOf = (kind: 'event' | 'ticket', n: number) => `x'${idOf(kind, n).replaceAll('-', '')}'`

const day = (n: number) => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10)
/** The first day on which anything takes place. */
export const firstDay = day(0)
/** The dates of event number `n` of so many: a thousand days, each with its share of first nights. */
export const datesOf = (n: number, events: number): readonly [string, string, string] => {
  const first = Math.floor((n * 1_000) / events)
  return [day(first), day(first + 1), day(first + 7)]
}

const rowsOfEvent = (n: number) =>
  `(${literalOf('event', n)},'Night at the Museum ${n}','Main Hall','Torches, whispers, and a mammoth: the halls after dark, with soup.',1990)`
const rowsOfDates = (n: number, events: number) =>
  datesOf(n, events)
    .map((date, index, all) => `(${literalOf('event', n)},'${date}',${index === 0 ? 'null' : `'${all[index - 1]}'`})`)
    .join()
const rowOfTicket = (n: number, event: number, date: string) =>
  `(${literalOf('ticket', n)},'event',${literalOf('event', event)},'Night at the Museum ${event}','Main Hall','${date}',` +
  `'visitor-${n}@example.org',null,'ticket-event-${String(n).padStart(11, '0')}',1990,'EUR','valid')`

const load = async (
  database: MuseumDatabase,
  table: string,
  count: number,
  rowOf: (n: number) => string,
  what = '',
) => {
  const perStatement = 2_000
  for (let from = 0; from < count; from += 50_000) {
    await database.kysely.transaction().execute(async (tables) => {
      for (let first = from; first < Math.min(from + 50_000, count); first += perStatement) {
        const rows = Array.from({ length: Math.min(perStatement, count - first) }, (_, n) => rowOf(first + n))
        await tables.executeQuery(CompiledQuery.raw(`insert into ${table} values ${rows.join()}`))
      }
    })
    if (what !== '' && from % 1_000_000 === 0) console.error(`  ${what}: ${from.toLocaleString('en')}`)
  }
}

/** Which museum has how much. */
export type Size = Readonly<{ events: number; tickets: number }>

const fill = async (database: MuseumDatabase, { events, tickets }: Size) => {
  const isLarge = tickets > 0
  await load(database, 'special_event', events, rowsOfEvent, isLarge ? 'events' : '')
  await load(database, 'special_event_date', events, (n) => rowsOfDates(n, events), isLarge ? 'dates' : '')
  const ticket = (n: number) => rowOfTicket(n, n % events, datesOf(n % events, events)[0])
  await load(database, 'ticket', tickets, ticket, 'tickets')
}

/** Adds an event with so many tickets, whose number none of the others has. */
export const addCrowdedEvent = async (database: MuseumDatabase, event: number, tickets: number) => {
  await database.kysely.executeQuery(CompiledQuery.raw(`insert into special_event values ${rowsOfEvent(event)}`))
  await database.kysely.executeQuery(
    CompiledQuery.raw(`insert into special_event_date values ${rowsOfDates(event, 1_000_000)}`),
  )
  const date = datesOf(event, 1_000_000)[0]
  await load(database, 'ticket', tickets, (n) => rowOfTicket(event * 1_000_000 + n, event, date))
}

/** The databases of one engine, each under its URL; the large one is loaded when it is first asked for. */
export type Museums = Readonly<{ small: string; empty: string; large: () => Promise<string> }>

/** Makes the museums, or finds the large one as it was left. `server` is where MySQL answers; SQLite needs a folder only. */
export const prepareMuseums = async (folder: string, server: string | undefined, size: Size): Promise<Museums> => {
  const urlOf = (name: string) => (server ? `${server}/${name}` : `sqlite:${join(folder, `${name}.sqlite`)}`)
  const [small, empty] = [urlOf('bench_small'), urlOf('bench_empty')]
  for (const url of [small, empty]) await make(url, { events: 1_000, tickets: 0 })
  const large = async () => {
    const url = urlOf(`bench_${size.events}_${size.tickets}`)
    if (!(await isWhole(url, size))) {
      console.error(`Loading ${size.events} events and ${size.tickets} tickets, once:`)
      await make(url, size)
    }
    return url
  }
  return { small, empty, large }
}

const make = async (url: string, size: Size) => {
  const isFile = url.startsWith('sqlite:')
  if (isFile) for (const end of ['', '-wal', '-shm']) rmSync(`${url.slice('sqlite:'.length)}${end}`, { force: true })
  else
    await onServer(url, (name) => [
      `drop database if exists ${name}`,
      `create database ${name} character set utf8mb4 collate utf8mb4_bin`,
    ])
  const database = openDatabase(url)
  await migrate(database)
  await fill(database, size)
  if (!isFile) await sql`analyze table special_event, special_event_date, ticket`.execute(database.kysely)
  await database.close()
}

const onServer = async (url: string, statements: (name: string) => string[]) => {
  const server = new URL(url)
  const name = server.pathname.slice(1)
  server.pathname = ''
  const connection = await createConnection({ uri: server.href })
  for (const statement of statements(name)) await connection.query(statement)
  await connection.end()
}

// What is loaded last is there only when all is.
const isWhole = async (url: string, { tickets }: Size): Promise<boolean> => {
  const database = openDatabase(url)
  try {
    await migrate(database)
    const last = Buffer.from(idOf('ticket', tickets - 1).replaceAll('-', ''), 'hex')
    const found = await database.kysely.selectFrom('ticket').select('state').where('ticket_id', '=', last).execute()
    return found.length === 1
  } catch {
    return false
  } finally {
    await database.close()
  }
}
