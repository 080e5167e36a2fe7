import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Page } from '@museum/application'
import { anAuditEntry, inMemoryRepositories } from '@museum/testing'
import { CalendarDate, EventDates, EventId, SpecialEvent } from '@museum/domain'
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import fc from 'fast-check'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { fillWithEvents } from '../../test/fill-with-events.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { kyselySpecialEventRepository } from './kysely-special-event-repository.ts'

const permitAll = () => undefined
const firstDay = CalendarDate('2030-03-01')
const someDay = fc.integer({ min: 0, max: 24 }).map((n) => CalendarDate.plusDays(firstDay, n))
const someDays = fc.array(someDay, { minLength: 1, maxLength: 6 }).map(EventDates)
const aPeriod = fc.record({ startDate: someDay, endDate: fc.option(someDay, { nil: undefined }) })
const aPage = fc.record({ page: fc.integer({ min: 1, max: 4 }), limit: fc.integer({ min: 1, max: 12 }) })

describe.each(namedEngines)('the list of events on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await aDatabase(engine)
  })
  afterAll(() => opened.close())

  it('equals the list of the in-memory adapter after random additions, updates and removals', async () => {
    let ids = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(someDays, { maxLength: 14 }),
        fc.array(fc.tuple(fc.nat(13), fc.option(someDays, { nil: undefined })), { maxLength: 8 }),
        fc.array(fc.tuple(aPeriod, aPage), { minLength: 1, maxLength: 12 }),
        async (added, changed, requests) => {
          const adapters = [opened.specialEvents, inMemoryRepositories().specialEvents] as const
          // The order of the identifiers is not the order of the additions.
          const events = added.map((dates) =>
            aSpecialEvent({ eventId: EventId(exampleId((ids += 7_919) % 100_000)), dates }),
          )
          for (const { add } of adapters) for (const event of events) await add(event, anAuditEntry())
          for (const [n, dates] of changed)
            for (const { update, remove } of adapters)
              if (events[n] !== undefined)
                if (dates === undefined) await remove(events[n].eventId, permitAll, () => anAuditEntry())
                else
                  await update(
                    events[n].eventId,
                    (current) => SpecialEvent.update(current, { dates }),
                    () => anAuditEntry(),
                  )
          const [stored, expected] = adapters
          for (const [period, page] of requests)
            expect(await stored.during(period, page)).toEqual(await expected.during(period, page))
          for (const { eventId } of events) {
            expect(await stored.find(eventId)).toEqual(await expected.find(eventId))
            await stored.remove(eventId, permitAll, () => anAuditEntry())
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe.each(namedEngines)('a long list of events on %s', (_, engine) => {
  let opened: OpenedDatabase
  const number = Page.maxCountedItems + 50
  const from = CalendarDate('2031-01-01')
  /** The n-th event, on three dates: a day of 2031, the next day, and a year later. */
  const event = (n: number): SpecialEvent => {
    const day = CalendarDate.plusDays(from, n % 300)
    const dates = EventDates([day, CalendarDate.plusDays(day, 1), CalendarDate.plusDays(day, 365)])
    return aSpecialEvent({ eventId: EventId(exampleId(n)), dates })
  }
  beforeAll(async () => {
    opened = await aDatabase(engine)
    await fillWithEvents(
      opened.database,
      engine,
      Array.from({ length: number }, (_, n) => event(n + 1)),
    )
  })
  afterAll(() => opened.close())

  it('has a total if there are at most ten thousand events, otherwise none', async () => {
    const page = { page: 1, limit: 2 }
    expect((await opened.specialEvents.during({ startDate: from }, page)).total).toBeUndefined()
    for (let n = 1; n <= 50; n += 1)
      await opened.specialEvents.remove(event(n).eventId, permitAll, () => anAuditEntry())
    expect((await opened.specialEvents.during({ startDate: from }, page)).total).toBe(Page.maxCountedItems)
    await opened.specialEvents.remove(event(51).eventId, permitAll, () => anAuditEntry())
    expect((await opened.specialEvents.during({ startDate: from }, page)).total).toBe(Page.maxCountedItems - 1)
    for (let n = 1; n <= 51; n += 1) await opened.specialEvents.restore(event(n).eventId, () => anAuditEntry())
  })

  it('has no total on its last page when there are more than ten thousand events', async () => {
    const { items, total } = await opened.specialEvents.during({ startDate: from }, { page: 101, limit: 100 })
    expect(items).toHaveLength(50)
    expect(total).toBeUndefined()
  })

  it.each([
    ['an open period', { startDate: CalendarDate('2031-03-01') }],
    ['a month', { startDate: CalendarDate('2031-03-01'), endDate: CalendarDate('2031-03-31') }],
  ])('takes the page and the total of %s from a range of one index', async (_period, period) => {
    const statements = await statementsOf(opened.database, (database) =>
      kyselySpecialEventRepository(database).during(period, { page: 40, limit: 20 }),
    )
    expect(statements).toHaveLength(2)
    for (const statement of statements)
      await expectRangeOf(
        { index: 'event_occurrence_by_removal', isCovering: true },
        statement,
        opened.database,
        engine,
      )
    // Counting stops one above the greatest total.
    expect(statements[1]!.parameters).toContain(Page.maxCountedItems + 1)
  })

  it('is counted again only when any server has added or removed an event or changed its dates', async () => {
    const period = { startDate: CalendarDate('2031-04-01'), endDate: CalendarDate('2031-04-02') }
    const page = { page: 2, limit: 10 }
    const otherDatabase = opened.open()
    const otherRepository = kyselySpecialEventRepository(otherDatabase)
    const total = async () => (await otherRepository.during(period, page)).total!
    const before = await total()
    const statements = await statementsOf(otherDatabase, async (database) => {
      const repository = kyselySpecialEventRepository(database)
      for (const limit of [10, 20]) expect((await repository.during(period, { page: 2, limit })).total).toBe(before)
    })
    expect(statements.map(({ sql }) => sql.startsWith('select count'))).toEqual([false, true, false])

    const dates = EventDates([period.startDate])
    const added = aSpecialEvent({ eventId: EventId(exampleId(20_000)), dates })
    await opened.specialEvents.add(added, anAuditEntry())
    expect(await total()).toBe(before + 1)
    await opened.specialEvents.update(
      added.eventId,
      (current) => SpecialEvent.update(current, { dates: EventDates([from]) }),
      () => anAuditEntry(),
    )
    expect(await total()).toBe(before)
    await opened.specialEvents.update(
      added.eventId,
      (current) => SpecialEvent.update(current, { dates }),
      () => anAuditEntry(),
    )
    expect(await total()).toBe(before + 1)
    await opened.specialEvents.remove(added.eventId, permitAll, () => anAuditEntry())
    expect(await total()).toBe(before)
  })

  it('is read with one statement, so that all of it belongs to the same moment', async () => {
    const period = { startDate: CalendarDate('2031-03-01'), endDate: CalendarDate('2031-03-01') }
    const ofList = await statementsOf(opened.database, (database) =>
      kyselySpecialEventRepository(database).during(period, { page: 1, limit: 100 }),
    )
    expect(ofList).toHaveLength(1)
  })
})
