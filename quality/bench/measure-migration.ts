/**
 * Measures the migrations that this version adds to another one, on a database of that version with many tickets:
 *
 *     pnpm bench:migration sqlite|mariadb|mysql --before CHECKOUT [--tickets MILLIONS]
 *
 * `CHECKOUT` is one of the version before, which has the migration `m026-slots`, with its dependencies installed. Eight of ten
 * tickets are in orders of two.
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
const noEvent = engine === 'sqlite' ? 'zeroblob(16)' : `repeat(char(0), 16)`
const bothIds =
  engine === 'sqlite'
    ? `cast(${id('0194', 'n')} || ${id('0194', 'n + 1')} as blob)`
    : `concat(${id('0194', 'n')}, ${id('0194', 'n + 1')})`
/** Each million tickets, and their orders. */
const million = 1_000_000
/** The statements that fill a database. */
const statements = [
  // Otherwise the indexes are read from the file again and again.
  ...(engine === 'sqlite' ? ['pragma cache_size = -4000000'] : []),
  'create table digit (n integer primary key)',
  `insert into digit values ${Array.from({ length: 10 }, (_, n) => `(${n})`).join()}`,
  `insert into special_event (event_id, name, location, event_description, price, revision, capacity)
   select ${eventId}, 'Night at the Museum', 'Main Hall', '', 1990, 1, case when n % 2 = 0 then 100000 end from ${numbers(0, 4)}`,
  ...[0, 1, 7].map(
    (days, index, all) =>
      `insert into event_occurrence (event_id, event_date, previous_date, number)
       select ${eventId}, ${date(`${firstDay} + ${days}`)}, ${index === 0 ? 'null' : date(`${firstDay} + ${all[index - 1]}`)}, 1
       from ${numbers(0, 4)}`,
  ),
  ...Array.from({ length: millions }, (_, part) => [
    `insert into museum_ticket (ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email,
       confirmation_code, price, currency, state, occurrence_number, sold_at, sold_by, signing_key, email_hash, order_id)
     select ${id('0194', 'n')}, case when n % 5 < 4 then 'event' else 'general' end, ${ifEvent(eventId)},
       ${ifEvent(`'Night at the Museum'`)}, ${ifEvent(`'Main Hall'`)},
       case when n % 5 < 4 then ${date(`${firstDay} + case (n ${intDiv} ${events}) % 3 when 0 then 0 when 1 then 1 else 7 end`)}
         else ${date('n % 365')} end,
       'visitor@example.org', ${code('n')}, 1990, 'EUR', case when n % 97 = 0 then 'cancelled' else 'valid' end,
       ${ifEvent('1')}, 1900000000000 + n, x'6465736b2d31', 1, ${id('0195', `n ${intDiv} 3`)},
       case when n % 10 < 8 then ${id('0196', `n - n % 2`)} end
     from ${numbers(part * million, 6)}`,
    `insert into museum_order (order_id, ticket_ids, payment_method)
     select ${id('0196', 'n')}, ${bothIds}, 'card' from ${numbers(part * million, 6)} where n % 2 = 0 and n % 10 < 8`,
  ]).flat(),
  `insert into slot (offer_id, slot_date, number, slot_minute, sold, held, changes)
   select coalesce(event_id, ${noEvent}), ticket_date, coalesce(occurrence_number, 0), -1, count(*), 0, 0
   from museum_ticket where state <> 'cancelled' group by event_id, ticket_date, occurrence_number`,
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
