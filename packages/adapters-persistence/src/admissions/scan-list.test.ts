import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Page, type ScanFilter } from '@museum/application'
import { aNewScan } from '@museum/testing'
import { CalendarDate, Gate, Instant, TicketId } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { decidedScan } from '../../test/decided-scan.ts'
import { bytesOfUuid } from '@museum/database'
import { statementsOf } from '../../test/statements-of.ts'
import { kyselyAdmissionRepository } from './kysely-admission-repository.ts'
import { rowsOf } from './scan-statements.ts'

const days = ['2030-05-17', '2030-05-18'].map(CalendarDate) as [CalendarDate, CalendarDate]
const ticketId = (n: number) => TicketId(exampleId(100_000 + n))

describe.each(namedEngines)('the log of many scans on %s', (_, engine) => {
  let opened: OpenedDatabase
  const count = 2 * Page.maxCountedItems + 100
  /** The n-th scan, counted from the latest. Ten are of each millisecond; the latest fifty are of another day. */
  const scan = (n: number) =>
    aNewScan(count - n, {
      at: Instant(1_905_242_400_000 - Math.floor(n / 10)),
      date: n < 50 ? days[1] : days[0],
      gate: Gate(n % 1_000 === 7 ? 'West' : `gate ${n % 4}`),
      ticketId: ticketId(Math.floor(n / 3)),
      reason: n % 100 === 99 ? 'wrong-date' : undefined,
    })
  const run = (statement: string) => opened.database.kysely.executeQuery(CompiledQuery.raw(statement))
  beforeAll(async () => {
    opened = await aDatabase(engine)
    const rows = Array.from({ length: count }, (_row, n) => rowsOf(decidedScan(scan(count - 1 - n)))).flat()
    for (let start = 0; start < count; start += 1_000)
      await opened.database.transaction((tables) =>
        tables
          .insertInto('scan')
          .values(rows.slice(start, start + 1_000))
          .execute(),
      )
    // Sixteen tickets of the latest day have a further entry, and two hundred of the other.
    const furtherEntries = Array.from({ length: 216 }, (_entry, n) => ({
      admission_id: bytesOfUuid(scan(n < 16 ? 3 * n : 30 * n).admissionId),
      ticket_id: bytesOfUuid(ticketId(n < 16 ? n : 10 * n)),
      scan_date: n < 16 ? days[1] : days[0],
    }))
    await opened.database.transaction((tables) => tables.insertInto('further_entry').values(furtherEntries).execute())
    await run(engine.isMysql ? 'analyze table scan, further_entry' : 'analyze')
  })
  afterAll(() => opened.close())

  it('counts no more than ten thousand scans, and returns every page', async () => {
    const idsOf = (...numbers: readonly number[]) => numbers.map((n) => scan(n).admissionId)
    const listed = async (filter: ScanFilter, page: number, limit: number) => {
      const { items, total } = await opened.admissions.list(filter, { page, limit })
      return { ids: items.map(({ admissionId }) => admissionId), total }
    }
    expect(await listed({}, 1, 3)).toEqual({ ids: idsOf(0, 1, 2), total: undefined })
    expect(await listed({}, count / 100, 100)).toMatchObject({ total: undefined })
    expect((await listed({}, count / 100, 100)).ids.at(-1)).toBe(scan(count - 1).admissionId)
    expect(await listed({ date: days[0] }, 2, 3)).toEqual({ ids: idsOf(53, 54, 55), total: undefined })
    expect(await listed({ date: days[1] }, 2, 25)).toMatchObject({ total: 50 })
    expect(await listed({ gate: Gate('West') }, 1, 2)).toEqual({ ids: idsOf(7, 1_007), total: 21 })
    expect(await listed({ ticketId: ticketId(1) }, 1, 2)).toEqual({ ids: idsOf(3, 4), total: 3 })
    expect(await listed({ isAdmitted: false }, 1, 2)).toEqual({ ids: idsOf(99, 199), total: 201 })
  })

  it('counts all scans of a date', async () => {
    const counts = await opened.admissions.count(days[0])
    expect(counts).toMatchObject({ admitted: count - 50 - 201, refused: { 'wrong-date': 201 } })
    expect(counts.gates.map(({ gate }) => gate)).toEqual(['West', 'gate 0', 'gate 1', 'gate 2', 'gate 3'])
    expect(counts.gates[0]).toEqual({ gate: 'West', admitted: 20, refused: 0 })
  })

  it.each<[string, ScanFilter, string]>([
    ['of a date', { date: days[0] }, 'scan_by_date'],
    ['of a date that admitted', { date: days[0], isAdmitted: true }, 'scan_by_date'],
    ['of a date that did not admit', { date: days[0], isAdmitted: false }, 'scan_by_date'],
    ['of a gate', { gate: Gate('West') }, 'scan_by_gate'],
    ['of a gate that did not admit', { gate: Gate('West'), isAdmitted: false }, 'scan_by_gate'],
    ['of a ticket', { ticketId: ticketId(1) }, 'scan_by_ticket'],
  ])('reads a range of an index for the scans %s, in its order', async (_what, filter, index) => {
    const statements = await statementsOf(opened.database, (recording) =>
      // A full page, so that the scans are counted as well.
      kyselyAdmissionRepository(recording).list(filter, { page: 1, limit: 2 }),
    )
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements)
      await expectRangeOf({ index, isCovering: true }, statement, opened.database, engine)
  })

  it.each<[string, ScanFilter]>([
    ['of a date', { date: days[0] }],
    ['from a date on', { fromDate: days[1] }],
  ])(
    'scans of tickets with which visitors entered twice, %s, are read and counted without a table scan',
    async (_what, filter) => {
      const conflicts = { ...filter, isConflict: true } as const
      expect(await opened.admissions.list(conflicts, { page: 1, limit: 1 })).toMatchObject({
        total: filter.date ? 600 : 48,
      })
      const statements = await statementsOf(opened.database, (recording) =>
        kyselyAdmissionRepository(recording).list(conflicts, { page: 1, limit: 2 }),
      )
      expect(statements).toHaveLength(2)
      for (const statement of statements)
        await expectRangeOf(
          { index: /scan_by_(ticket|date)/, isCovering: false, isSorted: true },
          statement,
          opened.database,
          engine,
        )
    },
  )

  it('reads a range of an index, and no row, for the counts of a date', async () => {
    const [statement] = await statementsOf(opened.database, (recording) =>
      kyselyAdmissionRepository(recording).count(days[0]),
    )
    const explain = engine.isMysql ? 'explain format=traditional' : 'explain query plan'
    const { rows } = await opened.database.kysely.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`${explain} ${statement!.sql}`, [...statement!.parameters]),
    )
    expect(rows[0]).toMatchObject(
      engine.isMysql
        ? {
            key: 'scan_by_date',
            type: expect.stringMatching(/^(ref|range)$/),
            Extra: expect.stringContaining('Using index'),
          }
        : { detail: 'SEARCH scan USING COVERING INDEX scan_by_date (scan_date=?)' },
    )
  })

  it.each<[string, ScanFilter]>([
    ['all scans', {}],
    ['all scans that did not admit', { isAdmitted: false }],
  ])('reads an index in its order, and sorts nothing, for %s', async (_what, filter) => {
    const [page] = await statementsOf(opened.database, (recording) =>
      kyselyAdmissionRepository(recording).list(filter, { page: 2, limit: 20 }),
    )
    const explain = engine.isMysql ? 'explain format=traditional' : 'explain query plan'
    const { rows } = await opened.database.kysely.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`${explain} ${page!.sql}`, [...page!.parameters]),
    )
    const steps = rows.map(({ key, type, Extra, detail }) => (engine.isMysql ? { key, type, Extra } : { detail }))
    expect(steps).toContainEqual(
      engine.isMysql
        ? { key: 'scan_by_time', type: 'index', Extra: expect.not.stringContaining('filesort') }
        : { detail: 'SCAN scan USING COVERING INDEX scan_by_time' },
    )
  })
})
