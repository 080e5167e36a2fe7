/**
 * Measures the migrations that this version adds to another one, on a database of that version with many tickets:
 *
 *     pnpm bench:migration sqlite|mariadb|mysql --before CHECKOUT [--tickets MILLIONS]
 *
 * `CHECKOUT` is one of the version before, with its dependencies installed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '@museum/adapters-persistence'
import { CompiledQuery } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { migrateDatabase, repository } from './measured-server.ts'
import { startMysql } from './start-mysql.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { before: { type: 'string' }, tickets: { type: 'string', default: '10' } },
})
const [engine] = positionals
if ((engine !== 'sqlite' && engine !== 'mariadb' && engine !== 'mysql') || values.before === undefined)
  throw new Error('Usage: measure-migration.ts sqlite|mariadb|mysql --before CHECKOUT [--tickets MILLIONS]')
const millions = Number(values.tickets)
const events = 10_000

const sqlite = {
  id: (prefix: string, n: string) => `unhex(printf('${prefix}%028x', ${n}))`,
  date: (days: string) => `date('2031-01-01', '+' || (${days}) || ' days')`,
  code: (n: string) => `'ticket-' || (${n})`,
  intDiv: '/',
}
const mysql = {
  id: (prefix: string, n: string) => `unhex(concat('${prefix}', lpad(hex(${n}), 28, '0')))`,
  date: (days: string) => `date_add('2031-01-01', interval (${days}) day)`,
  code: (n: string) => `concat('ticket-', ${n})`,
  intDiv: 'div',
}
const { id, date, code, intDiv } = engine === 'sqlite' ? sqlite : mysql

/** Rows with `n` from `first` on; `digits` digits long. */
const numbers = (first: number, digits: number) => {
  const names = Array.from({ length: digits }, (_, place) => `d${place}`)
  const n = names.map((name, place) => `${name}.n * ${10 ** place}`).join(' + ')
  return `(select ${first} + ${n} as n from ${names.map((name) => `digit as ${name}`).join(', ')}) as numbers`
}
const eventId = id('0193', `n % ${events}`)
const firstDay = `(n % ${events}) % 1000`
const ifEvent = (value: string) => `case when n % 5 < 4 then ${value} end`
const isSold = `state <> 'cancelled'`
/** The statements that fill a database. A version that counts sales has them in the table of dates, which got another name. */
const statementsOf = (countsSales: boolean) => [
  // Otherwise the indexes are read from the file again and again.
  ...(engine === 'sqlite' ? ['pragma cache_size = -4000000'] : []),
  'create table digit (n integer primary key)',
  `insert into digit values ${Array.from({ length: 10 }, (_, n) => `(${n})`).join()}`,
  `insert into special_event (event_id, name, location, event_description, price, revision, capacity)
   select ${eventId}, 'Night at the Museum', 'Main Hall', '', 1990, 1, case when n % 2 = 0 then 100000 end from ${numbers(0, 4)}`,
  ...[0, 1, 7].map(
    (days, index, all) =>
      `insert into ${countsSales ? 'occurrence' : 'special_event_occurrence'} (event_id, event_date, previous_date, occurrence_number)
       select ${eventId}, ${date(`${firstDay} + ${days}`)}, ${index === 0 ? 'null' : date(`${firstDay} + ${all[index - 1]}`)}, 1
       from ${numbers(0, 4)}`,
  ),
  ...Array.from(
    { length: millions },
    (_, million) =>
      `insert into museum_ticket (ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email,
         confirmation_code, price, currency, state, occurrence_number, sold_at, signing_key, email_hash)
       select ${id('0194', 'n')}, case when n % 5 < 4 then 'event' else 'general' end, ${ifEvent(eventId)},
         ${ifEvent(`'Night at the Museum'`)}, ${ifEvent(`'Main Hall'`)},
         case when n % 5 < 4 then ${date(`${firstDay} + case (n ${intDiv} ${events}) % 3 when 0 then 0 when 1 then 1 else 7 end`)}
           else ${date('n % 365')} end,
         case when n % 100 = 0 then 'visitor@xn--bcher-kva.example' else 'visitor@example.org' end, ${code('n')}, 1990, 'EUR', case when n % 97 = 0 then 'cancelled' else 'valid' end,
         ${ifEvent('1')}, 1900000000000 + n, 1, ${id('0195', `n ${intDiv} 3`)}
       from ${numbers(million * 1_000_000, 6)}`,
  ),
  ...(countsSales
    ? [
        `update occurrence set
           capacity = (select capacity from special_event where special_event.event_id = occurrence.event_id),
           sold = (select count(*) from museum_ticket where museum_ticket.event_id = occurrence.event_id
             and ticket_date = event_date and museum_ticket.occurrence_number = occurrence.occurrence_number and ${isSold})`,
        `insert into general_entry_day (entry_date, sold)
         select ticket_date, count(*) from museum_ticket where event_id is null and ${isSold} group by ticket_date`,
      ]
    : []),
  'drop table digit',
]

const data = join(repository, 'quality/bench/data')
mkdirSync(data, { recursive: true })
const folder = mkdtempSync(join(data, 'migration-'))
const server = engine === 'sqlite' ? undefined : await startMysql(engine, join(folder, 'server'))
const size = () => Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])
const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`
}
try {
  const url = server === undefined ? `sqlite:${join(folder, 'museum.sqlite')}` : `${server.url}/migration`
  if (server !== undefined) {
    const connection = await createConnection({ uri: server.url })
    await connection.query('create database migration')
    await connection.end()
  }
  await migrateDatabase(url, resolve(values.before))
  const database = openDatabase(url)
  const tables = await database.kysely.introspection.getTables()
  const statements = statementsOf(tables.some(({ name }) => name === 'occurrence'))
  const filling = await seconds(async () => {
    for (const [n, statement] of statements.entries()) {
      await database.kysely.executeQuery(CompiledQuery.raw(statement))
      console.error(`${n + 1} of ${statements.length} statements`)
    }
  })
  await database.close()
  const free = () => Math.round((statfsSync(folder).bavail * statfsSync(folder).bsize) / 2 ** 20)
  const [sizeBefore, freeBefore] = [size(), free()]
  let [largest, leastFree] = [sizeBefore, freeBefore]
  const sampling = setInterval(() => {
    ;[largest, leastFree] = [Math.max(largest, size()), Math.min(leastFree, free())]
  }, 500)
  const time = await seconds(() => migrateDatabase(url))
  clearInterval(sampling)
  console.log(
    `${server?.description ?? 'SQLite'}: ${millions} million tickets (filled in ${filling}), ${sizeBefore} MiB: migrated in ${time}; ` +
      `at most ${largest - sizeBefore} MiB more in the folder, ${freeBefore - leastFree} MiB less free on the disk; ` +
      `afterwards ${size()} MiB; load average ${loadavg()[0]!.toFixed(1)}`,
  )
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true })
}
