import { describe, expect, it } from '@jest/globals'
import { CalendarDate, type OpeningHoursChange, TicketId, isRefusal } from '@museum/domain'
import {
  aGeneralTicket,
  aSpecialEvent,
  anEventTicket,
  everyDay,
  exampleId,
  hours,
  scheduleAfter,
} from '@museum/testing/examples'
import { aMuseum, anActor, anAuditEntry, changeHours, inMemoryPorts, sellAlone, setHours } from '@museum/testing'

const friday = CalendarDate('2030-05-17')
const audited = async (ports: ReturnType<typeof inMemoryPorts>) =>
  (await ports.audit.list({}, { page: 1, limit: 100 })).items.filter(({ operation }) => operation === 'setSchedule')

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
    expect(await setHours(museum, { date: friday, hours: 'closed' }, anActor)).toEqual({
      refusal: 'tickets-are-sold',
      because: '2 tickets are sold for 2030-05-17: 1 for general entry, 1 for events.',
      values: { tickets: 2, general: 1, event: 1, days: 1, from: '2030-05-17', to: '2030-05-17' },
      tickets: { days: counts.slice(0, 1), general: 1, event: 1, hasMore: false },
    })
    expect(await setHours(museum, { weekday: 'friday', hours: 'closed' }, anActor)).toEqual({
      refusal: 'tickets-are-sold',
      because: '3 tickets are sold for 2 days from 2030-05-17 to 2030-05-24: 2 for general entry, 1 for events.',
      values: { tickets: 3, general: 2, event: 1, days: 2, from: '2030-05-17', to: '2030-05-24' },
      tickets: { days: counts, general: 2, event: 1, hasMore: false },
    })
    expect(await ports.museumHours.schedule(friday, friday)).toMatchObject(everyDay)
    expect(await audited(ports)).toEqual([])
  })

  it('is done with despiteTickets, and leaves the tickets valid', async () => {
    const ports = await withTickets()
    const change = { weekday: 'friday', hours: 'closed' } as const
    const outcome = await setHours(aMuseum(ports), change, anActor, { despiteTickets: true })
    expect(outcome).toEqual(scheduleAfter(everyDay, change))
    expect(await ports.tickets.find(aGeneralTicket().ticketId)).toMatchObject({ state: 'valid' })
    expect(await audited(ports)).toHaveLength(1)
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
    expect(await setHours(museum, { weekday: 'friday', hours: 'closed' }, anActor)).toMatchObject({
      because: 'At least 10000 tickets are sold for days from 2030-05-03 on.',
      tickets: { general: 8_000, event: 2_000, hasMore: true },
    })
    // The last one only shows that there are more.
    expect(counted).toEqual(['2030-05-03', '2030-05-10', '2030-05-17'])
  })

  it.each([
    ['on two days', [5_000, 5_000], false],
    ['on two days, and one later', [5_000, 5_000, 0, 1], true],
    ['of one type on a closed day, which may have more', [5_000, 10_000], true],
  ])('counts ten thousand tickets %s', async (_, [first, second, ...later], hasMore) => {
    const ports = await withTickets()
    const counts = [first!, second!, ...later]
    const sold = new Map(counts.map((general, n) => [CalendarDate.plusDays(friday, 7 * n), general]))
    const tickets = {
      ...ports.tickets,
      nextDate: async (date: CalendarDate) => [...sold.keys()].find((each) => each >= date),
      countValid: async (date: CalendarDate) => ({ date, general: sold.get(date)!, event: 0 }),
    }
    const museum = aMuseum({ ...ports, tickets })
    expect(await setHours(museum, { weekday: 'friday', hours: 'closed' }, anActor)).toMatchObject({
      tickets: { general: first! + second!, hasMore, days: [{ date: friday }, { date: '2030-05-24' }] },
    })
  })

  it('counts no tickets when the change closes no day', async () => {
    const ports = await withTickets()
    const tickets = { ...ports.tickets, nextDate: () => Promise.reject(new Error('was called')) }
    const museum = aMuseum({ ...ports, tickets })
    await setHours(museum, { weekday: 'friday', hours: hours('10:00', '21:00') }, anActor)
    await expect(setHours(museum, { weekday: 'friday', hours: 'closed' }, anActor)).rejects.toThrow('was called')
    await changeHours(ports.museumHours, { weekday: 'monday', hours: 'closed' })
    expect(isRefusal(await setHours(museum, { weekday: 'monday', hours: 'closed' }, anActor))).toBe(false)
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
    expect(await setHours(aMuseum(ports), change, anActor)).toEqual(scheduleAfter(everyDay, change))
  })

  it('counts no tickets for exceptions when a weekday is closed, and those of a date whose exception is removed', async () => {
    const ports = await withTickets()
    const museum = aMuseum(ports)
    await setHours(museum, { date: friday, hours: hours('10:00', '12:00') }, anActor)
    await setHours(museum, { date: CalendarDate('2030-05-24'), hours: 'closed' }, anActor, {
      despiteTickets: true,
    })
    expect(isRefusal(await setHours(museum, { weekday: 'friday', hours: 'closed' }, anActor))).toBe(false)
    // Removing the exception now closes its date.
    expect(await setHours(museum, { date: friday, hours: 'as-the-week' }, anActor)).toMatchObject({
      refusal: 'tickets-are-sold',
      tickets: { general: 1, event: 1 },
    })
  })
})
