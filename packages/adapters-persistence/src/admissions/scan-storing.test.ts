import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { aNewScan, sellAlone, addScan, anAuditEntry } from '@museum/testing'
import { ConfirmationCode, type Gate, Instant, Phone, ScanId, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { countLockWaits } from '../../test/count-lock-waits.ts'
import { decidedScan } from '../../test/decided-scan.ts'
import { namedEngines } from '../../test/engines.ts'
import { executeIn } from '../../test/execute-in.ts'
import { losingFirstTransaction } from '../../test/losing-first-transaction.ts'
import { startChild } from '../../test/start-child.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { bytesOfUuid, lockThenWrite } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { ticketStatements } from '../tickets/ticket-rows.ts'
import { kyselyAdmissionRepository } from './kysely-admission-repository.ts'
import { rowsOf, scanStatements } from './scan-statements.ts'

type PreparedScan = ReturnType<typeof aNewScan>
const range = (length: number) => Array.from({ length }, (_, n) => n)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const ticketId = (n: number) => TicketId(exampleId(1_000 + n))
/** The n-th scan, of the n-th ticket. */
const scan = (n: number, but: Parameters<typeof aNewScan>[1] = {}) => aNewScan(n, { ticketId: ticketId(n), ...but })
const answer = (n: number) => ({ scanId: ScanId(exampleId(9_000 + n)), request: String(n) })
const admittedBy = ({ admissionId }: PreparedScan) => expect.objectContaining({ isAdmitted: true, admissionId })
const refusedAs = (reason: string) => expect.objectContaining({ isAdmitted: false, reason })
const firstPage = { page: 1, limit: 100 }
/** The single statements of the texts that were sent, each with its values. */
const separate = (texts: readonly CompiledQuery[]) =>
  texts.flatMap((text) => {
    const values = [...text.parameters]
    return text.sql.split('; ').map((sql) => ({ sql, parameters: values.splice(0, sql.split('?').length - 1) }))
  })
const firstWords = (texts: readonly CompiledQuery[]) =>
  separate(texts)
    .map(({ sql }) => sql.split(' ')[0]!)
    .filter((word) => /^(select|update|insert)/.test(word))

describe.each(namedEngines)('a scan that is stored on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await aDatabase(engine)
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    for (const table of ['scan', 'further_entry', 'museum_ticket', 'audit_entry'] as const)
      await opened.database.kysely.deleteFrom(table).execute()
    for (const n of range(8))
      await sellAlone(
        opened.tickets,
        aGeneralTicket({ ticketId: ticketId(n), confirmationCode: ConfirmationCode(`ticket-code-${n}`) }),
      )
  })
  const run = (statement: string) => opened.database.kysely.executeQuery(CompiledQuery.raw(statement))
  const list = async () => (await opened.admissions.list({}, firstPage)).items
  const admissionIdOf = async (n: number) => (await opened.tickets.find(ticketId(n)))?.admission?.admissionId
  /** Expects that each scan is the admission of its ticket, and that the log has no other. */
  const expectAdmissions = async (...scans: readonly PreparedScan[]) => {
    expect((await list()).map(({ admissionId }) => admissionId)).toEqual(
      scans
        .map(({ admissionId }) => admissionId)
        .toSorted()
        .toReversed(),
    )
    for (const { ticketId: id, admissionId } of scans)
      expect((await opened.tickets.find(id!))?.admission?.admissionId).toBe(admissionId)
  }

  it('takes one transaction, together with the others that are added at the same time', async () => {
    const scans = [
      ...range(6).map((n) => scan(n)),
      scan(6, { reason: 'wrong-date' }),
      scan(7, { reason: 'wrong-date' }),
    ]
    const statements = await statementsOf(opened.database, async (database) => {
      const repository = kyselyAdmissionRepository(database)
      expect(await Promise.all(scans.map((each) => addScan(repository, each)))).toEqual([
        ...scans.slice(0, 6).map(admittedBy),
        ...scans.slice(6).map(() => refusedAs('wrong-date')),
      ])
    })
    expect(firstWords(statements)).toEqual(['select', 'select', 'update', 'insert'])
    const alone = await statementsOf(opened.database, (database) =>
      addScan(kyselyAdmissionRepository(database), scan(7, { admissionId: scan(20).admissionId })),
    )
    expect(firstWords(alone)).toEqual(['select', 'select', 'update', 'insert'])
    if (engine.isMysql) expect([statements.length, alone.length]).toEqual([2, 2])
    expect(await admissionIdOf(7)).toBe(scan(20).admissionId)
  })

  it('is stored in one transaction also with scans whose scanId is stored already, or is that of another scan', async () => {
    await addScan(opened.admissions, scan(5, answer(5)))
    const scans = [scan(1), scan(2, answer(5)), scan(3, answer(6)), scan(4, answer(6)), scan(6)]
    const statements = await statementsOf(opened.database, async (database) => {
      const repository = kyselyAdmissionRepository(database)
      await Promise.all(scans.map((each) => addScan(repository, each)))
    })
    const insert = separate(statements).find(({ sql }) => sql.startsWith('insert'))
    expect(insert!.parameters).toHaveLength(3 * Object.keys(rowsOf(decidedScan(scan(1)))[0]!).length)
    for (const n of [1, 3, 6]) expect(await admissionIdOf(n)).toBe(scan(n).admissionId)
    for (const n of [2, 4]) expect(await admissionIdOf(n)).toBeUndefined()
  })

  it('is stored once when scans of the same ticket, with the same scanId, or with a stored scanId are added at the same time', async () => {
    await addScan(opened.admissions, scan(5, answer(5)))
    const sameTicket = [scan(0), scan(10, { ticketId: ticketId(0) }), scan(11, { ticketId: ticketId(0) })]
    const sameScanId = [scan(1, answer(1)), scan(2, answer(1))]
    const scans = [...sameTicket, scan(3), ...sameScanId, scan(4), scan(6, answer(5))]
    const outcomes = await Promise.all(scans.map((each) => addScan(opened.admissions, each)))
    const responseTo = (n: number) => expect.objectContaining({ scanId: answer(n).scanId })
    const again = refusedAs('already-admitted')
    const isFirst = 'admissionId' in outcomes[4]!
    const [admitting, other] = isFirst ? [1, 2] : [2, 1]
    expect(outcomes).toEqual([
      admittedBy(scan(0)),
      again,
      again,
      admittedBy(scan(3)),
      isFirst ? admittedBy(scan(1)) : responseTo(1),
      isFirst ? responseTo(1) : admittedBy(scan(2)),
      admittedBy(scan(4)),
      responseTo(5),
    ])
    const logged = (await list()).map(({ admissionId, reason }) => [admissionId, reason ?? 'admitted'])
    expect(logged).toEqual(
      [11, 10, 5, 4, 3, admitting, 0].map((n) => [scan(n).admissionId, n > 9 ? 'already-admitted' : 'admitted']),
    )
    for (const n of [other, 6]) expect(await admissionIdOf(n)).toBeUndefined()
  })

  it('finds the rows of tickets and scans by their keys', async () => {
    const statements = [
      ...(await statementsOf(opened.database, async (database) => {
        const repository = kyselyAdmissionRepository(database)
        await Promise.all([scan(3), scan(4, answer(4))].map((each) => addScan(repository, each)))
        await addScan(repository, scan(1, { ticketId: ticketId(4), isOffline: true }))
        await addScan(repository, scan(5, answer(4)))
        await repository.findResponse(answer(4).scanId)
        await repository.revert(scan(3).admissionId, () => anAuditEntry())
      })),
    ]
    // A statement that takes no locks may read a small table such as this one as a whole.
    const explained = separate(statements).filter(({ sql }) => /^(select|update)/.test(sql) && !/left join/.test(sql))
    expect(explained.length).toBeGreaterThanOrEqual(10)
    for (const { sql, parameters } of explained) {
      const explain = engine.isMysql ? 'explain format=traditional' : 'explain query plan'
      const { rows } = await opened.database.kysely.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
      )
      for (const { type, key, detail, Extra } of rows)
        if (engine.isMysql) {
          // Without a matching row, the server reports that instead of a key.
          if (!/no matching row|Impossible/i.test(String(Extra)))
            expect([sql, type, key]).toEqual([
              sql,
              expect.stringMatching(/^(range|const)$/),
              expect.stringMatching(/^(PRIMARY|scan_scan_id)$/),
            ])
        } else
          expect([sql, detail]).toEqual([
            sql,
            expect.stringMatching(
              /^SEARCH (museum_ticket|scan|occurrence) USING (COVERING )?(INDEX sqlite_autoindex|PRIMARY KEY)/,
            ),
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
    const scans = range(count).map((n) => scan(n, answer(n)))
    const added = Promise.all(scans.map((each) => addScan(repository, each)))
    await isRun
    await pause(300)
    await end(isCommitted)
    expect(await added).toEqual(scans.map(admittedBy))
    await expectAdmissions(...scans)
  })

  it.each([
    ['commits', true],
    ['is rolled back', false],
  ])(
    'replaces an admission once when its connection is lost before the commit, and the first attempt %s',
    async (_what, isCommitted) => {
      await addScan(opened.admissions, scan(1, { ticketId: ticketId(0) }))
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const earlier = scan(0, { isOffline: true })
      const added = addScan(kyselyAdmissionRepository(losing), earlier)
      await isRun
      await pause(300)
      await end(isCommitted)
      expect(await added).toEqual(admittedBy(earlier))
      expect(await admissionIdOf(0)).toBe(earlier.admissionId)
      expect((await list()).map(({ reason, isEntry }) => [reason, isEntry])).toEqual([
        ['already-admitted', true],
        [undefined, true],
      ])
    },
  )

  it.each([
    ['offline, and the first one is stored', true, 1],
    ['offline, and the second one is stored', true, 2],
    ['online, and the first one is stored', false, 1],
    ['online, and the second one is stored', false, 2],
  ])(
    'has the outcome of the attempt that stored it when two are lost that were decided differently: %s',
    async (_what, isOffline, storing) => {
      const [earlier, later] = [scan(0, { isOffline: true }), scan(1, { ticketId: ticketId(0), isOffline })]
      const lost = Object.assign(new Error('lost'), { fatal: true, errcode: 10 })
      const { database } = opened
      let attempts = 0
      const losing: MuseumDatabase = {
        ...database,
        lockThenWrite: (transaction, kind = 'never') =>
          database.write(async (_tables, isOutcomeUnknown) => {
            const attempt = (attempts += 1)
            if (attempt === 2) await addScan(opened.admissions, earlier)
            const decide: typeof transaction.decide = (...rows) => {
              const decision = transaction.decide(...rows)
              if (attempt < 3 && attempt !== storing) throw lost
              return decision
            }
            const outcome = await lockThenWrite(
              database.kysely,
              database.engine,
              { ...transaction, decide },
              isOutcomeUnknown,
            )
            if (attempt < 3) throw lost
            return outcome
          }, kind),
      }
      expect(await addScan(kyselyAdmissionRepository(losing), later)).toEqual(
        storing === 1 ? admittedBy(later) : refusedAs('already-admitted'),
      )
      expect(attempts).toBe(3)
      expect(await list()).toHaveLength(2)
    },
  )

  it('is an entry once when it was refused and its connection is lost after the commit', async () => {
    await addScan(opened.admissions, scan(0))
    const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
    const offline = scan(1, { ticketId: ticketId(0), isOffline: true })
    const added = addScan(kyselyAdmissionRepository(losing), offline)
    await isRun
    await end(true)
    expect(await added).toEqual(refusedAs('already-admitted'))
    expect((await list()).map(({ isEntry }) => isEntry)).toEqual([true, true])
  })

  it.each([
    ['online', false, 1],
    ['online, and its second attempt is lost too', false, 2],
    ['offline', true, 1],
  ])(
    'admits when its connection is lost after the commit, and an earlier offline scan takes its place meanwhile: %s',
    async (_what, isOffline, lostAttempts) => {
      const [earlier, later] = [scan(0, { isOffline: true }), scan(1, { ticketId: ticketId(0), isOffline })]
      let isReplaced = false
      const { losing, end } = losingFirstTransaction(opened.database, opened.open(), engine, async () => {
        if (isReplaced) return
        await end(true)
        await addScan(opened.admissions, earlier)
        isReplaced = true
      })
      let attempts = 0
      const losingAttempts: MuseumDatabase = {
        ...losing,
        lockThenWrite: ({ decide, ...transaction }, kind) =>
          losing.lockThenWrite(
            {
              ...transaction,
              decide: (...rows) => {
                attempts += 1
                const decision = decide(...rows)
                // `losing` loses the first one.
                if (attempts > 1 && attempts <= lostAttempts)
                  throw Object.assign(new Error(), { fatal: true, errcode: 10 })
                return decision
              },
            },
            kind,
          ),
      }
      expect(await addScan(kyselyAdmissionRepository(losingAttempts), later)).toEqual(admittedBy(later))
      expect(attempts).toBe(lostAttempts + 1)
      expect(await admissionIdOf(0)).toBe(earlier.admissionId)
      expect((await list()).map(({ isEntry }) => isEntry)).toEqual([true, true])
    },
  )

  it('one of two scans of a ticket is refused when the first scan loses its connection and its first attempt is rolled back', async () => {
    const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
    const added = addScan(kyselyAdmissionRepository(losing), scan(0))
    await isRun
    const other = scan(20, { ticketId: ticketId(0) })
    const both = Promise.all([added, pause(100).then(() => addScan(opened.admissions, other))])
    await end(false)
    const outcomes = await both
    expect(outcomes).toContainEqual(refusedAs('already-admitted'))
    const [admitting, ...others] = [scan(0), other].filter((_, n) => 'admissionId' in outcomes[n]!)
    expect(others).toEqual([])
    expect(await admissionIdOf(0)).toBe(admitting!.admissionId)
    expect(await list()).toHaveLength(2)
  })

  it.each([
    ['with a scanId', answer(0), []],
    ['without a scanId', {}, []],
    ['that had a reason', { reason: 'wrong-event' } as const, []],
    ['of no ticket', { ticketId: undefined, reason: 'bad-signature' } as const, []],
    ['with others', {}, [scan(1), scan(2, { reason: 'wrong-event' })]],
  ])(
    'has the outcome with which its first attempt stored it, although its ticket has changed since: a scan %s',
    async (_what, but, others) => {
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const scans = [scan(0, but), ...others]
      let isChanged = false
      const repository = kyselyAdmissionRepository(losing)
      const decided = scans.map(({ reason, ...each }) =>
        repository.add(
          each,
          () => decidedScan({ ...each, reason: reason ?? (isChanged ? 'cancelled' : undefined) }).outcome,
        ),
      )
      await isRun
      isChanged = true
      await pause(300)
      await end(true)
      const outcomes = await Promise.all(decided)
      expect(outcomes).toMatchObject(
        scans.map(({ reason }) => (reason === undefined ? { isAdmitted: true } : { isAdmitted: false, reason })),
      )
      expect(await list()).toHaveLength(scans.length)
    },
  )

  it('has an unknown outcome to revert when its connection is lost before the commit', async () => {
    await addScan(opened.admissions, scan(0))
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
    await sellAlone(opened.tickets, ticket)
    const child = startChild('admit-and-wait.ts', [opened.url])
    expect(await child.line()).toBe('admitted 1')
    await child.kill()
    const again = aNewScan(2)
    expect(await addScan(opened.admissions, again)).toEqual(admittedBy(again))
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
      for (const outcome of await Promise.allSettled(scans.map((each) => addScan(opened.admissions, each))))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('planted') } })
    await expectAdmissions()
    for (const n of range(3)) expect(await admissionIdOf(n)).toBeUndefined()
  })

  it.each(['audit_entry', 'scan', 'museum_ticket'])(
    'is not reverted when the statement about %s fails',
    async (table) => {
      await addScan(opened.admissions, scan(0))
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
      const outcomes = await Promise.allSettled(scans.map((each) => addScan(opened.admissions, each)))
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
    const addAll = (scans: readonly PreparedScan[]) =>
      Promise.allSettled(scans.map((each) => addScan(opened.admissions, each)))

    it.each<[string, Parameters<typeof whileLocked>[0], PreparedScan]>([
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
            .values([...rowsOf(decidedScan(scan(30, answer(0))))])
            .execute(),
        scan(0, answer(0)),
      ],
    ])(
      'waits, without delaying others, while another session has locked %s, and is stored when the lock is released',
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
      const scans = range(12).map((n) => scan(20 + n, { ticketId: ticketId(0) }))
      const outcomes = await whileLocked(lock, async (unlock) => {
        const added = addAll(scans)
        const counts: number[] = []
        // Longer than a lock wait, after which each scan of the group is added alone.
        for (const _ of range(15)) {
          await pause(150)
          counts.push(await countLockWaits(opened.database))
        }
        expect(Math.max(...counts)).toBe(1)
        unlock()
        return added
      })
      const admitting = outcomes.filter((each) => each.status === 'fulfilled' && 'admissionId' in each.value)
      expect([outcomes.length, admitting.length]).toEqual([12, 1])
    })

    it('throws Unavailable and is not stored when another session locks its ticket too long; other scans are stored', async () => {
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

    it('is not delayed by another session that locks other tickets, or the museum hours', async () => {
      const lock: Parameters<typeof whileLocked>[0] = async (tables) => {
        await tables
          .selectFrom('museum_ticket')
          .selectAll()
          .where('ticket_id', '>=', bytesOfUuid(ticketId(4)))
          .forUpdate()
          .execute()
        await tables.selectFrom('weekly_hours').selectAll().forUpdate().execute()
      }
      const scans = [scan(0), scan(1), scan(5, { reason: 'bad-signature', ticketId: undefined })]
      const outcomes = await whileLocked(lock, () => addAll(scans))
      const values = [admittedBy(scan(0)), admittedBy(scan(1)), refusedAs('bad-signature')]
      expect(outcomes).toEqual(values.map((value) => ({ status: 'fulfilled', value })))
    })

    it('is not reverted when another scan replaces it while the revert waits for its ticket', async () => {
      await addScan(opened.admissions, scan(1, { ticketId: ticketId(0) }))
      const replacing = scan(0, { isOffline: true })
      const other = opened.open()
      const { writes } = scanStatements(other.kysely, ticketStatements(other.kysely), other.engine)
      const revert = await other.transaction(async (tables) => {
        for (const write of writes([{ ...decidedScan(replacing), replaced: scan(1).admissionId }]))
          await tables.executeQuery(write)
        const reverted = opened.admissions.revert(scan(1).admissionId, () => anAuditEntry())
        await pause(300)
        return () => reverted
      })
      expect(await revert()).toMatchObject({ refusal: 'admission-not-found' })
      expect(await admissionIdOf(0)).toBe(replacing.admissionId)
      expect((await list()).map(({ reason }) => reason)).toEqual(['already-admitted', undefined])
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
          lockThenWrite: (transaction, kind) =>
            opened.database.transaction(async (tables) => {
              attempts += 1
              if (attempts === 1) {
                // A deadlock: the other session waits for this row, and this transaction waits for the row that the other
                // session has locked.
                await tables.updateTable('change_lock').set({ changes: 1 }).where('kind', '=', 'user').execute()
                isLocked()
                await otherHasLocked
              }
              // Makes a group wait for a locked ticket, too, instead of leaving it out.
              const [lock, ...reads] = transaction.reads as readonly CompiledQuery[]
              const waiting = CompiledQuery.raw(lock!.sql.replace(' skip locked', ''), [...lock!.parameters])
              return executeIn(tables, { ...transaction, reads: [waiting, ...reads] as never })
            }, kind),
        }
        const { promise: firstHasLocked, resolve: isLocked } = Promise.withResolvers<void>()
        const { promise: otherHasLocked, resolve: otherIsLocked } = Promise.withResolvers<void>()
        const session = other.transaction(async (tables) => {
          await tables
            .updateTable('museum_ticket')
            .set({ phone: Phone('+49 555 1') })
            .where('ticket_id', '=', bytesOfUuid(ticketId(1)))
            .execute()
          // This session has changed more rows, so the database rolls back the other transaction.
          await tables
            .insertInto('audit_entry')
            .values(
              range(200).map(() => ({
                made_at: Instant(1),
                actor: Buffer.from('a'),
                operation: 'cancelTicket',
                subject_kind: 'ticket',
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
        expect(await Promise.all(scans.map((each) => addScan(repository, each)))).toEqual(scans.map(admittedBy))
        await session
        expect(attempts).toBeGreaterThanOrEqual(2)
        await expectAdmissions(...scans)
      },
      20_000,
    )
  }
})
