import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type AdmissionRepository, type NewScan, Unavailable } from '@museum/application'
import { aNewScan, anAuditEntry } from '@museum/application/in-memory'
import { ConfirmationCode, type Gate, ScanId, TicketId, isRefusal } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/domain/examples'
import { CompiledQuery, sql } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { losingFirstTransaction } from '../../test/losing-first-transaction.ts'
import { startChild } from '../../test/start-child.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { kyselyAdmissionRepository } from './kysely-admission-repository.ts'
import { rowOf, scanColumns } from './scan-row.ts'
import { type AdmittingScan, scanStatements } from './scan-statements.ts'

const range = (length: number) => Array.from({ length }, (_, n) => n)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const ticketId = (n: number) => TicketId(exampleId(1_000 + n))
/** The n-th scan, of the n-th ticket. */
const scan = (n: number, but: Parameters<typeof aNewScan>[1] = {}) => aNewScan(n, { ticketId: ticketId(n), ...but })
const answer = (n: number) => ({
  scanId: ScanId(exampleId(9_000 + n)),
  request: String(n),
  outcome: { isAdmitted: false, reason: 'bad-signature', detail: 'No.' } as const,
})
const firstPage = { page: 1, limit: 100 }
const firstWords = (statements: readonly CompiledQuery[]) => statements.map(({ sql }) => sql.split(' ')[0])

describe.each(namedEngines)('a scan that is stored on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await aDatabase(engine)
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    for (const table of ['scan', 'museum_ticket', 'audit_entry'] as const)
      await opened.database.kysely.deleteFrom(table).execute()
    for (const n of range(8))
      await opened.tickets.add(
        aGeneralTicket({ ticketId: ticketId(n), confirmationCode: ConfirmationCode(`ticket-code-${n}`) }),
      )
  })
  const run = (statement: string) => opened.database.kysely.executeQuery(CompiledQuery.raw(statement))
  const list = async () => (await opened.admissions.list({}, firstPage)).items
  const admissionIdOf = async (n: number) => (await opened.tickets.find(ticketId(n)))?.admission?.admissionId
  /** Expects that each scan is the admission of its ticket, and that the log has no other. */
  const expectAdmissions = async (...scans: readonly NewScan[]) => {
    expect((await list()).map(({ admissionId }) => admissionId)).toEqual(
      scans
        .map(({ admissionId }) => admissionId)
        .toSorted()
        .toReversed(),
    )
    for (const { ticketId: id, admissionId } of scans)
      expect((await opened.tickets.find(id!))?.admission?.admissionId).toBe(admissionId)
  }

  it('takes one update and one insert, together with the others that are added at the same time', async () => {
    const scans = [
      ...range(6).map((n) => scan(n)),
      scan(6, { reason: 'wrong-date' }),
      scan(7, { reason: 'wrong-date' }),
    ]
    const statements = await statementsOf(opened.database, async (database) => {
      const repository = kyselyAdmissionRepository(database)
      expect(await Promise.all(scans.map((each) => repository.add(each)))).toEqual(scans)
    })
    expect(firstWords(statements)).toEqual(['update', 'insert'])
    const alone = await statementsOf(opened.database, (database) =>
      kyselyAdmissionRepository(database).add(scan(7, { admissionId: scan(20).admissionId })),
    )
    expect(firstWords(alone)).toEqual(['update', 'insert'])
    expect(await admissionIdOf(7)).toBe(scan(20).admissionId)
  })

  it('is stored in one transaction also with scans that are stored already, whose scanId is taken, or whose ticket has changed', async () => {
    const stored = [scan(0, { answer: answer(0) }), scan(4), scan(5, { answer: answer(5) })]
    for (const each of stored) await opened.admissions.add(each)
    const replayed = scan(10, { ticketId: ticketId(3), answer: answer(5) })
    const changed = scan(11, { ticketId: ticketId(4) })
    const scans = [scan(1), scan(0, { answer: answer(0) }), replayed, changed, scan(2)]
    let outcomes: unknown[] = []
    const statements = await statementsOf(opened.database, async (database) => {
      const repository = kyselyAdmissionRepository(database)
      outcomes = await Promise.all(scans.map((each) => repository.add(each)))
    })
    expect(outcomes).toEqual([
      scan(1),
      scans[1],
      expect.objectContaining({ refusal: 'scan-id-taken' }),
      expect.objectContaining({ refusal: 'ticket-changed' }),
      scan(2),
    ])
    await expectAdmissions(...stored, scan(1), scan(2))
    // The two that are new are inserted by one statement; each of the others is found stored, taken or changed alone.
    const inserts = statements.filter(({ sql }) => sql.startsWith('insert'))
    expect(inserts.map(({ parameters }) => parameters.length)).toEqual([2 * scanColumns.length])
  })

  it('is stored in one transaction also with scans of the same ticket or with the same scanId at the same time', async () => {
    const sameTicket = [scan(0), scan(10, { ticketId: ticketId(0) }), scan(11, { ticketId: ticketId(0) })]
    const sameScanId = [scan(1, { answer: answer(1) }), scan(2, { answer: answer(1) })]
    const scans = [...sameTicket, scan(3), ...sameScanId, scan(4)]
    let outcomes: unknown[] = []
    const statements = await statementsOf(opened.database, async (database) => {
      const repository = kyselyAdmissionRepository(database)
      outcomes = await Promise.all(scans.map((each) => repository.add(each)))
    })
    const changed = expect.objectContaining({ refusal: 'ticket-changed' })
    const taken = expect.objectContaining({ refusal: 'scan-id-taken' })
    expect(outcomes).toEqual([scan(0), changed, changed, scan(3), sameScanId[0], taken, scan(4)])
    await expectAdmissions(scan(0), scan(3), scan(1), scan(4))
    const inserts = statements.filter(({ sql }) => sql.startsWith('insert'))
    expect(inserts.map(({ parameters }) => parameters.length)).toEqual([4 * scanColumns.length])
  })

  it('uses the keys of tickets and scans', async () => {
    const statements = [
      ...(await statementsOf(opened.database, async (database) => {
        const repository = kyselyAdmissionRepository(database)
        await Promise.all([scan(0), scan(1, { answer: answer(1) })].map((each) => repository.add(each)))
        await repository.add(scan(0))
        await repository.add(scan(5, { ticketId: ticketId(1), replaces: scan(1).admissionId }))
        await repository.findAnswer(answer(1).scanId)
        await repository.revert(scan(0).admissionId, () => anAuditEntry())
      })),
    ].filter(({ sql }) => !sql.startsWith('insert'))
    expect(statements.length).toBeGreaterThanOrEqual(8)
    for (const { sql, parameters } of statements) {
      const explain = engine.isMysql ? 'explain format=traditional' : 'explain query plan'
      const { rows } = await opened.database.kysely.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
      )
      for (const { key, detail, Extra } of rows)
        if (engine.isMysql) {
          // Where there is no such row, the server says so instead.
          if (!/no matching row|Impossible/i.test(String(Extra)))
            expect([sql, key]).toEqual([sql, expect.stringMatching(/^(PRIMARY|scan_scan_id)$/)])
        } else
          expect([sql, detail]).toEqual([
            sql,
            expect.stringMatching(/^SEARCH (museum_ticket|scan) USING (COVERING )?INDEX sqlite_autoindex/),
          ])
    }
  })

  it.each([
    ['alone, and the first attempt commits', 1, true],
    ['alone, and the first attempt is rolled back', 1, false],
    ['with others, and the first attempt commits', 3, true],
    ['with others, and the first attempt is rolled back', 3, false],
  ])('is stored once when its connection is lost before the commit: %s', async (_what, count, isCommitted) => {
    const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
    const repository = kyselyAdmissionRepository(losing)
    const scans = range(count).map((n) => scan(n, { answer: answer(n) }))
    const added = Promise.all(scans.map((each) => repository.add(each)))
    await isRun
    await pause(300)
    await end(isCommitted)
    expect(await added).toEqual(scans)
    await expectAdmissions(...scans)
  })

  it.each([
    ['commits', true],
    ['is rolled back', false],
  ])(
    'replaces an admission once when its connection is lost before the commit, and the first attempt %s',
    async (_what, isCommitted) => {
      await opened.admissions.add(scan(1, { ticketId: ticketId(0) }))
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const earlier = scan(0, { isOffline: true, replaces: scan(1).admissionId })
      const added = kyselyAdmissionRepository(losing).add(earlier)
      await isRun
      await pause(300)
      await end(isCommitted)
      expect(await added).toEqual(earlier)
      expect(await admissionIdOf(0)).toBe(earlier.admissionId)
      expect((await list()).map(({ reason }) => reason)).toEqual(['already-admitted', undefined])
    },
  )

  it('is refused when its connection was lost, its first attempt is rolled back, and another scan admits meanwhile', async () => {
    const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
    const added = kyselyAdmissionRepository(losing).add(scan(0))
    await isRun
    const other = scan(20, { ticketId: ticketId(0) })
    const both = Promise.all([added, pause(100).then(() => opened.admissions.add(other))])
    await end(false)
    const outcomes = await both
    const stored = outcomes.filter((each) => 'admissionId' in each) as NewScan[]
    expect(stored).toHaveLength(1)
    expect(outcomes).toContainEqual(expect.objectContaining({ refusal: 'ticket-changed' }))
    await expectAdmissions(...stored)
  })

  it('has an unknown outcome to revert when its connection is lost before the commit', async () => {
    await opened.admissions.add(scan(0))
    const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
    const reverted = kyselyAdmissionRepository(losing).revert(scan(0).admissionId, () => anAuditEntry())
    const outcome = reverted.catch((error: unknown) => error)
    await isRun
    await end(true)
    expect(await outcome).toMatchObject({ name: 'OutcomeUnknown' })
    expect(await admissionIdOf(0)).toBeUndefined()
    expect((await opened.audit.list({}, firstPage)).items).toHaveLength(1)
  })

  it('is stored after a server was killed between the update of the ticket and the insertion of its scan', async () => {
    const ticket = aGeneralTicket()
    await opened.tickets.add(ticket)
    const child = startChild('admit-and-wait.ts', [opened.url])
    expect(await child.line()).toBe('admitted 1')
    await child.kill()
    const again = aNewScan(2)
    expect(await opened.admissions.add(again)).toEqual(again)
    expect(await list()).toHaveLength(1)
    expect((await opened.tickets.find(ticket.ticketId))?.admission?.admissionId).toBe(again.admissionId)
  })

  /** Makes every statement fail that inserts into a table or updates it. */
  const failWritesOf = async (table: string) => {
    for (const event of ['insert', 'update'])
      await run(
        engine.isMysql
          ? `create trigger fail_${event} before ${event} on ${table} for each row signal sqlstate '45000' set message_text = 'planted'`
          : `create trigger fail_${event} before ${event} on ${table} begin select raise(abort, 'planted'); end`,
      )
  }
  afterEach(async () => {
    for (const event of ['insert', 'update']) await run(`drop trigger if exists fail_${event}`)
  })
  it('is not stored, and its ticket is not admitted, when its row cannot be inserted', async () => {
    await failWritesOf('scan')
    for (const scans of [[scan(0)], range(3).map((n) => scan(n))])
      for (const outcome of await Promise.allSettled(scans.map((each) => opened.admissions.add(each))))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('planted') } })
    await expectAdmissions()
    for (const n of range(3)) expect(await admissionIdOf(n)).toBeUndefined()
  })

  it.each(['audit_entry', 'scan', 'museum_ticket'])(
    'is not reverted when the statement about %s fails',
    async (table) => {
      await opened.admissions.add(scan(0))
      await failWritesOf(table)
      await expect(opened.admissions.revert(scan(0).admissionId, () => anAuditEntry())).rejects.toThrow('planted')
      await expectAdmissions(scan(0))
      expect((await list())[0]).not.toHaveProperty('reason')
      expect((await opened.audit.list({}, firstPage)).items).toEqual([])
    },
  )

  if (engine.isMysql) {
    it('is not stored in part when a value of it is longer than its column: the others in its group are stored', async () => {
      const scans = [scan(0), scan(1, { gate: 'x'.repeat(401) as Gate }), scan(2)]
      const outcomes = await Promise.allSettled(scans.map((each) => opened.admissions.add(each)))
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      await expectAdmissions(scan(0), scan(2))
      expect(await admissionIdOf(1)).toBeUndefined()
    })

    /** Calls `work` while another session has executed `lock` in a transaction, which it rolls back afterwards. */
    const whileLocked = async <T>(
      lock: (tables: Parameters<Parameters<MuseumDatabase['transaction']>[0]>[0]) => Promise<unknown>,
      work: (unlock: () => void) => Promise<T>,
    ): Promise<T> => {
      const { promise: isUnlocked, resolve: unlock } = Promise.withResolvers<void>()
      const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
      const session = opened
        .open()
        .transaction(async (tables) => {
          await lock(tables)
          locked()
          await isUnlocked
          throw new Error('rolled back')
        })
        .catch(() => undefined)
      await isLocked
      try {
        return await work(unlock)
      } finally {
        unlock()
        await session
      }
    }
    const addAll = (scans: readonly NewScan[], repository: AdmissionRepository = opened.admissions) =>
      Promise.allSettled(scans.map((each) => repository.add(each)))

    it.each<[string, Parameters<typeof whileLocked>[0], NewScan]>([
      [
        'the row of its ticket',
        (tables) =>
          tables
            .selectFrom('museum_ticket')
            .selectAll()
            .where('ticket_id', '=', bytesOfUuid(ticketId(0)))
            .forUpdate()
            .execute(),
        scan(0),
      ],
      [
        'its scanId',
        (tables) =>
          tables
            .insertInto('scan')
            .values(rowOf(scan(30, { answer: answer(0) })))
            .execute(),
        scan(0, { answer: answer(0) }),
      ],
    ])(
      'waits alone when another session has locked %s, and is stored when the lock is released',
      async (_what, lock, waiting) => {
        await whileLocked(lock, async (unlock) => {
          let isStored = false
          const added = addAll([scan(1), waiting, scan(2), scan(3, { reason: 'wrong-date' })])
          const settled = added.then(() => (isStored = true))
          const deadline = performance.now() + 20_000
          while ((await list()).length < 3 && performance.now() < deadline) await pause(50)
          expect((await list()).map(({ admissionId }) => admissionId)).toEqual(
            [3, 2, 1].map((n) => scan(n).admissionId),
          )
          expect(isStored).toBe(false)
          unlock()
          await settled
          for (const outcome of await added) expect(outcome.status).toBe('fulfilled')
        })
        expect(await admissionIdOf(0)).toBe(scan(0).admissionId)
      },
      30_000,
    )

    it('waits for the lock of its ticket in one transaction with all other scans of the ticket', async () => {
      const lock: Parameters<typeof whileLocked>[0] = (tables) =>
        tables
          .selectFrom('museum_ticket')
          .selectAll()
          .where('ticket_id', '=', bytesOfUuid(ticketId(0)))
          .forUpdate()
          .execute()
      // Those of this test's own database: other tests wait for locks on the same server. Two statements, since MySQL 9.7
      // cannot join the tables while a statement with binary values runs.
      const countWaiting = async () => {
        const { kysely } = opened.database
        const waiting = await sql<{ id: number }>`
          select trx_mysql_thread_id as id from information_schema.innodb_trx where trx_state = 'LOCK WAIT'
        `.execute(kysely)
        const [processes, database] = [
          await sql<{ Id: number; db: string | null }>`show processlist`.execute(kysely),
          await sql<{ name: string }>`select database() as name`.execute(kysely),
        ]
        const own = new Set(processes.rows.filter(({ db }) => db === database.rows[0]!.name).map(({ Id }) => Id))
        return waiting.rows.filter(({ id }) => own.has(id)).length
      }
      const scans = range(12).map((n) => scan(20 + n, { ticketId: ticketId(0) }))
      const outcomes = await whileLocked(lock, async (unlock) => {
        const added = addAll(scans)
        const counts: number[] = []
        // For longer than a lock wait, after which each scan of the group is added by itself.
        for (const _ of range(15)) {
          await pause(150)
          counts.push(await countWaiting())
        }
        expect(Math.max(...counts)).toBe(1)
        unlock()
        return added
      })
      const stored = outcomes.filter((outcome) => outcome.status === 'fulfilled' && !isRefusal(outcome.value))
      expect([outcomes.length, stored.length]).toEqual([12, 1])
    })

    it('is Unavailable, and is not stored, when another session holds the lock of its ticket too long; the others are stored', async () => {
      const lock: Parameters<typeof whileLocked>[0] = (tables) =>
        tables
          .selectFrom('museum_ticket')
          .selectAll()
          .where('ticket_id', '=', bytesOfUuid(ticketId(0)))
          .forUpdate()
          .execute()
      const outcomes = await whileLocked(lock, () => addAll([scan(1), scan(0), scan(2)]))
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(Unavailable)
      await expectAdmissions(scan(1), scan(2))
    })

    it('is not delayed by another session that locks the tickets of others, or the museum hours', async () => {
      const lock: Parameters<typeof whileLocked>[0] = async (tables) => {
        await tables
          .selectFrom('museum_ticket')
          .selectAll()
          .where('ticket_id', '>=', bytesOfUuid(ticketId(4)))
          .forUpdate()
          .execute()
        await tables.selectFrom('weekly_hours').selectAll().forUpdate().execute()
      }
      const scans = [scan(0), scan(1), scan(5, { reason: 'wrong-date' })]
      const outcomes = await whileLocked(lock, () => addAll(scans))
      expect(outcomes).toEqual(scans.map((value) => ({ status: 'fulfilled', value })))
    })

    it('is not reverted when another scan replaces it while the revert waits for its ticket', async () => {
      await opened.admissions.add(scan(0))
      const replacing = scan(1, { ticketId: ticketId(0), isOffline: true }) as AdmittingScan
      const other = opened.open()
      const { replace, insert } = scanStatements(other.kysely)
      const revert = await other.transaction(async (tables) => {
        await replace(tables, replacing, scan(0).admissionId)
        await insert(tables, [replacing])
        const reverted = opened.admissions.revert(scan(0).admissionId, () => anAuditEntry())
        await pause(300)
        return () => reverted
      })
      expect(await revert()).toMatchObject({ refusal: 'admission-not-found' })
      expect(await admissionIdOf(0)).toBe(replacing.admissionId)
      expect((await list()).map(({ reason }) => reason)).toEqual([undefined, 'already-admitted'])
      expect((await opened.audit.list({}, firstPage)).items).toEqual([])
    })

    it.each([
      ['alone', [scan(1)]],
      ['with others', [scan(0), scan(1), scan(2)]],
    ])(
      'is stored once %s when its transaction is rolled back because of a deadlock',
      async (_what, scans) => {
        const other = opened.open()
        let attempts = 0
        const counting: MuseumDatabase = {
          ...opened.database,
          transaction: (work, kind) =>
            opened.database.transaction(async (tables, isOutcomeUnknown) => {
              attempts += 1
              if (attempts === 1) {
                // The other session waits for this row, and this transaction for the one that the other session has.
                await tables.updateTable('change_lock').set({ changes: 1 }).where('kind', '=', 'user').execute()
                isLocked()
                await otherHasLocked
              }
              return work(tables, isOutcomeUnknown)
            }, kind),
        }
        const { promise: firstHasLocked, resolve: isLocked } = Promise.withResolvers<void>()
        const { promise: otherHasLocked, resolve: otherIsLocked } = Promise.withResolvers<void>()
        const session = other.transaction(async (tables) => {
          await tables
            .updateTable('museum_ticket')
            .set({ phone: '1' })
            .where('ticket_id', '=', bytesOfUuid(ticketId(1)))
            .execute()
          // It has changed more rows than the other one, which is therefore rolled back.
          await tables
            .insertInto('audit_entry')
            .values(
              range(200).map(() => ({
                made_at: 1,
                actor: Buffer.from('a'),
                operation: 'x',
                subject_kind: 'x',
                subject_id: Buffer.from('a'),
                values_before: null,
                values_after: null,
              })),
            )
            .execute()
          await firstHasLocked
          setTimeout(() => otherIsLocked(), 100)
          await tables.updateTable('change_lock').set({ changes: 1 }).where('kind', '=', 'user').execute()
        })
        const repository = kyselyAdmissionRepository(counting)
        expect(await Promise.all(scans.map((each) => repository.add(each)))).toEqual(scans)
        await session
        expect(attempts).toBeGreaterThanOrEqual(2)
        await expectAdmissions(...scans)
      },
      20_000,
    )
  }
})
