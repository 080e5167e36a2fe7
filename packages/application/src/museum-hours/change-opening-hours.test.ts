import { describe, expect, it } from '@jest/globals'
import { CalendarDate, type OpeningHoursChange, TicketId, isRefusal } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, everyDay, exampleId, hours } from '@museum/testing/examples'
import { sellAlone, aMuseum, anActor, anAuditEntry, inMemoryPorts } from '@museum/testing'
import { Unavailable } from '@museum/concurrency'

const christmas = CalendarDate('2030-12-25')
const friday = CalendarDate('2030-05-17')
const audited = async (ports: ReturnType<typeof inMemoryPorts>) =>
  (await ports.audit.list({}, { page: 1, limit: 100 })).items.filter(
    ({ operation }) => operation === 'changeOpeningHours',
  )

describe('changing the opening hours', () => {
  it('replaces the hours of a weekday', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await museum.changeOpeningHours({ weekday: 'monday', hours: 'closed' }, anActor)
    await museum.changeOpeningHours({ weekday: 'friday', hours: hours('10:00', '21:00') }, anActor)
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
    await museum.changeOpeningHours({ date: christmas, hours: 'closed' }, anActor)
    expect(await exceptions()).toEqual(new Map([[christmas, 'closed']]))
    await museum.changeOpeningHours({ date: christmas, hours: 'as-the-week' }, anActor)
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
    for (const change of unchanged)
      expect(await museum.changeOpeningHours(change, anActor)).toMatchObject({ isChanged: false })
    expect(await audited(ports)).toEqual([])
  })
})

describe('the schedule', () => {
  it('has the weekly rule and the exceptions of the period', async () => {
    const museum = aMuseum()
    await museum.changeOpeningHours({ date: christmas, hours: 'closed' }, anActor)
    expect(await museum.getSchedule(christmas, christmas)).toMatchObject({
      ...everyDay,
      exceptions: new Map([[christmas, 'closed']]),
    })
    expect(await museum.getSchedule(friday, friday)).toMatchObject(everyDay)
  })
})

describe('closing days for which tickets are sold', () => {
  const withTickets = async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const tickets = [
      aGeneralTicket(),
      anEventTicket(),
      aGeneralTicket({ ticketId: TicketId(exampleId(103)), ticketDate: CalendarDate('2030-05-24') }),
      aGeneralTicket({ ticketId: TicketId(exampleId(104)), state: 'cancelled' }),
    ]
    for (const [n, ticket] of tickets.entries())
      await sellAlone(ports.tickets, { ...ticket, confirmationCode: `code ${n}` } as typeof ticket)
    return ports
  }
  const counts = [
    { date: friday, general: 1, event: 1 },
    { date: '2030-05-24', general: 1, event: 0 },
  ]

  it('is refused with their number, and changes nothing', async () => {
    const ports = await withTickets()
    const museum = aMuseum(ports)
    expect(await museum.changeOpeningHours({ date: friday, hours: 'closed' }, anActor)).toEqual({
      refusal: 'tickets-are-sold',
      because: '2 tickets are sold for 2030-05-17: 1 for general entry, 1 for events.',
      tickets: { days: counts.slice(0, 1), general: 1, event: 1, hasMore: false },
    })
    expect(await museum.changeOpeningHours({ weekday: 'friday', hours: 'closed' }, anActor)).toEqual({
      refusal: 'tickets-are-sold',
      because: '3 tickets are sold for 2 days from 2030-05-17 to 2030-05-24: 2 for general entry, 1 for events.',
      tickets: { days: counts, general: 2, event: 1, hasMore: false },
    })
    expect(await ports.museumHours.schedule(friday, friday)).toMatchObject(everyDay)
    expect(await audited(ports)).toEqual([])
  })

  it('is done with closeDaysWithTickets, and leaves the tickets valid', async () => {
    const ports = await withTickets()
    const outcome = await aMuseum(ports).changeOpeningHours({ weekday: 'friday', hours: 'closed' }, anActor, {
      closeDaysWithTickets: true,
    })
    expect(outcome).toEqual({ isChanged: true, tickets: { days: counts, general: 2, event: 1, hasMore: false } })
    expect(await ports.tickets.find(aGeneralTicket().ticketId)).toMatchObject({ state: 'valid' })
    expect(await audited(ports)).toHaveLength(1)
  })

  it('counts the tickets that are sold before the change', async () => {
    const ports = await withTickets()
    const late = aGeneralTicket({ ticketId: TicketId(exampleId(105)), ticketDate: CalendarDate('2030-05-20') })
    const museumHours = {
      ...ports.museumHours,
      change: async (...change: Parameters<typeof ports.museumHours.change>) => {
        await sellAlone(ports.tickets, late)
        return ports.museumHours.change(...change)
      },
    }
    const outcome = await aMuseum({ ...ports, museumHours }).changeOpeningHours(
      { weekday: 'monday', hours: 'closed' },
      anActor,
    )
    expect(outcome).toMatchObject({ isChanged: true, tickets: { general: 1 } })
  })

  it('is done, with the first count, when the tickets cannot be counted after the change', async () => {
    const ports = await withTickets()
    let counts = 0
    const tickets = {
      ...ports.tickets,
      async countValid(date: CalendarDate) {
        counts += 1
        if (counts > 1) throw new Unavailable('The database is away')
        return ports.tickets.countValid(date)
      },
    }
    const close = { date: CalendarDate('2030-05-24'), hours: 'closed' } as const
    expect(
      await aMuseum({ ...ports, tickets }).changeOpeningHours(close, anActor, { closeDaysWithTickets: true }),
    ).toMatchObject({ isChanged: true, tickets: { general: 1 } })
  })

  it('stops counting at ten thousand tickets', async () => {
    const ports = await withTickets()
    const counted: CalendarDate[] = []
    const tickets = {
      ...ports.tickets,
      nextDate: async (date: CalendarDate) => date,
      async countValid(date: CalendarDate) {
        counted.push(date)
        return { date, general: 4_000, event: 1_000 }
      },
    }
    const museum = aMuseum({ ...ports, tickets })
    expect(await museum.changeOpeningHours({ weekday: 'friday', hours: 'closed' }, anActor)).toMatchObject({
      because: 'At least 10000 tickets are sold for days from 2030-05-03 on.',
      tickets: { general: 8_000, event: 2_000, hasMore: true },
    })
    expect(counted).toEqual(['2030-05-03', '2030-05-10'])
  })

  it('counts no tickets when the change closes no day', async () => {
    const ports = await withTickets()
    const tickets = { ...ports.tickets, nextDate: () => Promise.reject(new Error('was called')) }
    const museum = aMuseum({ ...ports, tickets })
    await museum.changeOpeningHours({ weekday: 'friday', hours: hours('10:00', '21:00') }, anActor)
    await expect(museum.changeOpeningHours({ weekday: 'friday', hours: 'closed' }, anActor)).rejects.toThrow(
      'was called',
    )
    await ports.museumHours.change({ weekday: 'monday', hours: 'closed' }, () => anAuditEntry())
    expect(await museum.changeOpeningHours({ weekday: 'monday', hours: 'closed' }, anActor)).toMatchObject({
      isChanged: false,
    })
  })

  it.each<[string, OpeningHoursChange]>([
    ['other hours', { date: friday, hours: hours('12:00', '13:00') }],
    ['a day without tickets', { date: CalendarDate('2030-05-18'), hours: 'closed' }],
    ['another weekday', { weekday: 'monday', hours: 'closed' }],
    ['a past day', { date: CalendarDate('2030-04-30'), hours: 'closed' }],
  ])('is not refused when no open day with tickets is closed: %s', async (_, change) => {
    const ports = await withTickets()
    await sellAlone(
      ports.tickets,
      aGeneralTicket({ ticketId: TicketId(exampleId(106)), ticketDate: CalendarDate('2030-04-30') }),
    )
    expect(await aMuseum(ports).changeOpeningHours(change, anActor)).toEqual({
      isChanged: true,
      tickets: { days: [], general: 0, event: 0, hasMore: false },
    })
  })

  it('counts no tickets for exceptions when a weekday is closed, and those of a date whose exception is removed', async () => {
    const ports = await withTickets()
    const museum = aMuseum(ports)
    await museum.changeOpeningHours({ date: friday, hours: hours('10:00', '12:00') }, anActor)
    await museum.changeOpeningHours({ date: CalendarDate('2030-05-24'), hours: 'closed' }, anActor, {
      closeDaysWithTickets: true,
    })
    expect(isRefusal(await museum.changeOpeningHours({ weekday: 'friday', hours: 'closed' }, anActor))).toBe(false)
    // Removing the exception now closes its date.
    expect(await museum.changeOpeningHours({ date: friday, hours: 'as-the-week' }, anActor)).toMatchObject({
      refusal: 'tickets-are-sold',
      tickets: { general: 1, event: 1 },
    })
  })
})
