import { describe, expect, it } from '@jest/globals'
import { CalendarDate, type OpeningHoursChange, type Schedule, TicketId } from '@museum/domain'
import { aGeneralTicket, everyDay, exampleId, hours } from '@museum/testing/examples'
import { aMuseum, anActor, changeHours, inMemoryPorts, sellAlone, setHours } from '@museum/testing'

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

const audited = async (ports: ReturnType<typeof inMemoryPorts>) =>
  (await ports.audit.list({}, { page: 1, limit: 100 })).items.filter(({ operation }) => operation === 'setSchedule')

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
  ])('that closes %s for which tickets are sold is refused, and done with despiteTickets', async (_what, schedule) => {
    const museum = aMuseum(await withTickets())
    expect(await museum.setSchedule(schedule, anActor)).toEqual({
      refusal: 'tickets-are-sold',
      because: '1 ticket is sold for 2030-05-17: 1 for general entry, 0 for events.',
      values: { tickets: 1, general: 1, event: 0, days: 1, from: friday, to: friday },
      tickets: { days: [{ date: friday, general: 1, event: 0 }], general: 1, event: 0, hasMore: false },
    })
    expect(await museum.getSchedule()).toMatchObject(everyDay)
    expect(await museum.setSchedule(schedule, anActor, { despiteTickets: true })).toEqual(schedule)
  })

  it('is not refused for past days, nor for days that were closed before', async () => {
    const museum = aMuseum(await withTickets())
    expect(await museum.setSchedule(closedOn(past), anActor)).toEqual(closedOn(past))
    await museum.setSchedule(closedOn(friday), anActor, { despiteTickets: true })
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
        if ((changes += 1) === 1) await changeHours(ports.museumHours, { date: friday, hours: 'as-the-week' })
        return ports.museumHours.replace(...replacement)
      },
    }
    await museum.setSchedule(closedOn(friday), anActor, { despiteTickets: true })
    const outcome = await aMuseum({ ...ports, museumHours }).setSchedule(closedOn(friday, christmas), anActor)
    expect(outcome).toMatchObject({ refusal: 'tickets-are-sold', tickets: { general: 1 } })
    expect(await museum.getSchedule()).toMatchObject(everyDay)
  })
})

describe('setting the hours', () => {
  it('replaces the hours of a weekday', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await setHours(museum, { weekday: 'monday', hours: 'closed' }, anActor)
    await setHours(museum, { weekday: 'friday', hours: hours('10:00', '21:00') }, anActor)
    const { monday: _, ...openDays } = everyDay.weekly
    expect((await ports.museumHours.schedule(christmas, christmas)).weekly).toEqual({
      ...openDays,
      friday: hours('10:00', '21:00'),
    })
    expect(await audited(ports)).toMatchObject([
      { subject: { id: 'friday' }, before: { hours: '09:00-18:00' }, after: { hours: '10:00-21:00' } },
      {
        actor: 'curator',
        subject: { kind: 'museum-hours', id: 'monday' },
        before: { hours: '09:00-18:00' },
        after: { hours: 'closed' },
      },
    ])
  })

  it('replaces the hours of one date, and removes that exception', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    const exceptions = async () => (await ports.museumHours.schedule(christmas, christmas)).exceptions
    await setHours(museum, { date: christmas, hours: 'closed' }, anActor)
    expect(await exceptions()).toEqual(new Map([[christmas, 'closed']]))
    await setHours(museum, { date: christmas, hours: 'as-the-week' }, anActor)
    expect(await exceptions()).toEqual(new Map())
    expect(await audited(ports)).toMatchObject([
      { subject: { id: '2030-12-25' }, before: { hours: 'closed' }, after: { hours: 'as-the-week' } },
      { subject: { id: '2030-12-25' }, before: { hours: 'as-the-week' }, after: { hours: 'closed' } },
    ])
  })

  it('writes nothing when the hours do not change', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    const unchanged: OpeningHoursChange[] = [
      { weekday: 'monday', hours: hours('09:00', '18:00') },
      { date: christmas, hours: 'as-the-week' },
    ]
    for (const change of unchanged) expect(await setHours(museum, change, anActor)).toEqual(everyDay)
    expect(await audited(ports)).toEqual([])
  })
})

describe('the schedule', () => {
  it('has the weekly rule and the exceptions of the period', async () => {
    const museum = aMuseum()
    await setHours(museum, { date: christmas, hours: 'closed' }, anActor)
    expect(await museum.getSchedule(christmas, christmas)).toMatchObject({
      ...everyDay,
      exceptions: new Map([[christmas, 'closed']]),
    })
    expect(await museum.getSchedule(friday, friday)).toMatchObject(everyDay)
  })
})
