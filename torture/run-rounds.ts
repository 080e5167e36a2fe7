/** What is tortured: a museum on a database of its own, and what is stored there. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '@museum/adapters-persistence'
import { createConnection } from 'mysql2/promise'
import { provideMysqlServer } from '../tools/mysql-server/provide-mysql-server.ts'
import { type Books, type Figures, type Stored, type Violation, audit, emptyBooks } from './check-history.ts'
import { hangUp } from './client.ts'
import { type Server, freePort, startServer } from './start-server.ts'

export const engines = ['mariadb', 'mysql', 'sqlite'] as const
export type EngineName = (typeof engines)[number]

/** A database engine, which has a new database for each kind of torture. */
export type Engine = Readonly<{
  name: EngineName
  description: string
  newDatabase: () => Promise<string>
  /** Kills the database server, and resolves when it is back, on the same port and data. */
  crash?: () => Promise<void>
  /** Where logs and files are; they stay when `keep` says so. */
  folder: string
  stop: (keep: boolean) => Promise<void>
}>

/** Starts an engine with settings that let no commit be lost. */
export const startEngine = async (name: EngineName): Promise<Engine> => {
  const folder = mkdtempSync(join(tmpdir(), `museum-torture-${name}-`))
  const remove = (keep: boolean) => {
    if (!keep) rmSync(folder, { recursive: true, force: true })
  }
  let number = 0
  const nextName = () => `torture_${(number += 1)}`
  if (name === 'sqlite') {
    const newDatabase = async () => `sqlite:${join(folder, `${nextName()}.sqlite`)}`
    return { name, description: 'SQLite', newDatabase, folder, stop: async (keep) => remove(keep) }
  }
  const server = await provideMysqlServer({
    flavour: name,
    serverArguments: ['--innodb-flush-log-at-trx-commit=1'],
    port: await freePort(),
    restartsWhenKilled: true,
  })
  const { crash } = server
  if (crash === undefined) throw new Error(`Only a private instance can be killed, not ${server.description}.`)
  return {
    name,
    description: server.description.split(',')[0]!,
    async newDatabase() {
      const database = nextName()
      const connection = await createConnection(server.url)
      await connection.query(`create database ${database} character set utf8mb4 collate utf8mb4_bin`)
      await connection.end()
      return `${server.url}/${database}`
    },
    crash,
    folder,
    async stop(keep) {
      await server.stop()
      remove(keep)
    },
  }
}

/** What a kind of torture found. */
export type Outcome = Readonly<{ rounds: number; kills: number; figures: Figures; violations: readonly Violation[] }>

/** A museum under torture: its servers, and the books of its clients. */
export type Museum = Readonly<{ engine: Engine; servers: readonly Server[]; books: Books }>

/** How a museum is tortured: `isCutOff` where answers may be missing. */
type Course = Readonly<{ servers: number; rounds: number; isCutOff: boolean }>

/** Opens a museum, tortures it in rounds, and compares books and database after each of them. */
export const torture = async (
  engine: Engine,
  { servers, rounds, isCutOff }: Course,
  round: (museum: Museum) => Promise<Readonly<{ kills: number; violations?: readonly Violation[] }>>,
): Promise<Outcome> => {
  const url = await engine.newDatabase()
  const database = openDatabase(url)
  await migrate(database)
  const museum = {
    engine,
    servers: await Promise.all(
      Array.from({ length: servers }, (_, n) => startServer(url, join(engine.folder, `server-${n + 1}.log`))),
    ),
    books: emptyBooks(isCutOff),
  }
  let [done, kills] = [0, 0]
  const violations: Violation[] = []
  let audited: ReturnType<typeof audit>
  try {
    do {
      const found = await round(museum)
      done += 1
      // A server may end a connection that was idle for long just when it is used again.
      hangUp()
      kills += found.kills
      violations.push(...(found.violations ?? []))
      audited = audit(museum.books, await stored(database))
    } while (done < rounds && audited.violations.length + violations.length === 0)
  } finally {
    await Promise.all(museum.servers.map((server) => server.stop()))
    await database.close()
  }
  const failures = museum.servers.flatMap((server) => server.failures).map((fault) => ({ fault }))
  return {
    rounds: done,
    kills,
    figures: audited.figures,
    violations: [...violations, ...audited.violations, ...failures],
  }
}

const stored = async ({ kysely }: ReturnType<typeof openDatabase>): Promise<Stored> => {
  const tickets = await kysely
    .selectFrom('ticket')
    .select([
      'ticket_id',
      'ticket_type',
      'ticket_date',
      'event_id',
      'event_name',
      'email',
      'confirmation_code',
      'state',
    ])
    .execute()
  const events = await kysely.selectFrom('special_event').select(['event_id', 'name']).execute()
  const dates = await kysely.selectFrom('special_event_date').select(['event_id', 'event_date']).execute()
  const datesOf = Map.groupBy(dates, (row) => uuidOf(row.event_id))
  return {
    tickets: tickets.map((row) => ({
      ticketId: uuidOf(row.ticket_id),
      ticketType: row.ticket_type,
      ticketDate: row.ticket_date,
      eventId: row.event_id && uuidOf(row.event_id),
      eventName: row.event_name,
      email: row.email,
      confirmationCode: row.confirmation_code,
      state: row.state,
    })),
    events: events.map((row) => {
      const eventId = uuidOf(row.event_id)
      return { eventId, name: row.name, dates: (datesOf.get(eventId) ?? []).map(({ event_date: date }) => date) }
    }),
  }
}

const uuidOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
