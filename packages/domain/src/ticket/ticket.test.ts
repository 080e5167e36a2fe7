import { describe, expect, it } from '@jest/globals'
import {
  aPurchaseContext,
  aGeneralTicket,
  aSpecialEvent,
  aTicketIdentity,
  anOrder,
  exampleId,
  someDates,
} from '@museum/testing/examples'
import {
  CalendarDate,
  Capacity,
  Currency,
  EventId,
  Price,
  SpecialEvent,
  Ticket,
  TicketId,
  TicketKeyId,
  TimeOfDay,
  isRefusal,
} from '../index.ts'

const event = aSpecialEvent()
const { eventId } = event
const identity = aTicketIdentity({ ticketId: TicketId(exampleId(9)) })
const context = aPurchaseContext({ today: CalendarDate('2030-05-17'), soldBy: 'box office' })
const sale = { soldAt: context.now, soldBy: 'box office' }
const eventOrder = anOrder({ ticketType: 'event', eventId, ticketDate: CalendarDate('2030-05-18') })

describe('a general ticket', () => {
  it('is sold for a day on which the museum is open, at the general price', () => {
    const { ticketType, ticketDate, purchaser } = anOrder()
    const [price, currency] = [Price(1200), Currency('EUR')]
    const expected = { ticketType, ticketDate, purchaser, price, currency, state: 'valid', ...identity, ...sale }
    expect(Ticket.purchase(anOrder(), context, identity)).toEqual(expected)
  })

  it('ignores the eventId of the order', () => {
    const order = anOrder({ eventId: EventId(exampleId(5)) })
    expect(Ticket.purchase(order, context, identity)).toEqual(Ticket.purchase(anOrder(), context, identity))
  })

  it('is refused with museum-closed for a day on which the museum is closed', () => {
    const outcome = Ticket.purchase(anOrder(), { ...context, openingHours: undefined }, identity)
    const detail = 'must be a day on which the museum is open: it is closed on 2030-05-17'
    expect(outcome).toEqual({
      refusal: 'museum-closed',
      because: `ticketDate ${detail}.`,
      faults: [{ member: 'ticketDate', code: 'museum-closed', detail, values: { date: '2030-05-17' } }],
    })
  })

  it('is refused with date-in-the-past for a past date, together with every other rule that fails', () => {
    const order = anOrder({ ticketDate: CalendarDate('2030-05-16') })
    expect(Ticket.purchase(order, context, identity)).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ member: 'ticketDate', code: 'date-in-the-past' }],
    })
    expect(Ticket.purchase(order, { ...context, openingHours: undefined }, identity)).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ code: 'date-in-the-past' }, { code: 'museum-closed' }],
    })
  })
})

describe('a ticket for a date without a place left', () => {
  const soldOut = (ticketDate: string) => {
    const detail = `must be a date with a place left: ${ticketDate} is sold out`
    return {
      refusal: 'sold-out',
      because: `ticketDate ${detail}.`,
      faults: [{ member: 'ticketDate', code: 'sold-out', detail, values: { left: 0, date: ticketDate } }],
    }
  }
  const full = { ...context, event, places: { capacity: Capacity(120), sold: 120 } }

  it('is refused with sold-out', () => {
    expect(Ticket.purchase(anOrder(), full, identity)).toEqual(soldOut('2030-05-17'))
    expect(Ticket.purchase(eventOrder, full, identity)).toEqual(soldOut('2030-05-18'))
  })

  it.each([
    ['a past date', anOrder({ ticketDate: CalendarDate('2030-05-16') }), full, 'validation-failed'],
    ['a closed day', anOrder(), { ...full, openingHours: undefined }, 'museum-closed'],
    ['an unknown event', eventOrder, { ...full, event: undefined }, 'event-not-found'],
    ['another date', { ...eventOrder, ticketDate: CalendarDate('2030-05-19') }, full, 'validation-failed'],
  ])('is refused for %s alone', (_, order, where, refusal) => {
    const outcome = Ticket.purchase(order, where, identity)
    expect(outcome).toMatchObject({ refusal })
    expect(JSON.stringify(outcome)).not.toContain('sold-out')
  })
})

describe('a ticket for a date with entry times', () => {
  const time = (entryTime: string, until: string, capacity: number | null = 40) => ({
    entryTime: TimeOfDay(entryTime),
    until,
    capacity: capacity === null ? null : Capacity(capacity),
  })
  const entryTimes = [time('10:00', '10:30'), time('10:30', '11:00', 2), time('11:00', '11:30', null)]
  const timed = { ...context, entryTimes }
  const order = (entryTime?: string, but = {}) =>
    anOrder({ ...(entryTime !== undefined && { entryTime: TimeOfDay(entryTime) }), ...but })

  it('is sold for an entry time of the date, which it keeps', () => {
    expect(Ticket.purchase(order('10:30'), timed, identity)).toMatchObject({
      entryTime: '10:30',
      ticketDate: '2030-05-17',
    })
    expect(Ticket.purchase(anOrder(), context, identity)).not.toHaveProperty('entryTime')
  })

  it.each([
    [
      'without one',
      order(),
      timed,
      'entry-time-required',
      'is required: 2030-05-17 has the entry times 10:00, 10:30 and 11:00',
      { date: '2030-05-17', entryTimes: 3, first: '10:00', last: '11:00' },
    ],
    [
      'for another time',
      order('10:15'),
      timed,
      'not-an-entry-time',
      'must be an entry time of 2030-05-17, which has the entry times 10:00, 10:30 and 11:00',
      { date: '2030-05-17', entryTimes: 3, first: '10:00', last: '11:00' },
    ],
    [
      'for another time than those of a long day',
      order('09:00'),
      { ...timed, entryTimes: [...entryTimes, time('11:30', '12:00')] },
      'not-an-entry-time',
      'must be an entry time of 2030-05-17, which has 4 entry times from 10:00 to 11:30',
      { date: '2030-05-17', entryTimes: 4, first: '10:00', last: '11:30' },
    ],
    [
      'on a date on which no time falls',
      order('10:00'),
      { ...timed, entryTimes: [] },
      'not-an-entry-time',
      'must be absent: 2030-05-17 has no entry times, and is sold for the whole day',
      { date: '2030-05-17', entryTimes: 0, first: null, last: null },
    ],
    [
      'in a museum without entry times',
      order('10:00'),
      context,
      'no-entry-times',
      'must be absent: what it is for has no entry times',
      undefined,
    ],
    [
      'for one that has ended today',
      order('10:00'),
      { ...timed, timeOfDay: TimeOfDay('10:30') },
      'entry-time-over',
      'must be an entry time that has not ended: 10:00 ended at 10:30',
      { date: '2030-05-17', entryTime: '10:00', until: '10:30' },
    ],
  ])('is refused %s', (_, wanted, where, code, detail, values) => {
    expect(Ticket.purchase(wanted, where, identity)).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ member: 'entryTime', code, detail, ...(values && { values }) }],
    })
  })

  it('is sold for an entry time of today until it ends, and for the same one of another day after it', () => {
    const now = { ...timed, timeOfDay: TimeOfDay('10:29') }
    expect(isRefusal(Ticket.purchase(order('10:00'), now, identity))).toBe(false)
    const tomorrow = order('10:00', { ticketDate: CalendarDate('2030-05-18') })
    expect(isRefusal(Ticket.purchase(tomorrow, { ...timed, timeOfDay: TimeOfDay('20:00') }, identity))).toBe(false)
  })

  it('is sold on a date on which no time falls, by the capacity of the day', () => {
    const without = { ...timed, entryTimes: [], places: { capacity: Capacity(120), sold: 119 } }
    expect(Ticket.purchase(order(), without, identity)).not.toHaveProperty('entryTime')
    expect(
      Ticket.purchase(order(), { ...without, places: { capacity: Capacity(120), sold: 120 } }, identity),
    ).toMatchObject({
      refusal: 'sold-out',
      faults: [{ member: 'ticketDate' }],
    })
  })

  it('has only the fault of a closed day on one, and the others beside that of the entry time', () => {
    const closed = { ...timed, openingHours: undefined, entryTimes: [] }
    expect(Ticket.purchase(order('10:00'), closed, identity)).toMatchObject({
      refusal: 'museum-closed',
      faults: [{ code: 'museum-closed' }],
    })
    const wrong = order('10:15', { ticketDate: CalendarDate('2030-05-16'), priceCategory: 'none' })
    expect(Ticket.purchase(wrong, timed, identity)).toMatchObject({
      faults: [{ code: 'unknown-price-category' }, { code: 'date-in-the-past' }, { code: 'not-an-entry-time' }],
    })
  })

  it('is sold out by the capacity of the entry time, not of the day, and names the next ones with places', () => {
    const sold = (tickets: number) => ({ ...timed, places: { capacity: Capacity(1), sold: tickets } })
    expect(isRefusal(Ticket.purchase(order('10:30'), sold(1), identity))).toBe(false)
    expect(isRefusal(Ticket.purchase(order('11:00'), sold(1_000), identity))).toBe(false)
    const detail = 'must be an entry time with enough places left: 10:30 has none'
    expect(Ticket.purchase(order('10:30'), sold(2), identity)).toEqual({
      refusal: 'sold-out',
      because: `entryTime ${detail}.`,
      faults: [
        {
          member: 'entryTime',
          code: 'sold-out',
          detail,
          values: { left: 0, date: '2030-05-17', entryTime: '10:30', nextEntryTimes: [] },
        },
      ],
    })
    const timesWithPlaces = ['10:00', '10:30', '11:00', '11:30', '12:00', '12:30'].map((entryTime, n) => ({
      entryTime: TimeOfDay(entryTime),
      capacity: Capacity(n === 3 ? 0 : 2),
      sold: n === 1 ? 2 : 0,
      available: n === 1 || n === 3 ? 0 : 2,
    }))
    expect(Ticket.purchase(order('10:30'), { ...sold(2), timesWithPlaces }, identity)).toMatchObject({
      faults: [
        {
          detail: `${detail}; enough are left at 11:00, 12:00 and 12:30`,
          values: { nextEntryTimes: ['11:00', '12:00', '12:30'] },
        },
      ],
    })
  })
})

describe('an event ticket', () => {
  it('is sold for a date of its event, and keeps the name and location of the event', () => {
    const { name, location, price } = event
    expect(Ticket.purchase(eventOrder, { ...context, event }, identity)).toEqual({
      ticketType: 'event',
      event: { eventId, name, location },
      ticketDate: '2030-05-18',
      purchaser: eventOrder.purchaser,
      price,
      currency: 'EUR',
      state: 'valid',
      occurrenceNumber: 1,
      ...identity,
      ...sale,
    })
  })

  it('keeps the number of the occurrence that it is for', () => {
    const withoutDate = SpecialEvent.update(event, { dates: someDates('2030-05-17') })
    const again = SpecialEvent.update(withoutDate, { dates: someDates('2030-05-17', '2030-05-18') })
    expect(Ticket.purchase(eventOrder, { ...context, event: again }, identity)).toMatchObject({ occurrenceNumber: 3 })
  })

  it('has no seller when none is known', () => {
    const ticket = Ticket.purchase(eventOrder, { ...context, event, soldBy: undefined }, identity)
    expect(ticket).not.toHaveProperty('soldBy')
  })

  it('keeps the ticket key under which it is sold', () => {
    const ticket = Ticket.purchase(eventOrder, { ...context, event, signingKey: TicketKeyId(7) }, identity)
    expect(ticket).toMatchObject({ signingKey: 7 })
  })

  it('has no ticket key when the museum has none', () => {
    expect(Ticket.purchase(eventOrder, { ...context, event }, identity)).not.toHaveProperty('signingKey')
  })

  it('is sold although the museum is closed', () => {
    expect(isRefusal(Ticket.purchase(eventOrder, { ...context, event, openingHours: undefined }, identity))).toBe(false)
  })

  it('is sold for today', () => {
    const today = eventOrder.ticketDate
    expect(isRefusal(Ticket.purchase(eventOrder, { ...context, event, today }, identity))).toBe(false)
  })

  it('is refused with event-id-required without an eventId, together with every other rule that fails', () => {
    const order = { ...eventOrder, eventId: undefined }
    expect(Ticket.purchase(order, context, identity)).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ member: 'eventId', code: 'event-id-required', detail: expect.stringContaining('is required') }],
    })
    const late = { ...order, ticketDate: CalendarDate('2030-01-01') }
    expect(Ticket.purchase(late, context, identity)).toMatchObject({
      refusal: 'validation-failed',
      because: expect.stringMatching(
        /^eventId is required.*\. ticketDate must not be in the past: 2030-01-01 is before today, 2030-05-17\.$/,
      ),
      faults: [{ code: 'event-id-required' }, { code: 'date-in-the-past' }],
    })
  })

  it('is refused with event-not-found alone for an unknown event', () => {
    const order = { ...eventOrder, ticketDate: CalendarDate('2030-01-01') }
    expect(Ticket.purchase(order, aPurchaseContext(), aTicketIdentity())).toMatchObject({ refusal: 'event-not-found' })
  })

  it('is refused with event-not-on-that-date for a date that the event does not have', () => {
    const order = { ...eventOrder, ticketDate: CalendarDate('2030-05-19') }
    expect(Ticket.purchase(order, { ...context, event }, identity)).toMatchObject({
      refusal: 'validation-failed',
      faults: [
        {
          member: 'ticketDate',
          code: 'event-not-on-that-date',
          detail: "must be one of the event's dates: it does not take place on 2030-05-19",
        },
      ],
    })
  })

  it('is refused with date-in-the-past for a past date of its event', () => {
    const today = CalendarDate('2030-06-01')
    expect(Ticket.purchase(eventOrder, { ...context, event, today }, identity)).toMatchObject({
      faults: [{ code: 'date-in-the-past' }],
    })
  })
})

describe('a ticket', () => {
  it('that does not exist or is cancelled is named in the refusal', () => {
    const { ticketId } = aGeneralTicket()
    expect(Ticket.notFound(ticketId)).toEqual({
      refusal: 'ticket-not-found',
      because: `There is no ticket ${ticketId}.`,
    })
    expect(Ticket.alreadyCancelled(ticketId)).toEqual({
      refusal: 'ticket-cancelled',
      because: expect.stringContaining(`Ticket ${ticketId} is cancelled`),
      values: { ticketId },
    })
  })
})
