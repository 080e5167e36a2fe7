import { describe, expect, it } from '@jest/globals'
import {
  Capacity,
  CalendarDate,
  ConfirmationCode,
  EventId,
  EventName,
  Instant,
  SpecialEvent,
  TicketId,
  TimeOfDay,
} from '@museum/domain'
import { aSpecialEvent, anEventTicket, exampleId, hours, someDates } from '@museum/testing/examples'
import { aMuseum, anAuditEntry, changeHours, inMemoryPorts, sellAlone } from '@museum/testing'

const date = CalendarDate
const entryOf = () => anAuditEntry()
const setSessions = (
  { specialEvents }: ReturnType<typeof inMemoryPorts>,
  eventId: EventId,
  times: readonly string[],
  places?: number,
) =>
  specialEvents.update(
    eventId,
    (event) =>
      SpecialEvent.setEntryTimes(event, {
        rule: { times: times.map(TimeOfDay), length: 60 },
        capacity: places === undefined ? null : Capacity(places),
      }),
    entryOf,
  )
const [night, fair] = [EventId(exampleId(1)), EventId(exampleId(2))]

/** A museum with a night on 17 and 18 May, and a fair from yesterday to a date that is too far away. */
const withEvents = async () => {
  const clock = { now: Instant(Date.UTC(2030, 4, 1, 10)) }
  const ports = inMemoryPorts({ now: () => clock.now })
  const dates = someDates('2030-04-30', '2030-05-01', '2030-05-18', '2031-05-01', '2031-05-02')
  await ports.specialEvents.add(aSpecialEvent({ eventId: night }), anAuditEntry())
  await ports.specialEvents.add(aSpecialEvent({ eventId: fair, dates }), anAuditEntry())
  let found = 0
  const find = (eventId: EventId) => {
    found += 1
    return ports.specialEvents.find(eventId)
  }
  const museum = aMuseum({ ...ports, specialEvents: { ...ports.specialEvents, find } })
  return { ports, museum, clock, foundEvents: () => found }
}

describe('the programme', () => {
  it('has the events of today and of the next 365 days in the order of their first dates, and the hours', async () => {
    const { museum, ports } = await withEvents()
    await changeHours(ports.museumHours, { date: date('2031-05-01'), hours: 'closed' }, entryOf)
    await changeHours(ports.museumHours, { date: date('2031-05-02'), hours: 'closed' }, entryOf)
    const { events, soldOut, ...others } = await museum.getProgramme('full')
    const { occurrences: _, ...shown } = aSpecialEvent()
    expect(events).toEqual([
      { ...shown, eventId: fair, dates: someDates('2030-05-01', '2030-05-18', '2031-05-01'), times: [] },
      { ...shown, eventId: night, dates: someDates('2030-05-17', '2030-05-18'), times: [] },
    ])
    expect(soldOut).toEqual(new Map())
    expect(others).toMatchObject({ today: '2030-05-01', generalPrice: 0, currency: 'EUR' })
    expect(others.schedule.weekly.monday).toEqual(hours('09:00', '18:00'))
    expect(others.schedule.exceptions).toEqual(new Map([['2031-05-01', 'closed']]))
  })

  it('has no events in the scope of hours, and reads none', async () => {
    const { museum, foundEvents } = await withEvents()
    expect(await museum.getProgramme('hours')).toMatchObject({ today: '2030-05-01', events: [], soldOut: new Map() })
    expect(foundEvents()).toBe(0)
  })

  it('says which dates are sold out', async () => {
    const { museum, ports } = await withEvents()
    await ports.capacities.setForEvent(night, Capacity(1), entryOf)
    await sellAlone(ports.tickets, anEventTicket())
    const { soldOut, few } = await museum.getProgramme('full')
    expect(soldOut).toEqual(new Map([[night, new Set(['2030-05-17'])]]))
    expect(few).toEqual(new Map([[night, new Set(['2030-05-18'])]]))
  })

  it('says on which dates few places are left', async () => {
    const { museum, ports } = await withEvents()
    await ports.capacities.setForEvent(night, Capacity(6), entryOf)
    expect((await museum.getProgramme('full')).few).toEqual(new Map())
    await sellAlone(ports.tickets, anEventTicket())
    expect((await museum.getProgramme('full')).few).toEqual(new Map([[night, new Set(['2030-05-17'])]]))
  })

  it('has the sessions of an event, and says which are sold out, and the dates on which all are', async () => {
    const { museum, ports } = await withEvents()
    await setSessions(ports, night, ['19:00', '21:00'], 1)
    const { events } = await museum.getProgramme('full')
    expect(events.map(({ times }) => times)).toEqual([[], ['19:00', '21:00']])
    const soldOut = async () => [...((await museum.getProgramme('full')).soldOut.get(night) ?? [])]
    expect(await soldOut()).toEqual([])
    await sellAlone(ports.tickets, anEventTicket({ entryTime: TimeOfDay('21:00') }))
    expect(await soldOut()).toEqual(['2030-05-17-21:00'])
    const other = { ticketId: TicketId(exampleId(99)), confirmationCode: ConfirmationCode('ticket-event-abcdef-34567') }
    await sellAlone(ports.tickets, anEventTicket({ ...other, entryTime: TimeOfDay('19:00') }))
    expect(await soldOut()).toEqual(['2030-05-17', '2030-05-17-19:00', '2030-05-17-21:00'])
  })

  it('says that today is sold out where only a session that is over has places', async () => {
    const { museum, ports, clock } = await withEvents()
    await setSessions(ports, fair, ['10:00', '12:00'], 1)
    const today = { ticketDate: date('2030-05-01'), entryTime: TimeOfDay('12:00') }
    const [event, occurrenceNumber] = [{ ...anEventTicket().event!, eventId: fair }, 1]
    await sellAlone(ports.tickets, anEventTicket({ ...today, event, occurrenceNumber }))
    const soldOut = async () => [...((await museum.getProgramme('full')).soldOut.get(fair) ?? [])]
    expect(await soldOut()).toEqual(['2030-05-01-12:00'])
    clock.now = Instant(Date.UTC(2030, 4, 1, 12))
    expect(await soldOut()).toEqual(['2030-05-01', '2030-05-01-10:00', '2030-05-01-12:00'])
  })

  it('has the first dates, of which one with sessions counts as often as it has any, to 10,000', async () => {
    const ports = inMemoryPorts()
    const dates = someDates(...Array.from({ length: 365 }, (_, n) => CalendarDate.plusDays(date('2030-05-01'), n)))
    for (const n of [1, 2, 3, 4]) {
      const eventId = EventId(exampleId(n))
      await ports.specialEvents.add(aSpecialEvent({ eventId, dates }), anAuditEntry())
      if (n > 1)
        await setSessions(
          ports,
          eventId,
          Array.from({ length: 12 }, (_, hour) => `${hour + 10}:00`),
        )
    }
    const { events } = await aMuseum(ports).getProgramme('full')
    // 270 dates have 37 entries each, 9,990; of the next date, only the event without sessions fits.
    expect(events.map((event) => event.dates.length)).toEqual([271, 270, 270, 270])
  })

  it('is the same object while nothing changes, and its events are not read again', async () => {
    const { museum, foundEvents, clock } = await withEvents()
    const first = await museum.getProgramme('full')
    clock.now = Instant(clock.now + 59_000)
    expect(await museum.getProgramme('full')).toBe(first)
    expect(foundEvents()).toBe(2)
    // A backup that was restored meanwhile may have other events of the same revisions.
    clock.now = Instant(clock.now + 1_000)
    const later = await museum.getProgramme('full')
    expect(later).toEqual(first)
    expect(later).not.toBe(first)
    expect(foundEvents()).toBe(4)
  })

  it('keeps its events while a date is sold out', async () => {
    const { museum, ports } = await withEvents()
    const first = await museum.getProgramme('full')
    await ports.capacities.setForEvent(night, Capacity(0), entryOf)
    const then = await museum.getProgramme('full')
    expect(then).not.toBe(first)
    expect(then.events).toBe(first.events)
    expect(then.soldOut.get(night)?.size).toBe(2)
    await ports.capacities.setForEvent(night, Capacity(1), entryOf)
    expect((await museum.getProgramme('full')).soldOut.size).toBe(0)
  })

  it.each<[string, (given: Awaited<ReturnType<typeof withEvents>>) => unknown]>([
    [
      'an event is changed',
      ({ ports }) =>
        ports.specialEvents.update(night, (event) => SpecialEvent.update(event, { name: EventName('Day') }), entryOf),
    ],
    [
      'a date is removed',
      ({ ports }) =>
        ports.specialEvents.update(
          night,
          (event) => SpecialEvent.update(event, { dates: someDates('2030-05-18') }),
          entryOf,
        ),
    ],
    ['sessions are set', ({ ports }) => setSessions(ports, night, ['19:00'])],
    ['an event is deleted', ({ ports }) => ports.specialEvents.remove(night, () => undefined, entryOf)],
    [
      'an event is added',
      ({ ports }) => ports.specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(3)) }), anAuditEntry()),
    ],
    [
      'the hours of a date change',
      ({ ports }) => changeHours(ports.museumHours, { date: date('2030-05-09'), hours: 'closed' }, entryOf),
    ],
    [
      'the hours of a weekday change',
      ({ ports }) => changeHours(ports.museumHours, { weekday: 'monday', hours: 'closed' }, entryOf),
    ],
    ['another day begins', ({ clock }) => (clock.now = Instant(clock.now + 86_400_000))],
  ])('is as it is stored after %s', async (_, change) => {
    const given = await withEvents()
    const first = await given.museum.getProgramme('full')
    await change(given)
    const then = await given.museum.getProgramme('full')
    expect(then).not.toEqual(first)
    expect(then).toEqual(await aMuseum(given.ports).getProgramme('full'))
  })

  it('has the dates that come into reach, though no other date has passed', async () => {
    const clock = { now: Instant(Date.UTC(2030, 4, 1, 10)) }
    const ports = inMemoryPorts({ now: () => clock.now })
    await ports.specialEvents.add(aSpecialEvent({ dates: someDates('2030-05-17', '2031-05-02') }), anAuditEntry())
    const museum = aMuseum(ports)
    const datesIn = async () => (await museum.getProgramme('full')).events.map(({ dates }) => dates)
    expect(await datesIn()).toEqual([['2030-05-17']])
    // The day begins within the minute in which events are not read again.
    clock.now = Instant(Date.UTC(2030, 4, 1, 23, 59, 50))
    expect(await datesIn()).toEqual([['2030-05-17']])
    clock.now = Instant(Date.UTC(2030, 4, 2))
    expect(await datesIn()).toEqual([['2030-05-17', '2031-05-02']])
  })

  it('leaves out an event that is deleted while it is read', async () => {
    const { ports } = await withEvents()
    const find = async (eventId: EventId) => (eventId === night ? undefined : ports.specialEvents.find(eventId))
    const museum = aMuseum({ ...ports, specialEvents: { ...ports.specialEvents, find } })
    expect((await museum.getProgramme('full')).events.map(({ eventId }) => eventId)).toEqual([fair])
  })
})
