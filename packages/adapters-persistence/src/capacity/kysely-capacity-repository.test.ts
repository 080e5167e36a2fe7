import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CalendarDate, EventDates, EventId } from '@museum/domain'
import { capacityRepositoryContract } from '@museum/testing/contracts'
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { engines, namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { fillWithEvents } from '../../test/fill-with-events.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { kyselyCapacityRepository } from './kysely-capacity-repository.ts'

for (const engine of engines) capacityRepositoryContract({ describe, it }, engine.name, openAdaptersOn(engine))

describe.each(namedEngines)('the availability of all events on %s', (_, engine) => {
  const from = CalendarDate('2031-01-01')
  const period = { startDate: CalendarDate('2031-03-01'), endDate: CalendarDate('2031-03-31') }
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await aDatabase(engine)
    // Ten events on each of 300 days.
    const events = Array.from({ length: 3_000 }, (__, n) =>
      aSpecialEvent({ eventId: EventId(exampleId(n)), dates: EventDates([CalendarDate.plusDays(from, n % 300)]) }),
    )
    await fillWithEvents(opened.database, engine, events)
  })
  afterAll(() => opened.close())

  it('is read with one statement, from a range of the index of dates', async () => {
    const statements = await statementsOf(opened.database, async (database) => {
      expect(await kyselyCapacityRepository(database).availabilityOfEvents(period)).toHaveLength(310)
    })
    expect(statements).toHaveLength(1)
    const index = { index: 'event_occurrence_by_removal', isCovering: false }
    await expectRangeOf(index, statements[0]!, opened.database, engine)
  })

  it('is read once for equal requests that come at the same time', async () => {
    const statements = await statementsOf(opened.database, async (database) => {
      const { availabilityOfEvents } = kyselyCapacityRepository(database)
      const both = await Promise.all([availabilityOfEvents(period), availabilityOfEvents(period)])
      expect(both.map((places) => places.length)).toEqual([310, 310])
    })
    expect(statements).toHaveLength(1)
  })
})
