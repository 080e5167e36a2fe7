import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/application/in-memory'
import { CalendarDate, Capacity, EventDates } from '@museum/domain'
import { aSpecialEvent } from '@museum/domain/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { kyselyCapacityRepository } from './kysely-capacity-repository.ts'

const firstDate = CalendarDate('2030-05-01')
const dates = Array.from({ length: 40 }, (_, n) => CalendarDate.plusDays(firstDate, n))
const event = aSpecialEvent({ dates: EventDates(dates) })
const entryOf = () => anAuditEntry()

describe.each(namedEngines)('the tickets of many dates on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())

  const statementsOfReading = () =>
    statementsOf(opened.database, async (database) => {
      const { soldForEvent, soldForGeneralEntry } = kyselyCapacityRepository(database)
      expect(await soldForEvent(event.eventId)).toMatchObject({ dates: dates.map((date) => ({ date, sold: 0 })) })
      expect(await soldForGeneralEntry(dates)).toMatchObject({ dates: dates.map((date) => ({ date, sold: 0 })) })
    })

  it('are counted by one statement for each 32 dates without a limit, and not at all once they are counted under one', async () => {
    // For the event and for general entry: one statement for the counters, and two that count.
    expect(await statementsOfReading()).toHaveLength(2 * (1 + 2))
    await opened.capacities.setForEvent(event.eventId, Capacity(5), entryOf)
    // General entry is counted from today on where there are tickets: the other days are read from rows.
    await opened.capacities.setForGeneralEntry(Capacity(5), firstDate, entryOf)
    expect(await statementsOfReading()).toHaveLength(1 + (1 + 2))
  })

  it('are counted by a setting of the capacity in transactions of 32 dates each', async () => {
    const statements = await statementsOf(opened.database, (database) =>
      kyselyCapacityRepository(database).setForEvent(event.eventId, Capacity(5), entryOf),
    )
    const counting = statements.filter(({ sql }) => /^select .*museum_ticket.* group by /.test(sql))
    expect(counting).toHaveLength(2)
  })
})
