import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/testing'
import { ConfirmationCode, Email, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery, type KyselyPlugin } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { bytesOfUuid } from '@museum/database'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { erasedEmailHash } from '../tickets/email-hashes.ts'
import { rowOf } from '../tickets/ticket-rows.ts'
import { migrationsOn } from './index.ts'
import { migrate } from './migrate.ts'

const migration = 'm023-email-domains'
const page = { page: 1, limit: 1 }
const count = 4_000
/** Both forms of one domain, another way to type it, and another address. */
const emails = ['kasse@bücher.example', 'Kasse@XN--bcher-kva.example', 'kasse@ｂücher。example', 'visitor@example.org']
/** The number of updates of the migration: of the tickets, a thousand international addresses each, and of one recipient. */
const updates = 4
const emailOf = (n: number) => emails[n % emails.length]!
/** The hash that the version before stores for these addresses. */
const hashBefore = (email: string) => hash('sha256', email.toLowerCase(), 'buffer').subarray(0, 16)
const entryOf = () => anAuditEntry()

describe.each(namedEngines)(`a database of the version before migration ${migration}, on %s,`, (_, engine) => {
  let created: EmptyDatabase
  let database: MuseumDatabase
  const sell = async (
    from: number,
    to: number,
    hashOf: (email: string) => Uint8Array | null = hashBefore,
    emailAt = emailOf,
  ) => {
    const rows = Array.from({ length: to - from }, (_row, n) => from + n).map((n) => {
      const email = emailAt(n)
      const ticket = aGeneralTicket({
        ticketId: TicketId(exampleId(1_000 + n)),
        confirmationCode: ConfirmationCode(`code-${n}`),
        // Servers of then stored addresses that are refused now.
        purchaser: { email: email as Email },
      })
      // Without the column of a later migration.
      const { entry_minute: _, ...row } = rowOf(ticket)
      return Object.assign(row, { email_hash: hashOf(email) })
    })
    for (let start = 0; start < rows.length; start += 500)
      await database.kysely
        .insertInto('museum_ticket')
        .values(rows.slice(start, start + 500))
        .execute()
  }
  beforeEach(async () => {
    created = await engine.createDatabase()
    database = openDatabase(created.url)
    const provider = { getMigrations: async () => migrationsOn(database.engine) }
    const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo('m022-further-entries')
    if (error !== undefined) throw error
    await sell(0, count)
    await database.kysely
      .insertInto('mail_recipient')
      .values(
        [emails[0]!, emails[1]!, emails[3]!].map((email, n) => ({
          message_id: bytesOfUuid(exampleId(n)),
          email: email as Email,
          email_hash: hashBefore(email),
        })),
      )
      .execute()
  })
  afterEach(async () => {
    await database.close()
    await created.drop()
  })

  const stored = async () => {
    const tickets = await database.kysely
      .selectFrom('museum_ticket')
      .select(['email', 'email_hash'])
      .orderBy('ticket_id')
      .execute()
    const recipients = await database.kysely
      .selectFrom('mail_recipient')
      .select(['email', 'email_hash'])
      .orderBy('message_id')
      .execute()
    const rows = [...tickets, ...recipients]
    return rows.map(({ email, email_hash }) => [email, email_hash && Buffer.from(email_hash).toString('hex')] as const)
  }
  const found = async () => {
    const { tickets } = kyselyRepositories(database)
    return Promise.all(emails.map(async (email) => (await tickets.list({ email: Email(email) }, page)).total))
  }
  const interruptedAfter = (allowed: number): KyselyPlugin => {
    let remaining = allowed
    return {
      transformQuery({ node }) {
        const isOfData = /"(?:museum_ticket|mail_recipient)"/.test(JSON.stringify(node))
        if (node.kind.startsWith('Update') && isOfData && (remaining -= 1) < 0) throw new Error('interrupted')
        return node
      },
      transformResult: async ({ result }) => result,
    }
  }

  it('has, after the migration, tickets and recipients that are found and erased by both forms of their domain', async () => {
    const hashes = async () => new Set((await stored()).slice(0, 3).map(([, hashed]) => hashed)).size
    expect(await hashes()).toBe(3)
    const before = await stored()
    expect(await migrate(database)).toContain(migration)
    expect(await hashes()).toBe(1)
    const after = await stored()
    expect(after.map(([email]) => email)).toEqual(before.map(([email]) => email))
    const changed = after.flatMap(([email, hashed], n) => (hashed === before[n]![1] ? [] : [email]))
    // Those of the domain itself and of other domains do not change.
    expect([changed.length, new Set(changed)]).toEqual([2_001, new Set([emails[1], emails[2]])])
    expect(await found()).toEqual([3_000, 3_000, 3_000, 1_000])
    const { purchaserData } = kyselyRepositories(database)
    expect((await purchaserData.erase({ email: Email(emails[1]!) }, entryOf)).tickets).toBe(3_000)
    expect(await found()).toEqual([0, 0, 0, 1_000])
    expect(new Set((await stored()).map(([email]) => email))).toEqual(new Set(['', emails[3]]))
  })

  it('keeps tickets without a hash, which the next search stores, and those whose data were erased', async () => {
    await database.kysely
      .updateTable('museum_ticket')
      .set({ email: '', phone: null, email_hash: erasedEmailHash })
      .where('email', '=', emails[1] as Email)
      .execute()
    await sell(count, count + 20, () => null)
    await migrate(database)
    const after = (await stored()).slice(0, -3)
    expect(after[1]).toEqual(['', Buffer.from(erasedEmailHash).toString('hex')])
    expect(after.slice(count).map(([, hashed]) => hashed)).toEqual(Array.from({ length: 20 }, () => null))
    expect(await found()).toEqual([2_015, 2_015, 2_015, 1_005])
  })

  it('has tickets that are found by both forms after the hashes of an older server were removed', async () => {
    await migrate(database)
    await sell(count, count + 20)
    const withEmptyLabel = ['visitor@example..org', 'visitor@.example.org', 'visitor@example.org.']
    await sell(count + 20, count + 23, hashBefore, (n) => withEmptyLabel[n - count - 20]!)
    expect(await found()).not.toEqual([3_015, 3_015, 3_015, 1_008])
    // The statement of CHANGELOG.md.
    const [bytes, characters] = engine.isMysql
      ? ['length(email)', 'char_length(email)']
      : ['length(cast(email as blob))', 'length(email)']
    const statement = `update museum_ticket set email_hash = null
      where ${bytes} > ${characters} or lower(email) like '%xn--%' or email like '%@.%' or email like '%..%' or email like '%.'`
    await database.kysely.executeQuery(CompiledQuery.raw(statement))
    expect(await found()).toEqual([3_015, 3_015, 3_015, 1_008])
  })

  it('is migrated after an interruption at each of its updates', async () => {
    const before = await stored()
    let changedBefore = 0
    for (let done = 0; done < updates; done += 1) {
      // MySQL keeps the updates of an interrupted run, so each run after the first adds one. SQLite rolls back all updates of
      // the run.
      const kysely = database.kysely.withPlugin(interruptedAfter(engine.isMysql ? Math.min(done, 1) : done))
      await expect(migrate({ ...database, kysely })).rejects.toThrow('interrupted')
      const changed = (await stored()).filter(([, hashed], n) => hashed !== before[n]![1]).length
      if (engine.isMysql && done > 0) expect(changed).toBeGreaterThan(changedBefore)
      else expect(changed).toBe(0)
      changedBefore = changed
    }
    expect(await migrate(database)).toContain(migration)
    expect(await found()).toEqual([3_000, 3_000, 3_000, 1_000])
    // When it runs again, it updates nothing.
    await migrationsOn(database.engine)[migration]!.up(database.kysely.withPlugin(interruptedAfter(0)))
  })
})
