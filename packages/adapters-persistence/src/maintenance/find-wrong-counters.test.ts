import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sellAlone, anAuditEntry } from '@museum/testing'
import { Capacity, ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
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

  it('are found when they are wrong, each with its event and date', async () => {
    const [ticket, general] = [anEventTicket(), aGeneralTicket()]
    const { kysely } = opened.database
    await kysely
      .updateTable('slot')
      .set({ sold: 4 })
      .where('slot_date', 'in', [ticket.ticketDate, general.ticketDate])
      .execute()
    const { wrong } = await findWrongCounters(opened.database)
    expect(wrong).toEqual([
      { date: general.ticketDate, capacity: 9, sold: 4, tickets: 2 },
      {
        event: { eventId: event.eventId, name: event.name },
        date: ticket.ticketDate,
        capacity: 5,
        sold: 4,
        tickets: 1,
      },
    ])
  })

  it('are checked from the latest date on, as long as there is time', async () => {
    const { counters, wrong, uncheckedUntil } = await findWrongCounters(opened.database, 0)
    expect({ counters, wrong, uncheckedUntil }).toEqual({
      counters: 0,
      wrong: [],
      uncheckedUntil: event.occurrences.at(-1)!.date,
    })
  })

  it('are compared for existing dates, with and without a capacity', async () => {
    await opened.capacities.setForEvent(event.eventId, null, () => anAuditEntry())
    expect(await findWrongCounters(opened.database)).toEqual({ counters: 3, wrong: [] })
    await opened.specialEvents.remove(
      event.eventId,
      () => undefined,
      () => anAuditEntry(),
    )
    expect(await findWrongCounters(opened.database)).toEqual({ counters: 1, wrong: [] })
  })
})
