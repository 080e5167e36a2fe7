import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/testing'
import { ConfirmationCode, Email, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery, type KyselyPlugin } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { erasedEmailHash } from '../tickets/email-hashes.ts'
import { rowOf } from '../tickets/ticket-rows.ts'
import { migrationsOn } from './index.ts'
import { migrate } from './migrate.ts'

const migration = '2026-12-16-email-forms'
const page = { page: 1, limit: 1 }
const count = 3_500
/** The address of the n-th ticket: one of the forms of one of two addresses, or another address. */
const emailOf = (n: number) =>
  n % 10 === 0
    ? ['zo\u00eb@example.org', 'ZOE\u0308@example.org'][(n / 10) % 2]!
    : n % 10 === 5
      ? ['ΝΊΚΟΣ@example.org', 'νίκοσ@example.org'][((n - 5) / 10) % 2]!
      : `Visitör${n}@example.org`
/** The hash that the version before stores. */
const lowerCaseHash = (email: string) => hash('sha256', email.toLowerCase(), 'buffer').subarray(0, 16)
const entryOf = () => anAuditEntry()

describe.each(namedEngines)(`a database of the version before migration ${migration}, on %s,`, (_, engine) => {
  let created: EmptyDatabase
  let database: MuseumDatabase
  const sell = async (from: number, to: number, hashOf: (email: string) => Uint8Array | null = lowerCaseHash) => {
    const rows = Array.from({ length: to - from }, (_row, n) => from + n).map((n) => {
      const ticket = aGeneralTicket({
        ticketId: TicketId(exampleId(1_000 + n)),
        confirmationCode: ConfirmationCode(`code-${n}`),
        purchaser: { email: Email(emailOf(n)) },
      })
      // Columns of later migrations.
      // Without the columns of later migrations.
      const { price_category: _, price_category_name: __, order_id: ___, entry_minute: ____, ...row } = rowOf(ticket)
      return Object.assign(row, { email_hash: hashOf(emailOf(n)) })
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
    const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo('2026-12-15-purchaser-data')
    if (error !== undefined) throw error
    await sell(0, count)
  })
  afterEach(async () => {
    await database.close()
    await created.drop()
  })

  const hashes = async () =>
    (await database.kysely.selectFrom('museum_ticket').select('email_hash').orderBy('ticket_id').execute()).map(
      ({ email_hash }) => email_hash && Buffer.from(email_hash).toString('hex'),
    )
  const found = async () => {
    const { tickets } = kyselyRepositories(database)
    const totals = [
      'Zoe\u0308@example.org',
      'ZOË@example.org',
      'νίκος@example.org',
      'νίκοΣ@example.org',
      'visitör1@EXAMPLE.org',
    ]
    return Promise.all(totals.map(async (email) => (await tickets.list({ email: Email(email) }, page)).total))
  }

  const interruptedAfter = (updates: number): KyselyPlugin => {
    let remaining = updates
    return {
      transformQuery({ node }) {
        if (node.kind.startsWith('Update') && /"museum_ticket"/.test(JSON.stringify(node)) && (remaining -= 1) < 0)
          throw new Error('interrupted')
        return node
      },
      transformResult: async ({ result }) => result,
    }
  }
  const expectInterrupted = async (updates: number) => {
    const kysely = database.kysely.withPlugin(interruptedAfter(updates))
    await expect(migrate({ ...database, kysely })).rejects.toThrow('interrupted')
  }

  it('has, after the migration, tickets that are found by every form of their address, and erased by it', async () => {
    const before = await hashes()
    expect(await migrate(database)).toContain(migration)
    const after = await hashes()
    // Most hashes do not change: those of addresses whose lower case is in Unicode's normalization form C and has no ς.
    const changed = after.flatMap((each, n) => (each === before[n] ? [] : [emailOf(n)]))
    expect([changed.length, new Set(changed)]).toEqual([350, new Set(['ZOE\u0308@example.org', 'ΝΊΚΟΣ@example.org'])])
    expect(await found()).toEqual([350, 350, 350, 350, 1])
    const { purchaserData } = kyselyRepositories(database)
    expect((await purchaserData.erase({ email: Email('νίκοσ@example.org') }, entryOf)).tickets).toBe(350)
    expect(await found()).toEqual([350, 350, 0, 0, 1])
  })

  it('keeps tickets without a hash, which the next search stores, and those whose data were erased', async () => {
    // As the version of this schema erased them.
    await database.kysely
      .updateTable('museum_ticket')
      .set({ email: '', phone: null, email_hash: erasedEmailHash })
      .where('email', '=', Email(emailOf(1)))
      .execute()
    const erased = Buffer.from(erasedEmailHash).toString('hex')
    await sell(count, count + 20, () => null)
    await migrate(database)
    const after = await hashes()
    expect([after[1], ...after.slice(count)]).toEqual([erased, ...Array.from({ length: 20 }, () => null)])
    expect(await found()).toEqual([352, 352, 352, 352, 0])
  })

  it('has tickets that are found by every form of their address after the hashes of an older server were removed', async () => {
    await migrate(database)
    await sell(count, count + 20)
    expect(await found()).not.toEqual([352, 352, 352, 352, 1])
    // The statement of CHANGELOG.md.
    const [bytes, characters] = engine.isMysql
      ? ['length(email)', 'char_length(email)']
      : ['length(cast(email as blob))', 'length(email)']
    const statement = `update museum_ticket set email_hash = null where ${bytes} > ${characters}`
    await database.kysely.executeQuery(CompiledQuery.raw(statement))
    expect(await found()).toEqual([352, 352, 352, 352, 1])
  })

  it('is migrated after an interruption at each of its updates', async () => {
    const before = await hashes()
    await expectInterrupted(0)
    expect(await hashes()).toEqual(before)
    for (const updates of [1, 2, 3]) {
      // Each run updates the tickets of one more statement; SQLite rolls all of them back.
      await expectInterrupted(engine.isMysql ? 1 : updates)
      const changed = (await hashes()).map((each, n) => each !== before[n]).lastIndexOf(true)
      expect(changed < 0 ? 0 : Math.ceil(changed / 1_000)).toBe(engine.isMysql ? updates : 0)
    }
    expect(await migrate(database)).toContain(migration)
    expect(await found()).toEqual([350, 350, 350, 350, 1])
    // When it runs again, it updates nothing.
    await migrationsOn(database.engine)[migration]!.up(database.kysely.withPlugin(interruptedAfter(0)))
  })
})
