import { describe, expect, it } from '@jest/globals'
import { CalendarDate, type Schedule, TicketId } from '@museum/domain'
import { aGeneralTicket, everyDay, exampleId } from '@museum/testing/examples'
import { aMuseum, anActor, anAuditEntry, inMemoryPorts, sellAlone } from '@museum/testing'

const { friday: _, ...withoutFriday } = everyDay.weekly
const [friday, christmas, past] = ['2030-05-17', '2030-12-25', '2030-04-26'].map(CalendarDate) as [
  CalendarDate,
  CalendarDate,
  CalendarDate,
]
const closedFridays: Schedule = { weekly: withoutFriday, exceptions: new Map() }
const closedOn = (...dates: CalendarDate[]): Schedule => ({
  weekly: everyDay.weekly,
  exceptions: new Map(dates.map((date) => [date, 'closed'])),
})

/** A museum on 1 May 2030, with tickets for a Friday before and one after. */
const withTickets = async () => {
  const ports = inMemoryPorts()
  for (const [n, ticketDate] of [friday, past].entries())
    await sellAlone(
      ports.tickets,
      aGeneralTicket({ ticketId: TicketId(exampleId(103 + n)), ticketDate, confirmationCode: `code ${n}` as never }),
    )
  return ports
}

describe('setting the schedule', () => {
  it('replaces the week and all exceptions', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    for (const schedule of [closedOn(friday, christmas), closedFridays, closedOn(past)]) {
      expect(await museum.setSchedule(schedule, anActor)).toEqual(schedule)
      expect(await museum.getSchedule()).toMatchObject(schedule)
    }
    const { items } = await ports.audit.list({}, { page: 1, limit: 100 })
    expect(items.map(({ actor, operation, subject }) => [actor, operation, subject.id])).toEqual(
      [past, 'friday', christmas, friday, 'friday', christmas, friday].map((id) => ['curator', 'setSchedule', id]),
    )
  })

  it.each([
    ['a weekday', closedFridays],
    ['a date', closedOn(friday)],
  ])(
    'that closes %s for which tickets are sold is refused, and done with closeDaysWithTickets',
    async (_what, schedule) => {
      const museum = aMuseum(await withTickets())
      expect(await museum.setSchedule(schedule, anActor)).toEqual({
        refusal: 'tickets-are-sold',
        because: '1 ticket is sold for 2030-05-17: 1 for general entry, 0 for events.',
        tickets: { days: [{ date: friday, general: 1, event: 0 }], general: 1, event: 0, hasMore: false },
      })
      expect(await museum.getSchedule()).toMatchObject(everyDay)
      expect(await museum.setSchedule(schedule, anActor, { closeDaysWithTickets: true })).toEqual(schedule)
    },
  )

  it('is not refused for past days, nor for days that were closed before', async () => {
    const museum = aMuseum(await withTickets())
    expect(await museum.setSchedule(closedOn(past), anActor)).toEqual(closedOn(past))
    await museum.setSchedule(closedOn(friday), anActor, { closeDaysWithTickets: true })
    const both = { weekly: withoutFriday, exceptions: closedOn(friday).exceptions }
    expect(await museum.setSchedule(both, anActor)).toEqual(both)
  })

  it('is refused when the present schedule may not be changed', async () => {
    const museum = aMuseum()
    const seen: Schedule[] = []
    const mayChange = (current: Schedule) => seen.push(current) > 1
    expect(await museum.setSchedule(closedFridays, anActor, { mayChange })).toMatchObject({
      refusal: 'precondition-failed',
    })
    expect(await museum.setSchedule(closedFridays, anActor, { mayChange })).toEqual(closedFridays)
    expect(seen).toMatchObject([everyDay, everyDay])
  })

  it('is decided again when the hours change meanwhile', async () => {
    const ports = await withTickets()
    const museum = aMuseum(ports)
    let changes = 0
    const museumHours = {
      ...ports.museumHours,
      async replace(...replacement: Parameters<typeof ports.museumHours.replace>) {
        // After the decision, the Friday is opened again: then the new schedule closes it.
        if ((changes += 1) === 1)
          await ports.museumHours.change({ date: friday, hours: 'as-the-week' }, () => anAuditEntry())
        return ports.museumHours.replace(...replacement)
      },
    }
    await museum.setSchedule(closedOn(friday), anActor, { closeDaysWithTickets: true })
    const outcome = await aMuseum({ ...ports, museumHours }).setSchedule(closedOn(friday, christmas), anActor)
    expect(outcome).toMatchObject({ refusal: 'tickets-are-sold', tickets: { general: 1 } })
    expect(await museum.getSchedule()).toMatchObject(everyDay)
  })
})
