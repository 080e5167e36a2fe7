import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  Capacity,
  type EntryTimeSettings,
  EntryTimes,
  EventDates,
  EventId,
  Instant,
  Quantity,
  SpecialEvent,
  TimeOfDay,
  isRefusal,
} from '@museum/domain'
import { Unavailable } from '@museum/concurrency'
import { aSpecialEvent, anOrder, exampleId, hours } from '@museum/testing/examples'
import { aMuseum, anActor, anAuditEntry, inMemoryPorts, setHours } from '@museum/testing'

const [friday, saturday] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const settings = (but: Partial<EntryTimeSettings> = {}): EntryTimeSettings => ({
  ...EntryTimes.none,
  rule: { every: 60, lastEntry: 60 },
  capacity: Capacity(2),
  ...but,
})
const at = (entryTime: string, ticketDate = friday) => anOrder({ ticketDate, entryTime: TimeOfDay(entryTime) })
const page = { page: 1, limit: 10 }

/** A museum on 1 May 2030 with an entry time an hour from 09:00 to 17:00, with two places each. */
const withEntryTimes = async () => {
  const ports = inMemoryPorts()
  const museum = aMuseum(ports)
  await museum.setEntryTimes(settings(), anActor)
  const sell = async (...orders: Parameters<typeof museum.buyMuseumTickets>[0][]) => {
    for (const order of orders) if (isRefusal(await museum.buyMuseumTickets(order))) throw new Error('not sold')
  }
  const audited = async () =>
    (await ports.audit.list({}, { page: 1, limit: 100 })).items.filter(({ operation }) => operation === 'setEntryTimes')
  return { ports, museum, sell, audited }
}

describe('entry times', () => {
  it('are none until they are set', async () => {
    const museum = aMuseum()
    expect(await museum.getEntryTimes()).toEqual({ rule: null, capacity: null, early: 15, late: null, exceptions: [] })
    expect(await museum.setEntryTimes(settings(), anActor)).toEqual(settings())
    expect(await museum.getEntryTimes()).toEqual(settings())
  })

  it('are audited with the values that change; equal ones change nothing', async () => {
    const { ports, museum, audited } = await withEntryTimes()
    const { revision } = await ports.museumHours.schedule(friday, friday)
    expect(await museum.setEntryTimes(settings(), anActor)).toEqual(settings())
    expect((await ports.museumHours.schedule(friday, friday)).revision).toBe(revision)
    const exceptions = [{ date: friday, capacity: Capacity(0) }]
    await museum.setEntryTimes(settings({ exceptions, late: 30 }), anActor)
    expect((await ports.museumHours.schedule(friday, friday)).revision).toBe(revision + 1)
    expect(await audited()).toMatchObject([
      {
        actor: 'curator',
        subject: { kind: 'museum-hours', id: 'entry-times' },
        before: { late: null, exceptions: [] },
        after: { late: 30, exceptions: ['2030-05-17: 0'] },
      },
      {
        before: { rule: null, capacity: null },
        after: { rule: '{"every":60,"lastEntry":60}', capacity: 2 },
      },
    ])
  })

  it('are changed by one who has read the present ones only, if so asked', async () => {
    const { museum } = await withEntryTimes()
    const mayChange = (current: EntryTimeSettings) => current.rule === null
    expect(await museum.setEntryTimes(settings({ early: 0 }), anActor, { mayChange })).toMatchObject({
      refusal: 'precondition-failed',
    })
    expect(await museum.getEntryTimes()).toEqual(settings())
  })

  it('are sold one by one, and counted in the availability of their date', async () => {
    const { museum, sell } = await withEntryTimes()
    await sell(at('10:00'), at('10:00'), at('17:00'))
    expect(await museum.buyMuseumTickets(at('18:00'))).toMatchObject({ faults: [{ code: 'not-an-entry-time' }] })
    const { items } = await museum.getGeneralEntryAvailability({ startDate: friday }, page)
    expect(items[0]).toMatchObject({ date: friday, capacity: 18, sold: 3, available: 15 })
    expect(items[0]!.entryTimes!.filter(({ sold }) => sold > 0)).toEqual([
      { entryTime: '10:00', capacity: 2, sold: 2, available: 0 },
      { entryTime: '17:00', capacity: 2, sold: 1, available: 1 },
    ])
    expect(items[1]!.entryTimes).toHaveLength(9)
    const [day] = (await museum.getAvailability({ startDate: friday, endDate: friday })) as unknown as [
      { generalEntry: object },
    ]
    expect(day.generalEntry).toMatchObject({ ...items[0], timeOpen: '09:00' })
  })

  it('that are full are refused with the next ones that have places for all tickets of the order', async () => {
    const { museum, sell } = await withEntryTimes()
    await sell(at('10:00'), at('10:00'), at('11:00'))
    expect(await museum.buyMuseumTickets(at('10:00'))).toMatchObject({
      refusal: 'sold-out',
      because:
        'entryTime must be an entry time with enough places left: 10:00 has none; enough are left at 11:00, 12:00 and 13:00.',
    })
    const { purchaser: _, ...item } = { ...at('11:00'), quantity: Quantity(1) }
    expect(await museum.placeOrder({ items: [item, item] })).toMatchObject({
      refusal: 'sold-out',
      faults: [
        {
          member: 'items/1/entryTime',
          detail:
            'must be an entry time with enough places left: 11:00 has 1; enough are left at 12:00, 13:00 and 14:00',
        },
      ],
    })
  })

  it('that are full are refused without the next ones when these cannot be read, and no defect is hidden so', async () => {
    const { ports, sell } = await withEntryTimes()
    await sell(at('10:00'), at('10:00'))
    const buy = async (error: Error) => {
      const placesOfGeneralEntry = async (): Promise<never> => {
        throw error
      }
      return aMuseum({ ...ports, capacities: { ...ports.capacities, placesOfGeneralEntry } }).buyMuseumTickets(
        at('10:00'),
      )
    }
    expect(await buy(new Unavailable('The database does not respond.'))).toMatchObject({
      refusal: 'sold-out',
      because: expect.not.stringContaining('11:00'),
    })
    await expect(buy(new Error('a defect'))).rejects.toThrow('a defect')
  })

  it('of an event that is deleted meanwhile are refused without the next ones', async () => {
    const { ports } = await withEntryTimes()
    const event = aSpecialEvent({ eventId: EventId(exampleId(7)), dates: EventDates([friday]) })
    await ports.specialEvents.add(event, anAuditEntry())
    const museum = aMuseum(ports)
    const rule = { times: [TimeOfDay('10:00'), TimeOfDay('16:00')], length: 60 }
    await museum.setEventEntryTimes(event.eventId, { rule, capacity: Capacity(0) }, anActor)
    const order = { ...at('10:00'), ticketType: 'event', eventId: event.eventId } as const
    const availabilityOfEvent = async () => SpecialEvent.notFound(event.eventId)
    const later = aMuseum({ ...ports, capacities: { ...ports.capacities, availabilityOfEvent } })
    expect(await later.buyMuseumTickets(order)).toMatchObject({
      refusal: 'sold-out',
      because: expect.not.stringContaining('16:00'),
    })
  })

  it('of a cancelled ticket have a place again', async () => {
    const { museum, sell } = await withEntryTimes()
    await sell(at('10:00'))
    const last = await museum.buyMuseumTickets(at('10:00'))
    if (isRefusal(last)) throw new Error(last.because)
    await museum.cancelTicket(last.ticketId, undefined, anActor)
    await sell(at('10:00'))
    expect(await museum.buyMuseumTickets(at('10:00'))).toMatchObject({ refusal: 'sold-out' })
  })

  it('of today are sold until they end', async () => {
    const { museum, ports } = await withEntryTimes()
    // It is 10:00.
    const today = ports.today()
    expect(await museum.buyMuseumTickets(at('09:00', today))).toMatchObject({ faults: [{ code: 'entry-time-over' }] })
    expect(isRefusal(await museum.buyMuseumTickets(at('10:00', today)))).toBe(false)
    const { items } = await museum.getGeneralEntryAvailability({ startDate: today }, page)
    expect(items[0]!.entryTimes![0]).toMatchObject({ entryTime: '10:00', sold: 1 })
  })

  it('count as rows of the availability', async () => {
    const { ports, museum } = await withEntryTimes()
    const dates = EventDates([...CalendarDate.between(friday, CalendarDate('2030-06-16'))])
    for (const date of dates) await setHours(museum, { date, hours: hours('00:00', '23:59') }, anActor)
    // With 288 entry times, a day has 289 rows, and 329 with the events.
    await museum.setEntryTimes(settings({ rule: { every: 5, lastEntry: 0 } }), anActor)
    const period = { startDate: friday, endDate: dates.at(-1)! }
    expect(await museum.getAvailability(period)).toHaveLength(31)
    for (let n = 1; n <= 40; n += 1)
      await ports.specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(n)), dates }), anAuditEntry())
    expect(await museum.getAvailability(period)).toMatchObject({
      refusal: 'too-many-rows',
      because: expect.stringContaining('30 days fit'),
    })
  })
})

describe('a change that takes away entry times', () => {
  const refused = (...days: object[]) => ({ refusal: 'tickets-are-sold', tickets: { days } })
  const everyTwoHours = settings({ rule: { every: 120, lastEntry: 60 } })

  it('for which tickets are sold is refused with their numbers, and made with despiteTickets', async () => {
    const { museum, sell } = await withEntryTimes()
    await sell(at('10:00'), at('10:00'), at('12:00', saturday), at('11:00'))
    const outcome = await museum.setEntryTimes(everyTwoHours, anActor)
    expect(outcome).toEqual({
      refusal: 'tickets-are-sold',
      because: '3 tickets are sold for 2 days from 2030-05-17 to 2030-05-18: 3 for general entry, 0 for events.',
      values: { tickets: 3, general: 3, event: 0, days: 2, from: friday, to: saturday },
      tickets: {
        general: 3,
        event: 0,
        hasMore: false,
        days: [
          { date: friday, general: 2, event: 0, entryTimes: [{ entryTime: '10:00', tickets: 2 }] },
          { date: saturday, general: 1, event: 0, entryTimes: [{ entryTime: '12:00', tickets: 1 }] },
        ],
      },
    })
    expect(await museum.getEntryTimes()).toEqual(settings())
    expect(await museum.setEntryTimes(everyTwoHours, anActor, { despiteTickets: true })).toEqual(everyTwoHours)
    // They are not taken away again.
    expect(isRefusal(await museum.setEntryTimes({ ...everyTwoHours, early: 0 }, anActor))).toBe(false)
  })

  it.each([
    ['10000 tickets are sold for 2030-05-17: 10000 for general entry, 0 for events.', 10_000, 0],
    ['10001 tickets are sold for 2030-05-17: 10001 for general entry, 0 for events.', 10_001, 0],
    [
      '10000 tickets are sold for 2 days from 2030-05-17 to 2030-05-18: 10000 for general entry, 0 for events.',
      9_999,
      1,
    ],
    ['At least 10000 tickets are sold for days from 2030-05-17 on.', 10_000, 1],
  ])('counts all tickets, and names the days up to ten thousand: %s', async (because, onFriday, onSaturday) => {
    const { ports } = await withEntryTimes()
    const soldOn = (tickets: number) => new Map([[TimeOfDay('10:00'), { sold: tickets }]])
    const taken = new Map([
      [friday, soldOn(onFriday)],
      [saturday, soldOn(onSaturday)],
    ])
    const placesOfGeneralEntry = async () => ({ capacity: null, taken })
    const museum = aMuseum({ ...ports, capacities: { ...ports.capacities, placesOfGeneralEntry } })
    expect(await museum.setEntryTimes(everyTwoHours, anActor)).toMatchObject({
      because,
      tickets: { hasMore: because.startsWith('At least') },
    })
  })

  it('is made where no ticket is sold for them, or they are of another capacity', async () => {
    const { museum, sell } = await withEntryTimes()
    await sell(at('11:00'))
    expect(await museum.setEntryTimes(settings({ capacity: Capacity(0) }), anActor)).toMatchObject({ capacity: 0 })
    expect(await museum.setEntryTimes(everyTwoHours, anActor)).toEqual(everyTwoHours)
  })

  it('by other hours is refused as well, and a closed day is counted once', async () => {
    const { museum, sell } = await withEntryTimes()
    await sell(at('10:00'), at('10:00', saturday))
    const later = { date: friday, hours: hours('11:00', '18:00') }
    expect(await setHours(museum, later, anActor)).toMatchObject(
      refused({ date: friday, general: 1, event: 0, entryTimes: [{ entryTime: '10:00', tickets: 1 }] }),
    )
    expect(await setHours(museum, { date: saturday, hours: 'closed' }, anActor)).toMatchObject(
      refused({ date: saturday, general: 1, event: 0 }),
    )
    expect(isRefusal(await setHours(museum, later, anActor, { despiteTickets: true }))).toBe(false)
  })

  it('leaves its tickets their places, and takes none of the others', async () => {
    const { museum, sell } = await withEntryTimes()
    await sell(at('10:00'), at('10:00'))
    await museum.setEntryTimes(everyTwoHours, anActor, { despiteTickets: true })
    const { items } = await museum.getGeneralEntryAvailability({ startDate: friday }, page)
    // 09:00, 11:00, 13:00, 15:00 and 17:00, with two places each.
    expect(items[0]).toMatchObject({ sold: 2, capacity: 10, available: 10 })
    await museum.setGeneralEntryCapacity(Capacity(1), anActor)
    await museum.setEntryTimes(EntryTimes.none, anActor)
    expect(isRefusal(await museum.buyMuseumTickets(anOrder({ ticketDate: friday })))).toBe(false)
    expect(await museum.buyMuseumTickets(anOrder({ ticketDate: friday }))).toMatchObject({ refusal: 'sold-out' })
  })

  it('does not concern entry times of today that have ended', async () => {
    let now = Instant(Date.UTC(2030, 4, 1, 9, 30))
    const museum = aMuseum(inMemoryPorts({ now: () => now }))
    await museum.setEntryTimes(settings(), anActor)
    const today = CalendarDate('2030-05-01')
    expect(isRefusal(await museum.buyMuseumTickets(at('10:00', today)))).toBe(false)
    expect(await museum.setEntryTimes(everyTwoHours, anActor)).toMatchObject(
      refused({ date: today, general: 1, event: 0 }),
    )
    now = Instant(Date.UTC(2030, 4, 1, 11))
    expect(await museum.setEntryTimes(everyTwoHours, anActor)).toEqual(everyTwoHours)
  })

  it('does not concern tickets from before the rule', async () => {
    const museum = aMuseum()
    await museum.buyMuseumTickets(anOrder({ ticketDate: friday }))
    expect(await museum.setEntryTimes(settings(), anActor)).toEqual(settings())
    expect(await museum.setEntryTimes(EntryTimes.none, anActor)).toEqual(EntryTimes.none)
  })
})

describe('the entry times of an event', () => {
  const rule = { times: [TimeOfDay('11:00'), TimeOfDay('15:30')], length: 90 }
  const sessions = { rule, capacity: Capacity(2) }
  const { eventId } = aSpecialEvent()
  const ticket = (entryTime: string, ticketDate = friday) =>
    anOrder({ ticketType: 'event', eventId, ticketDate, entryTime: TimeOfDay(entryTime) })

  const withSessions = async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const museum = aMuseum(ports)
    expect(await museum.setEventEntryTimes(eventId, sessions, anActor)).toEqual(sessions)
    return { ports, museum }
  }

  it('are none until they are set, with an audit entry, and an equal change changes nothing', async () => {
    const { ports, museum } = await withSessions()
    expect(await museum.getEventEntryTimes(eventId)).toEqual(sessions)
    expect(await museum.setEventEntryTimes(eventId, { ...sessions }, anActor)).toEqual(sessions)
    expect(await museum.getSpecialEvent(eventId)).toMatchObject({ revision: 2, entryTimes: sessions })
    const { items } = await ports.audit.list({}, { page: 1, limit: 100 })
    expect(items.filter(({ operation }) => operation === 'setEventEntryTimes')).toMatchObject([
      {
        subject: { kind: 'special-event', id: eventId },
        before: { rule: null, capacity: null },
        after: { rule: JSON.stringify(rule), capacity: 2 },
      },
    ])
  })

  it('are those of an event that exists, and of the state that was read', async () => {
    const { museum } = await withSessions()
    const unknown = EventId(exampleId(404))
    const notFound = { refusal: 'event-not-found' }
    expect(await museum.getEventEntryTimes(unknown)).toMatchObject(notFound)
    for (const despiteTickets of [true, false])
      expect(await museum.setEventEntryTimes(unknown, sessions, anActor, { despiteTickets })).toMatchObject(notFound)
    await museum.buyMuseumTickets(ticket('11:00'))
    const mayChange = () => false
    expect(await museum.setEventEntryTimes(eventId, EntryTimes.noneOfEvent, anActor, { mayChange })).toMatchObject({
      refusal: 'precondition-failed',
    })
  })

  it('are sold on each of its dates, and named when one is full', async () => {
    const { museum } = await withSessions()
    for (const order of [ticket('11:00'), ticket('11:00'), ticket('11:00', saturday)])
      expect(isRefusal(await museum.buyMuseumTickets(order))).toBe(false)
    expect(await museum.buyMuseumTickets(ticket('11:00'))).toMatchObject({
      refusal: 'sold-out',
      faults: [
        {
          member: 'entryTime',
          detail: 'must be an entry time with enough places left: 11:00 has none; enough are left at 15:30',
        },
      ],
    })
    expect(await museum.buyMuseumTickets(ticket('12:00'))).toMatchObject({ faults: [{ code: 'not-an-entry-time' }] })
    expect(await museum.getEventAvailability(eventId)).toMatchObject([
      { date: friday, capacity: 4, sold: 2, available: 2, entryTimes: [{ available: 0 }, { available: 2 }] },
      { date: saturday, sold: 1 },
    ])
    expect(await museum.getAvailability({ startDate: friday, endDate: friday })).toMatchObject([
      { events: [{ entryTimes: [{ entryTime: '11:00', sold: 2 }, { entryTime: '15:30' }] }] },
    ])
  })

  it('for which tickets are sold, today or later, are taken away with despiteTickets only', async () => {
    const { museum } = await withSessions()
    await museum.buyMuseumTickets(ticket('11:00', saturday))
    const later = { ...sessions, rule: { ...rule, times: [TimeOfDay('12:00'), TimeOfDay('15:30')] } }
    expect(await museum.setEventEntryTimes(eventId, later, anActor)).toMatchObject({
      refusal: 'tickets-are-sold',
      tickets: {
        general: 0,
        event: 1,
        days: [{ date: saturday, general: 0, event: 1, entryTimes: [{ entryTime: '11:00', tickets: 1 }] }],
      },
    })
    expect(await museum.setEventEntryTimes(eventId, later, anActor, { despiteTickets: true })).toEqual(later)
    expect(await museum.setEventEntryTimes(eventId, EntryTimes.noneOfEvent, anActor)).toEqual(EntryTimes.noneOfEvent)
  })

  it('are decided again when another change comes between', async () => {
    const { ports } = await withSessions()
    const later = { ...sessions, rule: { ...rule, times: [TimeOfDay('12:00')] } }
    let isFirst = true
    const museum = aMuseum({
      ...ports,
      capacities: {
        ...ports.capacities,
        async availabilityOfEvent(...request) {
          const counted = await ports.capacities.availabilityOfEvent(...request)
          if (isFirst) {
            isFirst = false
            const other = aMuseum(ports)
            const added = { ...sessions, rule: { ...rule, times: [TimeOfDay('10:00'), ...rule.times] } }
            await other.setEventEntryTimes(eventId, added, anActor)
            expect(isRefusal(await other.buyMuseumTickets(ticket('10:00')))).toBe(false)
          }
          return counted
        },
      },
    })
    expect(await museum.setEventEntryTimes(eventId, later, anActor)).toMatchObject({
      refusal: 'tickets-are-sold',
      tickets: { days: [{ entryTimes: [{ entryTime: '10:00' }] }] },
    })
  })
})
