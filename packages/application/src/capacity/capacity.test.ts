import { describe, expect, it } from '@jest/globals'
import { Availability, CalendarDate, Capacity, EventId, EventName, isRefusal, weekdays } from '@museum/domain'
import {
  aGeneralTicket,
  aSpecialEvent,
  aSpecialEventDraft,
  anOrder,
  exampleId,
  hours,
  someDates,
} from '@museum/testing/examples'
import { aMuseum, anActor, anAuditEntry, inMemoryPorts, sellAlone, setHours, unrefused } from '@museum/testing'
import type { MuseumPorts } from '../ports.ts'

const unknown = EventId(exampleId(999))
const firstPage = { page: 1, limit: 10 }
const order = anOrder({ ticketType: 'event', eventId: aSpecialEvent().eventId })
const withEvent = async (but: Partial<MuseumPorts> = {}) => {
  const ports = inMemoryPorts(but)
  await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
  return { ports, museum: aMuseum(ports) }
}
const { eventId } = aSpecialEvent()
describe('the capacity of an event', () => {
  it('is null until it is set, and then the value that was set', async () => {
    const { museum } = await withEvent()
    expect(await museum.getEventCapacity(eventId)).toEqual({ capacity: null })
    expect(await museum.setEventCapacity(eventId, Capacity(120), anActor)).toEqual({ capacity: 120, isChanged: true })
    expect(await museum.setEventCapacity(eventId, Capacity(120), anActor)).toEqual({ capacity: 120, isChanged: false })
    expect(await museum.getEventCapacity(eventId)).toEqual({ capacity: 120 })
    for (const outcome of [
      await museum.getEventCapacity(unknown),
      await museum.setEventCapacity(unknown, Capacity(1), anActor),
      await museum.getEventAvailability(unknown),
    ])
      expect(outcome).toMatchObject({ refusal: 'event-not-found' })
  })

  it('is in the audit log, like that of general entry, and is not among the audited values of the event', async () => {
    const museum = aMuseum()
    const event = unrefused(await museum.createSpecialEvent(aSpecialEventDraft(), { actor: anActor }))
    await museum.setEventCapacity(event.eventId, Capacity(120), anActor)
    await museum.setGeneralEntryCapacity(Capacity(0), { username: 'director' })
    await museum.setGeneralEntryCapacity(null, anActor)
    await museum.updateSpecialEvent(event.eventId, { name: EventName('Day') }, anActor)
    expect(await museum.listAuditEntries({}, firstPage)).toMatchObject({
      items: [
        { operation: 'updateSpecialEvent', after: { name: 'Day' } },
        {
          operation: 'setGeneralEntryCapacity',
          subject: { kind: 'museum-hours', id: 'capacity' },
          actor: 'curator',
          before: { capacity: 0 },
          after: { capacity: null },
        },
        { operation: 'setGeneralEntryCapacity', actor: 'director', before: { capacity: null }, after: { capacity: 0 } },
        {
          operation: 'setEventCapacity',
          subject: { kind: 'special-event', id: event.eventId },
          before: { capacity: null },
          after: { capacity: 120 },
        },
        { operation: 'createSpecialEvent' },
      ],
    })
  })

  it('limits the tickets of each of its dates, sold with and without a key', async () => {
    const { museum } = await withEvent()
    await museum.setEventCapacity(eventId, Capacity(2), anActor)
    const keyed = (idempotencyKey: string) =>
      museum.buyMuseumTickets(order, {
        actor: anActor,
        once: { idempotencyKey, fingerprint: 'f', render: () => 'sold' },
      })
    expect(isRefusal(await museum.buyMuseumTickets(order))).toBe(false)
    expect(await keyed('a')).toEqual({ response: 'sold', replayed: false })
    expect(await museum.buyMuseumTickets(order)).toMatchObject({
      refusal: 'sold-out',
      faults: [{ member: 'ticketDate', code: 'sold-out' }],
    })
    expect(await keyed('b')).toMatchObject({ refusal: 'sold-out' })
    expect(await keyed('a')).toEqual({ response: 'sold', replayed: true })
    const second = { ...order, ticketDate: CalendarDate('2030-05-18') }
    expect(isRefusal(await museum.buyMuseumTickets(second))).toBe(false)
    await museum.setEventCapacity(eventId, Capacity(3), anActor)
    expect(await keyed('b')).toEqual({ response: 'sold', replayed: false })
    expect(await museum.getEventAvailability(eventId)).toEqual([
      { date: '2030-05-17', capacity: 3, sold: 3, available: 0 },
      { date: '2030-05-18', capacity: 3, sold: 1, available: 2 },
    ])
  })

  it('does not refuse a purchase when another rule fails by then', async () => {
    const { ports, museum } = await withEvent()
    await museum.setEventCapacity(eventId, Capacity(1), anActor)
    await museum.buyMuseumTickets(order)
    // Another server removes the date after this one has cached the event.
    const other = aMuseum(ports)
    expect(await other.buyMuseumTickets(order)).toMatchObject({ refusal: 'sold-out' })
    await museum.updateSpecialEvent(eventId, { dates: someDates('2030-05-18') }, anActor)
    expect(await other.buyMuseumTickets(order)).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ code: 'event-not-on-that-date' }],
    })
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await other.buyMuseumTickets(order)).toMatchObject({ refusal: 'event-not-found' })
  })
})

describe('the capacity of general entry', () => {
  it('limits the tickets of each day', async () => {
    const museum = aMuseum()
    expect(await museum.getGeneralEntryCapacity()).toEqual({ capacity: null })
    expect(await museum.setGeneralEntryCapacity(Capacity(1), anActor)).toEqual({ capacity: 1, isChanged: true })
    expect(await museum.getGeneralEntryCapacity()).toEqual({ capacity: 1 })
    expect(isRefusal(await museum.buyMuseumTickets(anOrder()))).toBe(false)
    expect(await museum.buyMuseumTickets(anOrder())).toMatchObject({ refusal: 'sold-out' })
    expect(isRefusal(await museum.buyMuseumTickets(anOrder({ ticketDate: CalendarDate('2030-05-18') })))).toBe(false)
  })

  it('has an availability on each open day of a page of the museum hours', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await setHours(museum, { date: CalendarDate('2030-05-16'), hours: 'closed' }, anActor)
    await sellAlone(ports.tickets, aGeneralTicket())
    const period = { startDate: CalendarDate('2030-05-15'), endDate: CalendarDate('2030-05-19') }
    const unlimited = { capacity: null, available: null }
    expect(await museum.getGeneralEntryAvailability(period, { page: 1, limit: 2 })).toEqual({
      items: [
        { date: '2030-05-15', sold: 0, ...unlimited },
        { date: '2030-05-17', sold: 1, ...unlimited },
      ],
      total: 4,
    })
    await museum.setGeneralEntryCapacity(Capacity(5), anActor)
    expect(await museum.getGeneralEntryAvailability(period, { page: 2, limit: 2 })).toEqual({
      items: [
        { date: '2030-05-18', capacity: 5, sold: 0, available: 5 },
        { date: '2030-05-19', capacity: 5, sold: 0, available: 5 },
      ],
      total: 4,
    })
    expect(await museum.getGeneralEntryAvailability({}, firstPage)).toMatchObject({ items: { length: 10 } })
  })
})

describe('the availability', () => {
  const [may16, may17] = [CalendarDate('2030-05-16'), CalendarDate('2030-05-17')]
  it('has the places of general entry and of the events on each date of a period', async () => {
    const { museum } = await withEvent()
    await setHours(museum, { weekday: 'thursday', hours: 'closed' }, anActor)
    await museum.setEventCapacity(eventId, Capacity(2), anActor)
    await museum.buyMuseumTickets(order)
    const [thursday, friday, ...others] = unrefused(await museum.getAvailability({ startDate: may16, endDate: may17 }))
    expect(others).toEqual([])
    expect(thursday).toEqual({ date: may16, generalEntry: undefined, events: [] })
    expect(friday).toMatchObject({
      date: may17,
      generalEntry: { date: may17, capacity: null, sold: 0 },
      events: [{ event: { eventId }, date: may17, capacity: 2, sold: 1, available: 1 }],
    })
  })

  it('begins today and has 31 dates, unless the period says otherwise', async () => {
    const museum = aMuseum()
    const datesOf = async (period: Parameters<typeof museum.getAvailability>[0]) => {
      const days = unrefused(await museum.getAvailability(period))
      return [days.length, days[0]?.date, days.at(-1)?.date]
    }
    expect(await datesOf({})).toEqual([31, '2030-05-01', '2030-05-31'])
    expect(await datesOf({ endDate: CalendarDate('2030-04-30') })).toEqual([0, undefined, undefined])
    expect(await datesOf({ startDate: CalendarDate.last })).toEqual([1, '9999-12-31', '9999-12-31'])
  })

  it('is refused for dates that contradict each other, and for more than 31 dates', async () => {
    const museum = aMuseum()
    for (const [period, member] of [
      [{ startDate: may17, endDate: may16 }, 'startDate'],
      [{ endDate: CalendarDate('2030-06-01') }, 'endDate'],
    ] as const)
      expect(await museum.getAvailability(period)).toMatchObject({
        refusal: 'validation-failed',
        faults: [{ member }],
      })
  })

  /** A museum that is closed, with so many events on each day from today on. */
  const withEventsOn = async (eventsOfDays: readonly number[]) => {
    const asked: unknown[] = []
    const ports = inMemoryPorts()
    const rows = eventsOfDays.flatMap((count, day) =>
      Array.from({ length: count }, () => ({
        event: aSpecialEvent(),
        ...Availability.of(CalendarDate.plusDays(CalendarDate('2030-05-01'), day), { capacity: null, sold: 0 }),
      })),
    )
    const museum = aMuseum({
      ...ports,
      capacities: {
        ...ports.capacities,
        availabilityOfEvents: async (period) => {
          asked.push(period.limit)
          return rows.slice(0, period.limit)
        },
      },
    })
    for (const weekday of weekdays) await setHours(museum, { weekday, hours: 'closed' }, anActor)
    return { museum, asked }
  }

  it('has at most 10,000 rows, of which no more than one too many is read', async () => {
    const { museum, asked } = await withEventsOn([4_000, 6_000])
    expect(
      unrefused(await museum.getAvailability({}))
        .map(({ events }) => events.length)
        .slice(0, 3),
    ).toEqual([4_000, 6_000, 0])
    expect(asked).toEqual([10_001])
  })

  it.each([
    [[4_000, 6_000, 1], 'from 2030-05-01 on, 2 days fit, until 2030-05-02.', 2],
    [[4_000, 6_001, 0], 'from 2030-05-01 on, 1 day fits.', 1],
    [[0, 0, 20_000], 'from 2030-05-01 on, 2 days fit, until 2030-05-02.', 2],
    [[10_001], '2030-05-01 alone has more.', 0],
  ])('is refused for %j events on the first days, and says how many days fit', async (events, sentence, days) => {
    const { museum } = await withEventsOn(events)
    expect(await museum.getAvailability({})).toEqual({
      refusal: 'too-many-rows',
      because: `The response would have more than 10000 rows: ${sentence}`,
      values: { max: 10_000, from: '2030-05-01', days },
    })
  })

  it('counts the days of general entry as rows', async () => {
    const { museum } = await withEventsOn([9_999, 0])
    await setHours(museum, { date: CalendarDate('2030-05-02'), hours: hours('09:00', '18:00') }, anActor)
    expect(await museum.getAvailability({})).toHaveLength(31)
    await setHours(museum, { date: CalendarDate('2030-05-03'), hours: hours('09:00', '18:00') }, anActor)
    expect(await museum.getAvailability({})).toMatchObject({
      refusal: 'too-many-rows',
      because: expect.stringMatching(/ 2 days fit, until 2030-05-02\.$/),
    })
  })
})
