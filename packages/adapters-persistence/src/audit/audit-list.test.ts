import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type AuditFilter, Page } from '@museum/application'
import { anAuditEntry } from '@museum/testing'
import { Instant } from '@museum/domain'
import { CompiledQuery } from 'kysely'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { kyselyAuditRepository, rowOf } from './kysely-audit-repository.ts'

describe.each(namedEngines)('the list of a long audit log on %s', (_, engine) => {
  let opened: OpenedDatabase
  const count = Page.maxCountedItems + 50
  /** The n-th entry, counted from the latest. Ten are about the same day, and ten are of the same millisecond. */
  const entry = (n: number) =>
    anAuditEntry({
      at: Instant(1_900_000_000_000 - Math.floor(n / 10)),
      actor: n % 500 === 0 ? 'director' : 'curator',
      subject:
        n % 1_000 === 1
          ? { kind: 'user', id: 'colleague' }
          : { kind: 'museum-hours', id: `day ${Math.floor(n / 10) % 500}` },
      after: { n },
    })
  const run = (statement: string) => opened.database.kysely.executeQuery(CompiledQuery.raw(statement))
  beforeAll(async () => {
    opened = await aDatabase(engine)
    const entries = Array.from({ length: count }, (_entry, n) => entry(count - 1 - n))
    for (let start = 0; start < count; start += 1_000)
      await opened.database.transaction((tables) =>
        tables
          .insertInto('audit_entry')
          .values(entries.slice(start, start + 1_000).map(rowOf))
          .execute(),
      )
    await run(engine.isMysql ? 'analyze table audit_entry' : 'analyze')
  })
  afterAll(() => opened.close())

  it('counts no more than ten thousand entries, and returns every page', async () => {
    const whole = await opened.audit.list({}, { page: 1, limit: 3 })
    expect(whole).toMatchObject({ items: [0, 1, 2].map(entry) })
    expect(whole.total).toBeUndefined()
    const { items, total } = await opened.audit.list({}, { page: 201, limit: 50 })
    expect([items.length, items[0], total]).toEqual([50, expect.objectContaining(entry(10_000)), undefined])
    const last = await opened.audit.list({}, { page: Math.ceil(count / 100), limit: 100 })
    expect([last.items.length, last.items.at(-1)]).toEqual([50, expect.objectContaining(entry(count - 1))])
    expect((await opened.audit.list({ actors: ['director'] }, { page: 1, limit: 3 })).total).toBe(21)
  })

  const [since, until] = [Instant(1_899_999_999_900), Instant(1_899_999_999_950)]
  it.each<[string, AuditFilter, string, boolean]>([
    ['of a time', { since, until }, 'audit_entry_by_time', true],
    ['from a time on', { since: until }, 'audit_entry_by_time', true],
    ['about a thing', { about: { id: 'day 7' } }, 'audit_entry_by_subject_id', true],
    ['about a thing of a kind', { about: { kind: 'museum-hours', id: 'day 7' } }, 'audit_entry_by_subject_id', false],
    ['about things of a kind', { about: { kind: 'user' } }, 'audit_entry_by_subject_kind', true],
    ['of an actor', { actors: ['director'] }, 'audit_entry_by_actor', true],
    ['of an actor in a time', { actors: ['director'], since, until }, 'audit_entry_by_actor', true],
  ])('reads a range of an index for the entries %s, in its order', async (_what, filter, index, isCovering) => {
    const statements = await statementsOf(opened.database, (recording) =>
      // A full page, so that the entries are counted as well.
      kyselyAuditRepository(recording).list(filter, { page: 1, limit: 2 }),
    )
    for (const statement of statements) await expectRangeOf({ index, isCovering }, statement, opened.database, engine)
  })

  it('reads an index in its order, and sorts nothing, when all entries are listed', async () => {
    const [page] = await statementsOf(opened.database, (recording) =>
      kyselyAuditRepository(recording).list({}, { page: 2, limit: 20 }),
    )
    const explain = engine.isMysql ? 'explain format=traditional' : 'explain query plan'
    const { rows } = await opened.database.kysely.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`${explain} ${page!.sql}`, [...page!.parameters]),
    )
    const steps = rows.map(({ key, type, Extra, detail }) => (engine.isMysql ? { key, type, Extra } : { detail }))
    expect(steps).toContainEqual(
      engine.isMysql
        ? {
            key: 'audit_entry_by_time',
            type: 'index',
            Extra: expect.stringMatching(/^(Backward index scan; )?Using index$/),
          }
        : { detail: 'SCAN audit_entry USING COVERING INDEX audit_entry_by_time' },
    )
  })
})
