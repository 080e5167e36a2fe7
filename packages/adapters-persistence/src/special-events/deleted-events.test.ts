import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type EventId, type SpecialEventChanges, SpecialEvent } from '@museum/domain'
import { aSpecialEvent, anEventTicket, someDates } from '@museum/testing/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { bytesOfUuid } from '@museum/database'
import { messageRecorder } from '../messages/record-messages.ts'
import { sellAlone, anAuditEntry } from '@museum/testing'
import { kyselySpecialEventRepository } from './kysely-special-event-repository.ts'

const event = aSpecialEvent()
const permitAll = () => undefined

describe.each(namedEngines)('when special events are deleted and dates removed on %s,', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())
  const update = (changes: SpecialEventChanges, specialEvents = opened.specialEvents) =>
    specialEvents.update(
      event.eventId,
      (current) => SpecialEvent.update(current, changes),
      () => anAuditEntry(),
    )
  const setDates = (...dates: string[]) => update({ dates: someDates(...dates) })
  const removedOccurrences = async (eventId: EventId) => {
    const rows = await opened.database.kysely
      .selectFrom('event_occurrence')
      .selectAll()
      .where('event_id', '=', bytesOfUuid(eventId))
      .where('removed_at', 'is not', null)
      .orderBy('event_date')
      .orderBy('number')
      .execute()
    return rows.map((row) => [row.event_date, row.number, row.removed_in_revision])
  }

  it('their rows are marked with the revision and the time, and counted in their slots', async () => {
    await setDates('2030-05-18', '2030-05-19')
    await setDates('2030-05-17', '2030-05-18')
    await update({ name: event.name, price: event.price })
    expect(await removedOccurrences(event.eventId)).toEqual([
      ['2030-05-17', 1, 2],
      ['2030-05-19', 2, 3],
    ])
    await opened.specialEvents.remove(event.eventId, permitAll, () => anAuditEntry())
    expect(await removedOccurrences(event.eventId)).toEqual([
      ['2030-05-17', 1, 2],
      ['2030-05-17', 3, 4],
      ['2030-05-18', 1, 4],
      ['2030-05-19', 2, 3],
    ])
    const { kysely } = opened.database
    const removed = await kysely.selectFrom('special_event').selectAll().execute()
    expect(removed).toHaveLength(1)
    expect(removed[0]).toMatchObject({
      name: event.name,
      location: event.location,
      event_description: event.eventDescription,
      price: event.price,
      revision: 4,
    })
    const { items } = await opened.specialEvents.deleted({ page: 1, limit: 1 })
    expect(Math.abs(items[0]!.deletedAt - Date.now())).toBeLessThan(60_000)
    const occurrences = await kysely.selectFrom('event_occurrence').selectAll().execute()
    for (const moment of [removed[0]!.deleted_at, ...occurrences.map(({ removed_at }) => removed_at)])
      expect(Math.abs(moment! - Date.now() / 1_000)).toBeLessThan(60)
    expect(new Set(occurrences.map(({ previous_date }) => previous_date))).toEqual(new Set([null]))
    // Also the slots of which no ticket was sold.
    const slots = await kysely.selectFrom('slot').selectAll().execute()
    const ended = await removedOccurrences(event.eventId)
    expect(slots.map((row) => [row.slot_date, row.number, row.sold, row.changes])).toEqual(
      ended.map(([date, number]) => [date, number, 0, 1]),
    )
  })

  it('the tickets are cancelled although no statement reads or writes them', async () => {
    await sellAlone(opened.tickets, anEventTicket())
    const statements = await statementsOf(opened.database, async (database) => {
      const specialEvents = kyselySpecialEventRepository(database)
      await update({ dates: someDates('2030-05-18') }, specialEvents)
      await specialEvents.remove(event.eventId, permitAll, () => anAuditEntry())
    })
    expect(statements.length).toBeGreaterThan(5)
    expect(statements.filter(({ sql }) => sql.includes('museum_ticket'))).toEqual([])
    expect(await opened.tickets.find(anEventTicket().ticketId)).toMatchObject({ state: 'cancelled' })
  })

  it('the row of a date that stays is kept, and only its previous date is updated', async () => {
    const statements = await statementsOf(opened.database, (database) =>
      update({ dates: someDates('2030-05-01', '2030-05-18') }, kyselySpecialEventRepository(database)),
    )
    const written = statements
      .filter(({ sql }) => /^(insert into|update|delete( from)?) .?event_occurrence/.test(sql))
      .map(({ sql, parameters }) => [sql.split(' ')[0], parameters.filter((value) => typeof value === 'string')])
    expect(written).toEqual([
      ['update', ['2030-05-17']],
      ['insert', ['2030-05-01']],
      ['update', ['2030-05-18', '2030-05-01', '2030-05-18']],
    ])
  })

  it('an update that changes nothing executes no statement that writes', async () => {
    const statements = await statementsOf(opened.database, (database) =>
      update(
        { name: event.name, dates: someDates('2030-05-18', '2030-05-17') },
        kyselySpecialEventRepository(database, messageRecorder(opened.database)),
      ),
    )
    expect(statements.map(({ sql }) => sql.split(' ')[0])).toEqual(['select', 'select'])
  })
})
