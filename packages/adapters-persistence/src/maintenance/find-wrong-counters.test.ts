import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sellAlone, anAuditEntry } from '@museum/testing'
import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  EntryTimes,
  EventDates,
  EventId,
  TicketId,
  TimeOfDay,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { addSlot } from '../../test/add-slot.ts'
import { deleteCounters } from '../../test/counters.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { rowOf } from '../tickets/ticket-rows.ts'
import { findWrongCounters } from './find-wrong-counters.ts'

const event = aSpecialEvent()
/** The identifiers of a ticket. */
const ids = (n: number) => ({ ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) })

describe.each(namedEngines)('the counts of sold tickets on %s', (_name, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
    await sellAlone(opened.tickets, anEventTicket(ids(1)))
    await opened.tickets.cancel(
      ids(1).ticketId,
      () => undefined,
      () => anAuditEntry(),
    )
    await sellAlone(opened.tickets, aGeneralTicket(ids(2)))
    await opened.capacities.setForEvent(event.eventId, Capacity(5), () => anAuditEntry())
    await opened.capacities.setForGeneralEntry(Capacity(9), () => anAuditEntry())
    expect(await sellAlone(opened.tickets, anEventTicket(ids(3)))).toMatchObject(ids(3))
    expect(await sellAlone(opened.tickets, aGeneralTicket(ids(4)))).toMatchObject(ids(4))
  })
  afterEach(() => opened.close())

  it('are right after sales', async () => {
    expect(await findWrongCounters(opened.database)).toMatchObject({ counters: expect.any(Number), wrong: [] })
    expect((await findWrongCounters(opened.database)).counters).toBeGreaterThan(2)
  })

  const { eventId, name } = event
  const ofEvent = { event: { eventId, name, isRemoved: false }, date: anEventTicket().ticketDate }
  const ofGeneralEntry = { date: aGeneralTicket().ticketDate }
  const removeEvent = () =>
    opened.specialEvents.remove(
      event.eventId,
      () => undefined,
      () => anAuditEntry(),
    )

  it('are found when they are wrong, each with its event and date', async () => {
    const { kysely } = opened.database
    await kysely
      .updateTable('slot')
      .set({ sold: 4 })
      .where('slot_date', 'in', [ofEvent.date, ofGeneralEntry.date])
      .execute()
    const { wrong } = await findWrongCounters(opened.database)
    expect(wrong).toEqual([
      { ...ofGeneralEntry, sold: 4, tickets: 2 },
      { ...ofEvent, sold: 4, tickets: 1 },
    ])
  })

  it('are found when they are below zero', async () => {
    await opened.database.kysely.updateTable('slot').set({ sold: -1 }).execute()
    const { wrong } = await findWrongCounters(opened.database)
    expect(wrong.map(({ sold }) => sold)).toEqual([-1, -1])
  })

  it('are found when their rows are missing', async () => {
    await deleteCounters(opened.database)
    expect(await findWrongCounters(opened.database)).toEqual({
      counters: 3,
      wrong: [
        { ...ofGeneralEntry, sold: 0, tickets: 2 },
        { ...ofEvent, sold: 0, tickets: 1 },
      ],
    })
  })

  it('are found when their rows were missing and the next sales have added them', async () => {
    await deleteCounters(opened.database)
    expect(await sellAlone(opened.tickets, anEventTicket(ids(5)))).toMatchObject(ids(5))
    expect(await sellAlone(opened.tickets, aGeneralTicket(ids(6)))).toMatchObject(ids(6))
    expect((await findWrongCounters(opened.database)).wrong).toEqual([
      { ...ofGeneralEntry, sold: 1, tickets: 3 },
      { ...ofEvent, sold: 1, tickets: 2 },
    ])
  })

  it.each(['before', 'after'])('are found for a removed date whose row was missing %s the removal', async (when) => {
    const { kysely } = opened.database
    if (when === 'before') await deleteCounters(opened.database)
    await removeEvent()
    if (when === 'after') await deleteCounters(opened.database)
    const ofRemoved = { date: ofEvent.date, sold: 0, tickets: 1 }
    expect((await findWrongCounters(opened.database)).wrong).toContainEqual({
      ...ofRemoved,
      event: { eventId, name, isRemoved: true },
    })
    await kysely.deleteFrom('special_event').execute()
    expect((await findWrongCounters(opened.database)).wrong).toContainEqual({
      ...ofRemoved,
      event: { eventId, isRemoved: true },
    })
  })

  it('are compared once for each of many dates, and those of tickets are found in the order of an index', async () => {
    const { kysely } = opened.database
    const days = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, n) => CalendarDate.plusDays(CalendarDate('2031-01-01'), first + n))
    const tickets = days(60, 130).map((ticketDate, n) => aGeneralTicket({ ...ids(10 + n), ticketDate }))
    await kysely.insertInto('museum_ticket').values(tickets.map(rowOf)).execute()
    for (const date of days(100, 170)) await addSlot(opened.database, aGeneralTicket({ ticketDate: date }), 1)
    const eventOfMany = aSpecialEvent({ eventId: EventId(exampleId(7)), dates: EventDates(days(0, 40)) })
    await opened.specialEvents.add(eventOfMany, anAuditEntry())
    await kysely.executeQuery(
      CompiledQuery.raw(engine.isMysql ? 'analyze table museum_ticket, slot, event_occurrence' : 'analyze'),
    )
    const statements = await statementsOf(opened.database, async (database) => {
      const { counters, wrong } = await findWrongCounters(database)
      expect(counters).toBe(41 + 111 + 3)
      // Without a row, then with a row but without tickets.
      expect(wrong.map(({ date }) => date).toSorted()).toEqual([...days(60, 99), ...days(131, 170)])
    })
    const ofTicketDates = statements.filter(({ sql }) => /^select [`"]ticket_date[`"]/.test(sql))
    expect(ofTicketDates.length).toBeGreaterThan(3)
    const range = { index: 'ticket_by_event_and_date', isCovering: true }
    for (const statement of ofTicketDates) await expectRangeOf(range, statement, opened.database, engine)
  })

  it('are checked from the latest date on, as long as there is time', async () => {
    const { counters, wrong, uncheckedUntil } = await findWrongCounters(opened.database, 0)
    expect({ counters, wrong, uncheckedUntil }).toEqual({
      counters: 0,
      wrong: [],
      uncheckedUntil: event.occurrences.at(-1)!.date,
    })
  })

  it('are compared by entry time', async () => {
    const { date } = ofGeneralEntry
    const { revision } = await opened.museumHours.schedule(date, date)
    const entryTimes = { ...EntryTimes.none, rule: { every: 60, lastEntry: 60 } }
    await opened.museumHours.replaceEntryTimes(entryTimes, revision, anAuditEntry())
    const [ten, eleven] = [TimeOfDay('10:00'), TimeOfDay('11:00')]
    for (const [n, entryTime] of [ten, ten, eleven].entries())
      await sellAlone(opened.tickets, aGeneralTicket({ ...ids(5 + n), entryTime }))
    expect(await findWrongCounters(opened.database)).toEqual({ counters: 5, wrong: [] })
    const { kysely } = opened.database
    // The sum over the date is right.
    await kysely.updateTable('slot').set({ sold: 1 }).where('slot_minute', '=', 600).execute()
    await kysely.updateTable('slot').set({ sold: 2 }).where('slot_minute', '=', 660).execute()
    expect((await findWrongCounters(opened.database)).wrong.toSorted((a, b) => a.sold - b.sold)).toEqual([
      { ...ofGeneralEntry, entryTime: ten, sold: 1, tickets: 2 },
      { ...ofGeneralEntry, entryTime: eleven, sold: 2, tickets: 1 },
    ])
    await deleteCounters(opened.database)
    expect((await findWrongCounters(opened.database)).wrong).toContainEqual({
      ...ofGeneralEntry,
      entryTime: ten,
      sold: 0,
      tickets: 2,
    })
  })

  it('are compared for existing and removed dates, with and without a capacity', async () => {
    await opened.capacities.setForEvent(event.eventId, null, () => anAuditEntry())
    expect(await findWrongCounters(opened.database)).toEqual({ counters: 3, wrong: [] })
    await removeEvent()
    expect(await findWrongCounters(opened.database)).toEqual({ counters: 3, wrong: [] })
  })
})
