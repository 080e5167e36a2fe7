import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { EventDescription, EventId, SpecialEvent } from '@museum/domain'
import { aSpecialEvent, exampleId, someDates } from '@museum/testing/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { anAuditEntry } from '@museum/testing'
import { type FindEvents, cachingOccurrences, compileFindEvents } from './find-events.ts'

const event = aSpecialEvent()

describe.each(namedEngines)('the occurrences of an event on %s', (_, engine) => {
  let opened: OpenedDatabase
  let findEvents: FindEvents
  let now = 1
  /** The revision and dates of an event, and how many statements read it. */
  const read = async (eventId = event.eventId) => {
    let found: SpecialEvent | undefined
    const statements = await statementsOf(opened.database, (database) =>
      database.query(async (tables) => {
        ;[found] = await findEvents(tables, [eventId])
      }),
    )
    return [statements.length, found]
  }
  beforeEach(async () => {
    opened = await aDatabase(engine)
    const { kysely } = opened.database
    findEvents = cachingOccurrences(kysely, compileFindEvents(kysely).findEvents, () => now)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())

  it('are read once while its revision stays the same', async () => {
    expect(await read()).toEqual([1, event])
    expect(await read()).toEqual([1, event])
    const statements = await statementsOf(opened.database, (database) =>
      database.query((tables) => findEvents(tables, [event.eventId])),
    )
    expect(statements[0]!.sql).not.toContain('occurrence')
  })

  it('are read again when another server has changed the event', async () => {
    await read()
    const other = kyselyRepositories(opened.open()).specialEvents
    for (const changes of [
      { dates: someDates('2031-01-01') },
      { eventDescription: EventDescription('Another') },
      { dates: someDates('2031-01-01', '2030-05-17') },
    ]) {
      const changed = await other.update(
        event.eventId,
        (current) => SpecialEvent.update(current, changes),
        () => anAuditEntry(),
      )
      expect(await read()).toEqual([2, changed])
      expect(await read()).toEqual([1, changed])
    }
  })

  it('are those of each of several events, of which some do not exist', async () => {
    const others = [2, 3].map((n) =>
      aSpecialEvent({ eventId: EventId(exampleId(n)), dates: someDates(`2031-01-0${n}`) }),
    )
    await opened.specialEvents.add(others[0]!, anAuditEntry())
    await read()
    await opened.specialEvents.add(others[1]!, anAuditEntry())
    const ids = [others[1]!.eventId, EventId(exampleId(9)), event.eventId, others[0]!.eventId, event.eventId]
    expect(await opened.database.query((tables) => findEvents(tables, ids))).toEqual([
      others[1],
      undefined,
      event,
      others[0],
      event,
    ])
  })

  it('are not returned for an event that was deleted', async () => {
    await read()
    await opened.specialEvents.remove(
      event.eventId,
      () => undefined,
      () => anAuditEntry(),
    )
    expect(await read()).toEqual([1, undefined])
  })

  it('cached occurrences are read again after ten seconds, which shows a manual change that kept the revision', async () => {
    await read()
    const { kysely } = opened.database
    await kysely.deleteFrom('event_occurrence').where('event_date', '=', event.occurrences[0]!.date).execute()
    const changed = { ...event, occurrences: event.occurrences.slice(1) }
    expect(await read()).toEqual([1, event])
    now += 11_000
    expect(await read()).toEqual([1, changed])
  })
})
