import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CalendarDate, ConfirmationCode, EventDates, EventId, TicketId } from '@museum/domain'
import { aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import { freshDatabase, namedEngines } from '../databases.test-support.ts'
import { expectRangeOf, fillWithEvents, fillWithTickets, statementsOf } from '../plans.test-support.ts'
import { kyselySpecialEventRepository } from '../special-events/kysely-special-event-repository.ts'

const days = [...CalendarDate.between(CalendarDate('2031-01-01'), CalendarDate('2031-12-31'))]
const anEvent = (n: number) => aSpecialEvent({ eventId: EventId(exampleId(n)), dates: EventDates(days) })
/** The n-th ticket of twenty thousand, to one of fifty events. */
const aTicket = (n: number) => {
  const { eventId, name, location } = anEvent((n % 50) + 1)
  return anEventTicket({
    event: { eventId, name, location },
    ticketId: TicketId(exampleId(n)),
    confirmationCode: ConfirmationCode(`ticket-event-${n}`),
    ticketDate: days[n % days.length]!,
  })
}

describe.each(namedEngines)('cancelling among twenty thousand tickets on %s', (_, engine) => {
  let home: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    home = await freshDatabase(engine)
    const events = Array.from({ length: 50 }, (_event, n) => anEvent(n + 1))
    await fillWithEvents(home.database, engine, events)
    await fillWithTickets(
      home.database,
      engine,
      Array.from({ length: 20_000 }, (_ticket, n) => aTicket(n)),
    )
  })
  afterAll(() => home.close())

  const expectRangeUpdate = async (work: (specialEvents: typeof home.specialEvents) => Promise<unknown>) => {
    const statements = await statementsOf(home.database, (database) => work(kyselySpecialEventRepository(database)))
    const cancellation = statements.filter(({ sql }) => /^update .ticket./.test(sql))
    expect(cancellation).toHaveLength(1)
    await expectRangeOf({ index: 'ticket_by_event', isCovering: false }, cancellation[0]!, home.database, engine)
  }

  it.each([1, 10, 365])('finds the tickets of %d dates that an event loses through the index', async (lost) => {
    await expectRangeUpdate((specialEvents) =>
      specialEvents.update(anEvent(lost % 50).eventId, (event) => ({
        ...event,
        dates: EventDates([...days.slice(lost), CalendarDate.last]),
      })),
    )
  })

  it('finds the tickets of an event that is removed through the index', async () => {
    await expectRangeUpdate((specialEvents) => specialEvents.remove(anEvent(2).eventId, () => undefined))
  })

  it('touches no ticket when no date is lost', async () => {
    const statements = await statementsOf(home.database, (database) =>
      kyselySpecialEventRepository(database).update(anEvent(3).eventId, (event) => ({
        ...event,
        dates: EventDates([...event.dates, CalendarDate.last]),
      })),
    )
    expect(statements.filter(({ sql }) => /ticket/.test(sql))).toEqual([])
  })
})
