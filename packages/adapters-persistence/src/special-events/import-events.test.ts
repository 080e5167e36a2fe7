import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type ImportOutcome, type ImportedEvent, Unavailable } from '@museum/application'
import { anAuditEntry } from '@museum/testing'
import { CalendarDate, EventDates, EventDescription, EventId } from '@museum/domain'
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { losingFirstTransaction } from '../../test/losing-first-transaction.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { bytesOfUuid } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { messageRecorder } from '../messages/record-messages.ts'
import { kyselySpecialEventRepository } from './kysely-special-event-repository.ts'

const dates = EventDates([CalendarDate('2030-05-17'), CalendarDate('2030-05-18')])
const row = (n: number, but: Partial<ImportedEvent> = {}): ImportedEvent => ({
  event: aSpecialEvent({ eventId: EventId(exampleId(n)), dates }),
  entry: anAuditEntry({ operation: 'importSpecialEvents', subject: { kind: 'special-event', id: exampleId(n) } }),
  importKey: `row ${n}`,
  ...but,
})
/** The same row when it is imported again: its event gets another identifier. */
const rowAgain = (n: number, but: Partial<ImportedEvent> = {}) =>
  row(n, { event: aSpecialEvent({ eventId: EventId(exampleId(100_000 + n)), dates }), ...but })
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => row(from + n))

describe.each(namedEngines)('an import of events on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())
  const importOn = async (database: MuseumDatabase, events: readonly ImportedEvent[]) => {
    const outcomes: ImportOutcome[] = []
    const messages = messageRecorder(opened.database)
    for await (const some of kyselySpecialEventRepository(database, messages).addImported(events))
      outcomes.push(...some)
    return outcomes
  }
  const numberOf = async (table: 'special_event' | 'event_occurrence' | 'imported_event' | 'audit_entry') => {
    const counted = opened.database.kysely.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('counted'))
    return (await counted.executeTakeFirstOrThrow()).counted
  }
  /** How many events are stored, after checking that each is whole, with its key and its audit entry. */
  const numberStored = async () => {
    const events = await numberOf('special_event')
    expect(await numberOf('event_occurrence')).toBe(2 * events)
    expect(await numberOf('imported_event')).toBe(events)
    expect(await numberOf('audit_entry')).toBe(events)
    return events
  }

  it('stores the hash of a key, and the event', async () => {
    await importOn(opened.database, [row(1)])
    const [stored] = await opened.database.kysely.selectFrom('imported_event').selectAll().execute()
    expect(Buffer.from(stored!.import_key)).toEqual(createHash('sha256').update('row 1').digest())
    expect(Buffer.from(stored!.event_id)).toEqual(bytesOfUuid(exampleId(1)))
  })

  it('finds keys and eventIds by primary keys, and begins no transaction when there is nothing to store', async () => {
    await importOn(opened.database, rows(1, 20))
    const again = [rowAgain(1), rowAgain(2, { givenId: EventId(exampleId(2)) })]
    const statements = await statementsOf(opened.database, async (database) => {
      expect(await importOn({ ...database, transaction: () => Promise.reject(new Error('begun')) }, again)).toEqual([
        'imported-before',
        'existing',
      ])
    })
    expect(statements).toHaveLength(2)
    const index = engine.isMysql ? 'PRIMARY' : 'sqlite_autoindex_imported_event_1'
    await expectRangeOf({ index, isCovering: false }, statements[1]!, opened.database, engine)
  })

  it.each([true, false])(
    'creates each event once when a transaction was committed with an unknown outcome: %s',
    async (isCommitted) => {
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const importing = importOn(losing, rows(1, 9))
      await isRun
      await end(isCommitted).catch(() => undefined)
      expect(await importing).toEqual(Array.from({ length: 8 }, () => 'created'))
      expect(await numberStored()).toBe(8)
    },
  )

  it('stores the largest events', async () => {
    const days = [...CalendarDate.between(CalendarDate('2030-01-01'), CalendarDate('2030-12-31'))]
    const eventDescription = EventDescription('🦣'.repeat(5_000))
    const large = Array.from({ length: 30 }, (_event, n) =>
      row(n + 1, {
        event: aSpecialEvent({ eventId: EventId(exampleId(n + 1)), dates: EventDates(days), eventDescription }),
      }),
    )
    expect(await importOn(opened.database, large)).toEqual(large.map(() => 'created'))
    for (const { event } of large) expect(await opened.specialEvents.find(event.eventId)).toEqual(event)
  })

  it('stores whole events until the database fails, and the others when it is imported again', async () => {
    let transactions = 0
    const failing: MuseumDatabase = {
      ...opened.database,
      transaction: (work, kind) =>
        opened.database.transaction(async (tables, isOutcomeUnknown) => {
          const result = await work(tables, isOutcomeUnknown)
          if ((transactions += 1) > 2)
            throw Object.assign(new Error('disk full'), engine.isMysql ? { errno: 1021 } : { errcode: 13 })
          return result
        }, kind),
    }
    const outcomes: ImportOutcome[] = []
    const failed = (async () => {
      for await (const some of kyselySpecialEventRepository(failing).addImported(rows(1, 2_001))) outcomes.push(...some)
    })()
    await expect(failed).rejects.toBeInstanceOf(Unavailable)
    expect(outcomes.length).toBeGreaterThan(0)
    expect(await numberStored()).toBe(outcomes.length)
    const again = await importOn(
      opened.database,
      Array.from({ length: 2_000 }, (_row, n) => rowAgain(n + 1)),
    )
    expect(again).toEqual([
      ...outcomes.map(() => 'imported-before'),
      ...again.slice(outcomes.length).map(() => 'created'),
    ])
    expect(await numberStored()).toBe(2_000)
  })

  it('is included in the total of the event list at once, even where a total is cached', async () => {
    const list = () => opened.specialEvents.during({ startDate: dates[0]! }, { page: 1, limit: 1 })
    await importOn(opened.database, rows(1, 3))
    expect((await list()).total).toBe(2)
    await importOn(opened.database, rows(1, 6))
    expect((await list()).total).toBe(5)
  })

  it('does not lock the file for long, so that another connection writes while it runs', async () => {
    const other = opened.open()
    const ended = new AbortController()
    const importing = importOn(opened.database, rows(1, 1_500)).finally(() => ended.abort())
    let writes = 0
    while (!ended.signal.aborted) {
      await other.write((tables) => tables.executeQuery(CompiledQuery.raw(`update special_event_revision set id = 1`)))
      writes += 1
      // The statements of SQLite are synchronous, and the import needs a turn of the event loop.
      await setImmediate()
    }
    await importing
    expect(writes).toBeGreaterThan(3)
    expect(await numberStored()).toBe(1_499)
  })
})
