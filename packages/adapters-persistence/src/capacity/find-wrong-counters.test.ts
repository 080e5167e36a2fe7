import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/application/in-memory'
import { CalendarDate, Capacity, ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { findWrongCounters } from './find-wrong-counters.ts'

const event = aSpecialEvent()
const today = CalendarDate('2030-01-01')
/** The identifiers of a ticket. */
const ids = (n: number) => ({ ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) })

describe.each(namedEngines)('the counters of limited dates on %s', (_name, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
    await opened.tickets.add(anEventTicket(ids(1)))
    await opened.database.kysely.updateTable('museum_ticket').set({ state: 'cancelled' }).execute()
    await opened.tickets.add(aGeneralTicket(ids(2)))
    await opened.capacities.setForEvent(event.eventId, Capacity(5), () => anAuditEntry())
    await opened.capacities.setForGeneralEntry(Capacity(9), today, () => anAuditEntry())
    const { limit } = (await opened.specialEvents.find(event.eventId))!
    expect(await opened.tickets.add(anEventTicket(ids(3)), limit)).toMatchObject(ids(3))
    const generalLimit = await opened.capacities.generalEntryLimit()
    expect(await opened.tickets.add(aGeneralTicket(ids(4)), generalLimit)).toMatchObject(ids(4))
  })
  afterEach(() => opened.close())

  it('are right after sales', async () => {
    expect(await findWrongCounters(opened.database)).toMatchObject({ counters: expect.any(Number), wrong: [] })
    expect((await findWrongCounters(opened.database)).counters).toBeGreaterThan(2)
  })

  it('are found when they are wrong, each with its event and date, and are right when the capacity is set again', async () => {
    const [ticket, general] = [anEventTicket(), aGeneralTicket()]
    await opened.database.kysely
      .updateTable('place_counter')
      .set({ sold: 4 })
      .where('event_date', '=', ticket.ticketDate)
      .execute()
    const { wrong } = await findWrongCounters(opened.database)
    expect(wrong).toEqual(
      expect.arrayContaining([
        {
          event: { eventId: event.eventId, name: event.name },
          date: ticket.ticketDate,
          capacity: 5,
          sold: 4,
          tickets: 1,
        },
        { date: general.ticketDate, capacity: 9, sold: 4, tickets: 2 },
      ]),
    )
    await opened.capacities.setForEvent(event.eventId, Capacity(4), () => anAuditEntry())
    await opened.capacities.setForEvent(event.eventId, Capacity(5), () => anAuditEntry())
    await opened.capacities.setForGeneralEntry(Capacity(8), today, () => anAuditEntry())
    await opened.capacities.setForGeneralEntry(Capacity(9), today, () => anAuditEntry())
    expect((await findWrongCounters(opened.database)).wrong).toEqual([])
  })

  it('are checked from the latest date on, as long as there is time', async () => {
    const { counters, wrong, uncheckedUntil } = await findWrongCounters(opened.database, 0)
    expect({ counters, wrong, uncheckedUntil }).toEqual({
      counters: 0,
      wrong: [],
      uncheckedUntil: event.occurrences.at(-1)!.date,
    })
  })

  it('are those of the limit in force, and of dates that exist', async () => {
    await opened.capacities.setForEvent(event.eventId, null, () => anAuditEntry())
    await opened.capacities.setForGeneralEntry(null, today, () => anAuditEntry())
    await opened.database.kysely.updateTable('place_counter').set({ sold: 77 }).execute()
    expect(await findWrongCounters(opened.database)).toEqual({ counters: 0, wrong: [] })
  })
})
