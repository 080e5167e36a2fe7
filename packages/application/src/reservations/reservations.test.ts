import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  Capacity,
  EventId,
  Instant,
  type OrderId,
  type OrderItem,
  OrderLabel,
  PaymentMethod,
  Price,
  PriceCategoryId,
  Quantity,
  type Refusal,
  type Reservation,
  type ReservationDraft,
  type ReservationSale,
  type Ticket,
  TimeOfDay,
  isRefusal,
} from '@museum/domain'
import { aMuseum, anActor, anAuditEntry, changeHours, inMemoryPorts, unrefused } from '@museum/testing'
import { aSpecialEvent, exampleId, someDates, somePriceCategories } from '@museum/testing/examples'
import type { Caller } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'

const minute = 60_000
const start = Date.UTC(2030, 4, 1, 10)
const event = aSpecialEvent()
const { eventId } = event
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const general = (quantity: number, but: Partial<OrderItem> = {}): OrderItem => ({
  ticketType: 'general',
  ticketDate: first,
  quantity: Quantity(quantity),
  ...but,
})
const ofEvent = (quantity: number, but: Partial<OrderItem> = {}): OrderItem =>
  general(quantity, { ticketType: 'event', eventId, ...but })
const draftOf = (...items: readonly OrderItem[]): ReservationDraft => ({ items })
const till: Caller = { username: 'till', role: 'box-office' }
const shop: Caller = { username: 'website', role: 'shop' }
const unknown = exampleId(99_999) as OrderId
const firstPage = { page: 1, limit: 100 }

/** A museum with an event, on a clock that a test sets, where general entry costs 12.00. */
const opened = async (but: Partial<MuseumPorts> = {}) => {
  const clock = { now: start }
  const ports = inMemoryPorts({ generalPrice: Price(1_200), now: () => Instant(clock.now), ...but })
  await ports.specialEvents.add(event, anAuditEntry())
  await ports.priceCategories.replace(
    somePriceCategories,
    () => undefined,
    () => anAuditEntry(),
  )
  const museum = aMuseum(ports)
  const reserve = async (draft: ReservationDraft, caller = till) =>
    unrefused(await museum.createReservation(draft, { actor: caller })) as Reservation
  const sell = (reservationId: OrderId, sale: ReservationSale = {}, caller = till) =>
    museum.sellReservation(reservationId, sale, caller)
  const sold = async (...args: Parameters<typeof sell>) => unrefused(await sell(...args))
  const entries = async (operation: string) =>
    (await ports.audit.list({}, firstPage)).items.filter((entry) => entry.operation === operation)
  /** The places of general entry on the first date, and of the event on both. */
  const places = async () => {
    const day = await museum.getGeneralEntryAvailability({ startDate: first, endDate: first }, firstPage)
    const dates = unrefused(await museum.getEventAvailability(eventId))
    return [...day.items, ...dates].map(({ sold: count, held = 0 }) => [count, held])
  }
  const later = (minutes: number) => (clock.now += minutes * minute)
  const setTime = (minutes: number) => (clock.now = start + minutes * minute)
  return { ports, museum, reserve, sell, sold, entries, places, later, setTime }
}
const faultsOf = <Outcome extends object>(outcome: Outcome | Refusal) =>
  isRefusal(outcome)
    ? [outcome.refusal, ...(outcome.faults ?? []).map(({ member, code }) => `${member} ${code}`)]
    : outcome

describe('making a reservation', () => {
  it('holds the places of all items for 15 minutes, at the prices of this moment, and sells nothing', async () => {
    const { museum, reserve, places } = await opened()
    const label = OrderLabel('Class 7b')
    const child = { priceCategory: PriceCategoryId('child') }
    const reservation = await reserve({ ...draftOf(general(2), ofEvent(1, child)), label, total: 3_395 })
    expect(reservation).toMatchObject({
      state: 'held',
      total: 3_395,
      currency: 'EUR',
      heldUntil: start + 15 * minute,
      createdAt: start,
      createdBy: 'till',
      isOfShop: false,
      label,
    })
    expect(await places()).toEqual([
      [0, 2],
      [0, 1],
      [0, 0],
    ])
    expect(await museum.getReservation(reservation.reservationId)).toEqual(reservation)
    expect(await museum.getOrder(reservation.reservationId)).toMatchObject({ refusal: 'order-not-found' })
  })

  it('is decided on its events and the hours as they are', async () => {
    const { ports, museum, reserve } = await opened()
    await reserve(draftOf(general(1), ofEvent(1)))
    // Another server changes the price, and closes the museum.
    await aMuseum(ports).updateSpecialEvent(eventId, { price: Price(500) }, anActor)
    expect((await reserve(draftOf(ofEvent(1)))).total).toBe(500)
    await changeHours(ports.museumHours, { date: first, hours: 'closed' })
    const closed = await museum.createReservation(draftOf(ofEvent(1), general(1)), { actor: till })
    expect(faultsOf(closed)).toEqual(['museum-closed', 'items/1/ticketDate museum-closed'])
    const other = await museum.createReservation(draftOf(ofEvent(1, { eventId: EventId(unknown) })), { actor: till })
    expect(faultsOf(other)).toEqual(['event-not-found', 'items/0/eventId unknown-event'])
  })

  it('is refused for a draft that is wrong by itself, with the faults of its end, without a look at the places', async () => {
    const base = inMemoryPorts()
    const add = () => Promise.reject(new Error('the places were locked'))
    const { museum } = await opened({ reservations: { ...base.reservations, add } })
    const draft = { ...draftOf(general(50), ofEvent(1)), until: Instant(start) }
    expect(faultsOf(await museum.createReservation(draft, { actor: till }))).toEqual([
      'validation-failed',
      'items too-many-tickets',
      'until not-in-the-future',
    ])
    const until = Instant(Date.UTC(2030, 4, 19) + 1)
    const tooLate = await museum.createReservation(
      { ...draftOf(general(1), general(1, { ticketDate: second })), until },
      { actor: till },
    )
    expect(faultsOf(tooLate)).toEqual(['validation-failed', 'until after-the-last-date'])
  })

  it('may hold the places of a group until the end of its last date', async () => {
    const { reserve } = await opened()
    const until = Instant(Date.UTC(2030, 4, 19))
    const items = [general(1, { ticketDate: second }), general(1)]
    expect(await reserve({ items, until })).toMatchObject({ hasGivenEnd: true, heldUntil: until })
  })

  it('counts held places as taken, until the time of their reservation is over', async () => {
    const { museum, reserve, later } = await opened()
    await museum.setEventCapacity(eventId, Capacity(3), anActor)
    await reserve(draftOf(ofEvent(2)))
    const refused = await museum.createReservation(draftOf(ofEvent(2)), { actor: till })
    expect(refused).toMatchObject({ refusal: 'sold-out', faults: [{ values: { left: 1, date: first } }] })
    expect(faultsOf(await museum.placeOrder(draftOf(ofEvent(2))))).toEqual(['sold-out', 'items/0/ticketDate sold-out'])
    later(15)
    expect(await reserve(draftOf(ofEvent(2)))).toMatchObject({ state: 'held' })
    expect(isRefusal(await museum.placeOrder(draftOf(ofEvent(1))))).toBe(false)
  })

  it('is refused with the other entry times that have places, as a sale is', async () => {
    const { museum, reserve } = await opened()
    const rule = { times: ['10:00', '11:00', '12:00'].map(TimeOfDay), length: 60 }
    unrefused(
      await museum.setEntryTimes({ rule, capacity: Capacity(2), exceptions: [], early: 0, late: null }, anActor),
    )
    const time = (quantity: number, entryTime: string) => general(quantity, { entryTime: TimeOfDay(entryTime) })
    await reserve(draftOf(time(2, '10:00'), time(1, '11:00')))
    const refused = await museum.createReservation(draftOf(time(2, '10:00')), { actor: till })
    expect(refused).toMatchObject({
      refusal: 'sold-out',
      faults: [{ values: { left: 0, entryTime: '10:00', nextEntryTimes: ['12:00'] } }],
    })
  })

  it('is of a shop, which may not give its end', async () => {
    const { museum, reserve, places } = await opened()
    expect(await reserve(draftOf(general(1)), shop)).toMatchObject({ createdBy: 'website', isOfShop: true })
    const withEnd = { ...draftOf(general(1)), until: Instant(start + minute) }
    expect(await museum.createReservation(withEnd, { actor: shop })).toMatchObject({ refusal: 'forbidden' })
    expect((await places())[0]).toEqual([0, 1])
  })

  it('takes effect once under a key, also when it arrives several times at once', async () => {
    const { museum, places } = await opened()
    const render = ({ reservationId, state }: Reservation) => JSON.stringify([reservationId, state])
    const keyed = (fingerprint = 'f') => ({ actor: till, once: { idempotencyKey: 'a', fingerprint, render } })
    const draft = draftOf(general(2))
    const outcomes = await Promise.all([1, 2, 3].map(() => museum.createReservation(draft, keyed())))
    const [response, ...others] = new Set(
      outcomes.map((outcome) => (isRefusal(outcome) ? outcome.refusal : outcome.response)),
    )
    expect(others).toEqual([])
    const [reservationId] = JSON.parse(response!) as [OrderId]
    expect(await museum.createReservation(draft, keyed())).toEqual({ response, replayed: true })
    expect(await museum.createReservation(draft, keyed('g'))).toMatchObject({ refusal: 'idempotency-key-reused' })
    expect(await museum.getReservation(reservationId)).toMatchObject({ state: 'held' })
    expect((await places())[0]).toEqual([0, 2])
  })
})

describe('a reservation', () => {
  it('is found as it is: expired after its time, or once a date of it is removed', async () => {
    const { museum, reserve, later } = await opened()
    const [one, other] = [await reserve(draftOf(general(1))), await reserve(draftOf(general(1), ofEvent(1)))]
    const state = async ({ reservationId }: Reservation) => unrefused(await museum.getReservation(reservationId)).state
    expect([await state(one), await state(other)]).toEqual(['held', 'held'])
    await museum.updateSpecialEvent(eventId, { dates: someDates('2030-05-18') }, anActor)
    expect([await state(one), await state(other)]).toEqual(['held', 'expired'])
    later(15)
    expect(await state(one)).toBe('expired')
  })

  it('is found by a shop if a shop made it', async () => {
    const { museum, reserve, sell, entries } = await opened()
    const notFound = { refusal: 'reservation-not-found' }
    const { reservationId } = await reserve(draftOf(general(1)))
    expect(await museum.getReservation(reservationId, shop)).toMatchObject(notFound)
    expect(await museum.releaseReservation(reservationId, shop)).toMatchObject(notFound)
    expect(await museum.extendReservation(reservationId, undefined, shop)).toMatchObject(notFound)
    expect(await sell(reservationId, {}, shop)).toMatchObject(notFound)
    const own = await reserve(draftOf(general(1)), shop)
    for (const caller of [shop, till, undefined])
      expect(await museum.getReservation(own.reservationId, caller)).toEqual(own)
    const until = Instant(start + minute)
    expect(await museum.extendReservation(own.reservationId, until, shop)).toMatchObject({ refusal: 'forbidden' })
    expect(await sell(own.reservationId, {}, shop)).toMatchObject({ refusal: 'forbidden' })
    expect(await museum.releaseReservation(own.reservationId, shop)).toMatchObject({ state: 'released' })
    expect(await entries('releaseReservation')).toMatchObject([{ actor: 'website' }])
  })

  it('is not found by any other identifier', async () => {
    const { museum, sell } = await opened()
    const notFound = { refusal: 'reservation-not-found', because: `There is no reservation ${unknown}.` }
    expect(await museum.getReservation(unknown)).toEqual(notFound)
    expect(await museum.extendReservation(unknown, undefined, till)).toEqual(notFound)
    expect(await museum.releaseReservation(unknown, till)).toEqual(notFound)
    expect(await sell(unknown)).toEqual(notFound)
  })

  it('is listed while it is held, by the end of its time', async () => {
    const { museum, reserve, sold, later } = await opened()
    const label = OrderLabel('Class 7b')
    const group = await reserve({ ...draftOf(general(1)), until: Instant(start + 60 * minute), label })
    const [one, ended, gone] = [
      await reserve(draftOf(general(1, { ticketDate: second }))),
      await reserve(draftOf(general(1))),
      await reserve(draftOf(general(1))),
    ]
    await museum.releaseReservation(ended.reservationId, till)
    await sold(gone.reservationId)
    const list = async (filter: Omit<Parameters<typeof museum.listReservations>[0], 'state'>, page = firstPage) =>
      museum.listReservations({ ...filter, state: 'held' }, page)
    const pageOf = (total: number, ...items: readonly Reservation[]) => ({
      items: items.map((reservation) => Object.assign({ attention: [] }, reservation)),
      total,
    })
    expect(await list({})).toEqual(pageOf(2, one, group))
    expect(await list({}, { page: 2, limit: 1 })).toEqual(pageOf(2, group))
    expect(await list({ search: 'CLASS' })).toEqual(pageOf(1, group))
    expect(await list({ date: second })).toEqual(pageOf(1, one))
    later(15)
    expect(await list({})).toEqual(pageOf(1, group))
  })
})

describe('extending a reservation', () => {
  it('holds its places 15 minutes longer, to at most 60 minutes after it was made, and audits each change', async () => {
    const { museum, reserve, later, setTime, entries } = await opened()
    const { reservationId } = await reserve(draftOf(general(1)))
    const extend = async () => unrefused(await museum.extendReservation(reservationId, undefined, till)).heldUntil
    expect(await extend()).toBe(start + 15 * minute)
    expect(await entries('extendReservation')).toEqual([])
    for (const [at, until] of [
      [10, 25],
      [24, 39],
      [38, 53],
      [50, 60],
      [59, 60],
    ] as const) {
      setTime(at)
      expect(await extend()).toBe(start + until * minute)
    }
    const audited = await entries('extendReservation')
    expect(audited).toHaveLength(4)
    expect(audited.at(-1)).toMatchObject({
      actor: 'till',
      subject: { kind: 'reservation', id: reservationId },
      before: { until: '2030-05-01T10:15:00.000Z' },
      after: { until: '2030-05-01T10:25:00.000Z' },
    })
    later(2)
    expect(await museum.extendReservation(reservationId, undefined, till)).toMatchObject({
      refusal: 'reservation-ended',
      values: { reservationId, state: 'expired' },
    })
  })

  it('gives the reservation of a group another end, and only that', async () => {
    const { museum, reserve, entries } = await opened()
    const { reservationId } = await reserve({ ...draftOf(general(1)), until: Instant(start + 60 * minute) })
    const extend = (until?: number) =>
      museum.extendReservation(reservationId, until === undefined ? undefined : Instant(until), till)
    const until = Date.UTC(2030, 4, 18)
    expect(await extend(until)).toMatchObject({ state: 'held', heldUntil: until, hasGivenEnd: true })
    expect(faultsOf(await extend())).toEqual(['validation-failed', 'until until-required'])
    expect(faultsOf(await extend(until + 1))).toEqual(['validation-failed', 'until after-the-last-date'])
    expect(await entries('extendReservation')).toHaveLength(1)
    const usual = await reserve(draftOf(general(1)))
    const given = await museum.extendReservation(usual.reservationId, Instant(until), till)
    expect(faultsOf(given)).toEqual(['validation-failed', 'until no-until'])
  })
})

describe('releasing a reservation', () => {
  it('gives its places back, and is audited once', async () => {
    const { museum, reserve, places, entries, sell } = await opened()
    const { reservationId } = await reserve(draftOf(general(2), ofEvent(1)))
    const released = await museum.releaseReservation(reservationId, till)
    expect(released).toMatchObject({ state: 'released', heldUntil: start })
    expect(await museum.releaseReservation(reservationId, till)).toEqual(released)
    expect(await places()).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    expect(await entries('releaseReservation')).toMatchObject([
      { subject: { kind: 'reservation', id: reservationId }, before: { state: 'held' }, after: { state: 'released' } },
    ])
    expect(await sell(reservationId)).toMatchObject({ refusal: 'reservation-ended', values: { state: 'released' } })
  })

  it('leaves one that is sold as it is', async () => {
    const { museum, reserve, places, entries, sold } = await opened()
    const { reservationId } = await reserve(draftOf(general(2)))
    await sold(reservationId)
    expect(await museum.releaseReservation(reservationId, till)).toMatchObject({ state: 'sold' })
    expect([(await places())[0], await entries('releaseReservation')]).toEqual([[2, 0], []])
  })
})

describe('selling a reservation', () => {
  it('makes an order with its identifier, at the reserved prices, once', async () => {
    const { ports, museum, reserve, sold, places, later } = await opened()
    const label = OrderLabel('Class 7b')
    const { reservationId, total } = await reserve({ ...draftOf(general(2), ofEvent(1)), label })
    await aMuseum(ports).updateSpecialEvent(eventId, { price: Price(1) }, anActor)
    later(5)
    const payment = { method: PaymentMethod('cash') }
    const { order, isNew } = await sold(reservationId, { payment, total })
    expect(isNew).toBe(true)
    expect(order).toMatchObject({
      orderId: reservationId,
      total,
      soldAt: start + 5 * minute,
      soldBy: 'till',
      payment,
      label,
    })
    expect(order.tickets.map(({ ticketType, price }) => [ticketType, price])).toEqual([
      ['general', 1_200],
      ['general', 1_200],
      ['event', 1_990],
    ])
    const ids = order.tickets.map(({ ticketId }) => ticketId)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    for (const { ticketType, confirmationCode } of order.tickets)
      expect(confirmationCode).toMatch(new RegExp(`^ticket-${ticketType}-`))
    expect(await museum.getOrder(reservationId)).toMatchObject({ order })
    expect(await places()).toEqual([
      [2, 0],
      [1, 0],
      [0, 0],
    ])
    expect(unrefused(await museum.getReservation(reservationId))).toMatchObject({ state: 'sold' })
    // Another body changes nothing.
    const again = await sold(reservationId, { payment: { method: PaymentMethod('card') } })
    expect(again).toEqual({ order, isNew: false })
  })

  it('is made once by two clerks at once', async () => {
    const { reserve, sold, places } = await opened()
    const { reservationId } = await reserve(draftOf(general(2)))
    const outcomes = await Promise.all([sold(reservationId), sold(reservationId)])
    expect(outcomes.map(({ isNew }) => isNew).toSorted()).toEqual([false, true])
    expect(outcomes[0]!.order).toEqual(outcomes[1]!.order)
    expect((await places())[0]).toEqual([2, 0])
  })

  it('sells fewer tickets where fewer visitors came, and gives the other places back', async () => {
    const { reserve, sell, sold, places } = await opened()
    const { reservationId } = await reserve(draftOf(general(28), ofEvent(2)))
    expect(faultsOf(await sell(reservationId, { quantities: [29, 0] }))).toEqual([
      'validation-failed',
      'quantities/0 quantity-out-of-range',
    ])
    expect(await sell(reservationId, { quantities: [25, 0], total: 28 * 1_200 })).toMatchObject({
      refusal: 'total-changed',
      values: { total: 300 },
    })
    const { order } = await sold(reservationId, { quantities: [25, 0], total: 25 * 1_200 })
    expect(order.tickets).toHaveLength(25)
    expect(await places()).toEqual([
      [25, 0],
      [0, 0],
      [0, 0],
    ])
  })

  it('is made after its time while its places are free', async () => {
    const { museum, reserve, sell, sold, later } = await opened()
    await museum.setGeneralEntryCapacity(Capacity(2), anActor)
    const [one, other] = [await reserve(draftOf(general(1))), await reserve(draftOf(general(1)))]
    later(15)
    expect(await sold(one.reservationId)).toMatchObject({ isNew: true })
    expect(isRefusal(await museum.placeOrder(draftOf(general(1))))).toBe(false)
    expect(await sell(other.reservationId)).toMatchObject({
      refusal: 'reservation-ended',
      values: { state: 'expired' },
    })
  })

  it('draws other codes when one is taken', async () => {
    const base = inMemoryPorts()
    let taken = 1
    const change: typeof base.reservations.change = async (...args) => {
      taken -= 1
      return taken >= 0
        ? { refusal: 'confirmation-code-taken', because: 'ticket-general-taken' }
        : base.reservations.change(...args)
    }
    const { reserve, sold } = await opened({ ...base, reservations: { ...base.reservations, change } })
    const { reservationId } = await reserve(draftOf(general(2)))
    expect((await sold(reservationId)).order.tickets).toHaveLength(2)
  })

  it('costs a shop nothing', async () => {
    const { reserve, sold } = await opened({ generalPrice: Price(0) })
    const { reservationId } = await reserve(draftOf(general(1)), shop)
    expect((await sold(reservationId, {}, shop)).order).toMatchObject({ total: 0, soldBy: 'website' })
  })

  it('makes an order whose tickets a shop finds, if a shop has reserved them, and no others', async () => {
    const { museum, reserve, sold } = await opened({ generalPrice: Price(0) })
    await museum.ensureTicketKey(anActor)
    const [own, other] = [await reserve(draftOf(general(1)), shop), await reserve(draftOf(general(1)))]
    const [ofShop, ofTill] = [await sold(own.reservationId, {}, shop), await sold(other.reservationId)]
    const atDesk = unrefused(await museum.placeOrder(draftOf(general(1))))
    const alone = unrefused(await museum.buyMuseumTickets({ ticketType: 'general', ticketDate: first }))
    const isFound = async ({ ticketId, orderId }: Ticket, caller: Caller) => {
      const outcomes = [
        orderId !== undefined && (await museum.getOrder(orderId, caller)),
        await museum.getTicket(ticketId, caller),
        await museum.getTicketCode(ticketId, caller),
      ]
      return outcomes.flatMap((outcome) => (outcome === false ? [] : !isRefusal(outcome)))
    }
    const [found, notFound] = [
      [true, true, true],
      [false, false, false],
    ]
    expect(await isFound(ofShop.order.tickets[0]!, shop)).toEqual(found)
    for (const { tickets } of [ofTill.order, atDesk]) {
      expect(await isFound(tickets[0]!, shop)).toEqual(notFound)
      expect(await isFound(tickets[0]!, till)).toEqual(found)
    }
    expect(await isFound(alone, shop)).toEqual([false, false])
  })

  it('fails where the order of a sold reservation is missing', async () => {
    const { ports, reserve, sold } = await opened()
    const { reservationId } = await reserve(draftOf(general(1)))
    await sold(reservationId)
    const without = aMuseum({ ...ports, orders: { ...ports.orders, find: async () => undefined } })
    await expect(without.sellReservation(reservationId, {}, till)).rejects.toThrow('there is no such order')
  })
})
