import { describe, expect, it } from '@jest/globals'
import { aPurchaseContext, aSpecialEvent, aTicketIdentity, exampleId, someDates } from '@museum/testing/examples'
import {
  CalendarDate,
  Capacity,
  Currency,
  Email,
  EventName,
  Instant,
  LanguageTag,
  OnlinePayment,
  type Order,
  OrderId,
  type OrderItem,
  OrderLabel,
  PaymentId,
  PaymentMethod,
  Price,
  PriceCategoryId,
  type PurchaseContext,
  Quantity,
  Reservation,
  type Refusal,
  type ReservationDraft,
  type ReservationSale,
  type ReservationState,
  TicketId,
  TicketKeyId,
  Till,
  TimeOfDay,
  VatRate,
  isRefusal,
} from '../index.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = Instant(Date.UTC(2030, 4, 1, 10))
const at = (minutes: number) => Instant(start + minutes * minute)
const id = OrderId(exampleId(7))
const event = aSpecialEvent()
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
/** The end of a date, in UTC. */
const endOf = (date: CalendarDate) => Instant(Date.parse(`${date}T24:00:00Z`))

const general = (quantity: number, but: Partial<OrderItem> = {}): OrderItem => ({
  ticketType: 'general',
  ticketDate: first,
  quantity: Quantity(quantity),
  ...but,
})
const ofEvent = (quantity: number, but: Partial<OrderItem> = {}): OrderItem =>
  general(quantity, { ticketType: 'event', eventId: event.eventId, ticketDate: second, ...but })
const child = { priceCategory: PriceCategoryId('child') }
const context = aPurchaseContext({ event, soldBy: 'box office' })
const identities = Array.from({ length: 60 }, (_, n) => aTicketIdentity({ ticketId: TicketId(exampleId(100 + n)) }))
const purchaser = { email: Email('teacher@example.org') }
const openedPayment: OnlinePayment = {
  paymentId: PaymentId(exampleId(8)),
  reservationId: id,
  state: 'open',
  amount: 1_200,
  currency: Currency('EUR'),
  ...OnlinePayment.timesOf(start),
  lines: [],
  returnUrl: 'https://museum.example/',
}

const hold = (items: readonly OrderItem[], but: Partial<ReservationDraft> = {}, each: Partial<PurchaseContext> = {}) =>
  Reservation.hold(
    id,
    { items, ...but },
    items.map(() => ({ ...context, ...each })),
    { now: start, isOfShop: false },
  )
const held = (...args: Parameters<typeof hold>): Reservation => {
  const outcome = hold(...args)
  if (isRefusal(outcome)) throw new Error(outcome.because)
  return outcome
}
const inState = (state: ReservationState, ...args: Parameters<typeof hold>): Reservation => ({
  ...held(...args),
  state,
})

/** Sells a reservation of which each item has this context: by default its places are held still. */
const sell = (reservation: Reservation, sale: ReservationSale = {}, each: Partial<PurchaseContext> = {}) =>
  Reservation.sell(
    reservation,
    sale,
    reservation.items.map(() => ({ ...context, ...each })),
    identities,
  )
const sold = (...args: Parameters<typeof sell>): Order => {
  const outcome = sell(...args)
  if (isRefusal(outcome)) throw new Error(outcome.because)
  return outcome
}
const faultsOf = (outcome: Reservation | Order | Instant | Refusal) => {
  if (!isRefusal(outcome)) return outcome
  return [outcome.refusal, ...(outcome.faults ?? []).map(({ member, code }) => `${member} ${code}`)]
}

describe('a reservation', () => {
  it('holds the places of its items for 15 minutes, at the prices of this moment', () => {
    const reservation = held([general(2, child), ofEvent(1)])
    expect(reservation).toMatchObject({
      reservationId: id,
      state: 'held',
      heldUntil: at(15),
      ownLimit: at(15),
      hasGivenEnd: false,
      createdAt: start,
      createdBy: 'box office',
      isOfShop: false,
      total: 2 * 600 + 1_990,
      currency: 'EUR',
      payments: [],
    })
    expect(reservation.items.map(({ quantity, quote: { price, slot } }) => [quantity, price, slot.date])).toEqual([
      [2, 600, first],
      [1, 1_990, second],
    ])
    for (const member of ['purchaser', 'label', 'language']) expect(reservation).not.toHaveProperty(member)
    expect(held([general(1)], {}, { soldBy: undefined })).not.toHaveProperty('createdBy')
  })

  it('of a group holds them until its given end, and has what is known of the group', () => {
    const group = { until: at(9_000), purchaser, label: OrderLabel('Class 7b'), language: LanguageTag('de') }
    const { until, ...known } = group
    expect(held([general(28)], group)).toMatchObject({
      heldUntil: until,
      ownLimit: until,
      hasGivenEnd: true,
      ...known,
    })
  })

  it.each<[string, readonly OrderItem[], Partial<ReservationDraft>, readonly string[]]>([
    ['a given end that is over', [general(1)], { until: start }, ['validation-failed', 'until not-in-the-future']],
    ['more than 50 tickets', [general(26), ofEvent(25)], {}, ['validation-failed', 'items too-many-tickets']],
    [
      'a past date',
      [general(1), general(1, { ticketDate: CalendarDate('2030-04-30') })],
      {},
      ['validation-failed', 'items/1/ticketDate date-in-the-past'],
    ],
    ['another total', [general(1)], { total: 1_199 }, ['total-changed']],
    ['too few places', [general(2), general(2)], {}, ['sold-out', 'items/1/ticketDate sold-out']],
  ])('is refused with %s, as an order is', (_, items, draft, refusal) => {
    expect(faultsOf(hold(items, draft, { places: { capacity: Capacity(10), sold: 3, held: 4 } }))).toEqual(refusal)
  })

  it.each<[ReservationState, 'held' | 'sold' | 'released', number, boolean]>([
    ['held', 'held', 14, false],
    ['expired', 'held', 15, false],
    ['expired', 'held', 16, false],
    ['expired', 'held', 1, true],
    ['sold', 'sold', 16, true],
    ['released', 'released', 16, true],
  ])('is %s where it is stored as %s, %s minutes later, with a date removed: %s', (state, stored, later, isRemoved) => {
    const reservation = inState(stored, [general(1)])
    expect(Reservation.stateOf(reservation, { now: at(later), isRemoved })).toBe(state)
  })

  it('of which only the payment is known has no items, and is released', () => {
    const payment = { ...openedPayment, state: 'unknown' } as const
    expect(Reservation.ofUnknownPayment(payment)).toStrictEqual({
      reservationId: id,
      items: [],
      total: 0,
      currency: 'EUR',
      state: 'released',
      heldUntil: start,
      ownLimit: start,
      payments: [payment],
      hasGivenEnd: false,
      createdAt: start,
      isOfShop: false,
    })
  })

  it('has the places of all items of a slot together, each entry time by itself', () => {
    const time = (entryTime: string) => ({ entryTime: TimeOfDay(entryTime) })
    const entryTimes = ['11:00', '12:00'].map((text) => Object.assign(time(text), { until: '18:00', capacity: null }))
    const items = [general(2, time('11:00')), general(3, time('12:00')), general(4, { ...time('11:00'), ...child })]
    const places = Reservation.placesOf(held(items, {}, { entryTimes }).items)
    expect([...places.values()].map(({ slot, places: count }) => [slot.time, count])).toEqual([
      ['11:00', 6],
      ['12:00', 3],
    ])
  })

  it('names itself in refusals', () => {
    expect(Reservation.paymentOpen({ reservationId: id })).toEqual({
      refusal: 'payment-open',
      because: `A visitor is paying for reservation ${id}.`,
      values: { reservationId: id },
    })
    expect(Reservation.notFound(id)).toEqual({
      refusal: 'reservation-not-found',
      because: `There is no reservation ${id}.`,
    })
    expect(
      (['held', 'sold', 'released', 'expired'] as const).map((state) =>
        Reservation.ended({ reservationId: id, state }),
      ),
    ).toEqual(
      [
        ['held', 'is held'],
        ['sold', 'is sold'],
        ['released', 'was released'],
        ['expired', 'has expired'],
      ].map(([state, because]) => ({
        refusal: 'reservation-ended',
        because: `Reservation ${id} ${because}.`,
        values: { reservationId: id, state },
      })),
    )
  })
})

describe('a change of a reservation', () => {
  const known = { purchaser, label: OrderLabel('Class 7b') }
  const changed = (change: Partial<Parameters<typeof Reservation.changed>[1]>, but: Partial<Reservation> = {}) =>
    Reservation.changed({ ...held([general(1)], known), ...but }, { isSold: false, ...change }, at(5))

  it('of nothing leaves it as it is', () => {
    expect(changed({})).toStrictEqual(held([general(1)], known))
    const { purchaser: _, label: __, ...unknown } = held([general(1)], known)
    expect(Reservation.changed(unknown, { isSold: false }, at(5))).toStrictEqual(unknown)
  })

  it('that sells it leaves the purchaser and the label to its order, and holds nothing longer', () => {
    const { purchaser: _, label: __, ...rest } = held([general(1)], known)
    expect(changed({ isSold: true, ownLimit: at(20) })).toStrictEqual({ ...rest, state: 'sold', ownLimit: at(20) })
  })

  it('that releases it ends the hold at once; again, it changes nothing', () => {
    expect(changed({ state: 'released' })).toStrictEqual({
      ...inState('released', [general(1)], known),
      heldUntil: at(5),
    })
    const before = { state: 'released', heldUntil: at(1) } as const
    expect(changed({ state: 'released' }, before)).toMatchObject(before)
    expect(changed({}, { ...before, payments: [openedPayment] })).toMatchObject(before)
  })

  it('of its limit or of a payment holds the places until the later of both ends', () => {
    expect(changed({ ownLimit: at(30) })).toMatchObject({ ownLimit: at(30), heldUntil: at(30) })
    const paying = changed({ payment: openedPayment })
    expect(paying).toMatchObject({ ownLimit: at(15), heldUntil: at(36), payments: [openedPayment] })
    const closed = { ...openedPayment, state: 'closed' } as const
    expect(changed({ payment: closed }, paying)).toMatchObject({ heldUntil: at(15), payments: [closed] })
  })
})

describe('the given end of a reservation', () => {
  const codes = (until: number, dates: readonly CalendarDate[] = [first]) =>
    Reservation.faultsOfEnd(
      Instant(until),
      dates.map((ticketDate) => ({ ticketDate })),
      start,
      endOf,
    ).map(({ member, code, values, detail }) => {
      for (const value of Object.values(values ?? {})) expect(detail).toContain(String(value))
      return [member, code, values]
    })

  it('not-in-the-future: is after now', () => {
    expect(codes(start)).toEqual([['until', 'not-in-the-future', undefined]])
    expect(codes(start + 1)).toEqual([])
  })

  it('too-far-ahead: is at most 180 days ahead', () => {
    const far = CalendarDate('2031-05-01')
    expect(codes(start + 180 * day + 1, [far])).toEqual([['until', 'too-far-ahead', { days: 180 }]])
    expect(codes(start + 180 * day, [far])).toEqual([])
  })

  it('after-the-last-date: is not after the last date of the items, in whichever order they are', () => {
    for (const dates of [
      [first, second],
      [second, first],
    ]) {
      expect(codes(endOf(second), dates)).toEqual([])
      expect(codes(endOf(second) + 1, dates)).toEqual([['until', 'after-the-last-date', { date: second }]])
    }
    expect(codes(endOf(second), [])).toEqual([])
  })
})

describe('an extension', () => {
  const extend = (minutes: number, but: Partial<Reservation> = {}, until?: Instant) =>
    Reservation.extend({ ...held([general(1)]), ...but }, until, at(minutes), endOf)
  const ofGroup = { hasGivenEnd: true, ownLimit: at(9_000) }

  it('is for 15 minutes from now, to at most 60 after the reservation was made, and never shortens it', () => {
    expect([0, 5, 44, 45, 46, 59].map((minutes) => extend(minutes))).toEqual([15, 20, 59, 60, 60, 60].map(at))
    expect(extend(1, { ownLimit: at(30) })).toBe(at(30))
  })

  it('of a group is until the given end, which may be earlier', () => {
    expect(extend(1, ofGroup, at(9_500))).toBe(at(9_500))
    expect(extend(1, ofGroup, at(100))).toBe(at(100))
  })

  it.each<[string, Partial<Reservation>, Instant | undefined]>([
    ['no-until', {}, at(30)],
    ['until-required', ofGroup, undefined],
    ['not-in-the-future', ofGroup, at(1)],
    ['after-the-last-date', ofGroup, Instant(endOf(first) + 1)],
  ])('%s: is refused at its end', (code, but, until) => {
    expect(faultsOf(extend(1, but, until))).toEqual(['validation-failed', `until ${code}`])
  })

  it.each<ReservationState>(['sold', 'released', 'expired'])(
    'reservation-ended: is refused for one that is %s',
    (state) => {
      for (const but of [{ state }, { ...ofGroup, state }])
        expect(extend(1, but, at(100))).toMatchObject({ refusal: 'reservation-ended', values: { state } })
    },
  )
})

describe('the sale of a reservation', () => {
  it('is an order with its identifier, at the reserved prices, with what is known of the purchaser', () => {
    const known = { purchaser, label: OrderLabel('Class 7b'), language: LanguageTag('fr') }
    const reservation = held([general(2, child), ofEvent(1)], known)
    const sale = { payment: { method: PaymentMethod('cash') }, till: Till('Till 1') }
    const order = sold(reservation, sale, {
      generalPrice: Price(9_900),
      event: { ...event, price: Price(5), name: EventName('Day at the Museum') },
      now: at(9),
      soldBy: 'till',
      signingKey: TicketKeyId(2),
      vatRates: { general: VatRate(700) },
    })
    expect(order).toMatchObject({
      orderId: id,
      total: 3_190,
      currency: 'EUR',
      soldAt: at(9),
      soldBy: 'till',
      ...sale,
      vatRates: { general: 700 },
      label: 'Class 7b',
      language: 'fr',
    })
    const ticket = { orderId: id, purchaser, soldAt: at(9), soldBy: 'till', signingKey: 2, state: 'valid' }
    expect(order.tickets).toMatchObject([
      { ...ticket, ticketId: exampleId(100), price: 600, priceCategory: { name: 'Child, 6 to 17' } },
      { ...ticket, ticketId: exampleId(101), price: 600 },
      { ...ticket, ticketId: exampleId(102), price: 1_990, event: { name: 'Day at the Museum' }, ticketDate: second },
    ])
  })

  it('has nothing that is not known', () => {
    const order = sold(held([general(1)]))
    for (const member of ['payment', 'till', 'vatRates', 'label', 'language']) expect(order).not.toHaveProperty(member)
    expect(order.tickets[0]).not.toHaveProperty('purchaser')
  })

  it('is of fewer tickets where fewer came, and of no item for which none came', () => {
    const reservation = held([general(3), ofEvent(2), general(1, child)])
    const order = sold(reservation, { quantities: [2, 0, 1] })
    expect(order.tickets.map(({ ticketType, price }) => [ticketType, price])).toEqual([
      ['general', 1_200],
      ['general', 1_200],
      ['general', 600],
    ])
    expect(order.total).toBe(3_000)
  })

  it('not-one-for-each-item: has one number of tickets for each item', () => {
    const reservation = held([general(3), ofEvent(2)])
    for (const quantities of [[], [3], [3, 2, 1]])
      expect(sell(reservation, { quantities })).toMatchObject({
        faults: [{ member: 'quantities', code: 'not-one-for-each-item', values: { items: 2 } }],
      })
  })

  it('quantity-out-of-range: is of no more tickets than are reserved', () => {
    expect(sell(held([general(3), ofEvent(2), general(1, child)]), { quantities: [4, -1, 0.5] })).toMatchObject({
      refusal: 'validation-failed',
      faults: [
        { member: 'quantities/0', code: 'quantity-out-of-range', values: { min: 0, max: 3 } },
        { member: 'quantities/1', code: 'quantity-out-of-range', values: { min: 0, max: 2 } },
        { member: 'quantities/2', code: 'quantity-out-of-range', values: { min: 0, max: 1 } },
      ],
    })
  })

  it('no-tickets: is of at least one', () => {
    expect(faultsOf(sell(held([general(3), ofEvent(2)]), { quantities: [0, 0] }))).toEqual([
      'validation-failed',
      'quantities no-tickets',
    ])
  })

  it('total-changed: costs what the visitor was asked for, of the tickets that are sold', () => {
    const reservation = held([general(3)])
    expect(sell(reservation, { total: 3_599 })).toMatchObject({
      refusal: 'total-changed',
      values: { total: 36, currency: 'EUR' },
    })
    expect(faultsOf(sell(reservation, { quantities: [2], total: 3_600 }))).toEqual(['total-changed'])
    expect(sold(reservation, { quantities: [2], total: 2_400 }).total).toBe(2_400)
  })

  it.each<ReservationState>(['sold', 'released'])('reservation-ended: is refused for one that is %s', (state) => {
    expect(sell(inState(state, [general(1)]))).toMatchObject({ refusal: 'reservation-ended', values: { state } })
  })

  it('of held places needs neither free places, nor an open museum, nor an entry time that has not ended', () => {
    const gone = { openingHours: undefined, places: undefined, today: second }
    expect(sold(held([general(2)]), {}, gone).tickets).toHaveLength(2)
  })

  it('of places that others took before the hold was prolonged needs free ones', () => {
    const left = (sold: number) => ({ places: { capacity: Capacity(10), sold, held: 0 } })
    expect(sold(held([general(2)]), {}, left(8)).tickets).toHaveLength(2)
    expect(sell(held([general(2)]), {}, left(9))).toMatchObject({ refusal: 'reservation-ended' })
  })

  describe('after its time is over', () => {
    const places = (left: number) => ({ places: { capacity: Capacity(10), sold: 8 - left, held: 2 } })
    const [eleven, twelve] = [TimeOfDay('11:00'), TimeOfDay('12:00')]
    const entryTimes = [eleven, twelve].map((entryTime) => ({ entryTime, until: '13:00', capacity: Capacity(10) }))
    const isSold = (items: readonly OrderItem[], each: Partial<PurchaseContext>, sale: ReservationSale = {}) => {
      const reservation = inState(
        'expired',
        items,
        {},
        { ...each, today: first, timeOfDay: TimeOfDay('09:00'), places: undefined },
      )
      const outcome = sell(reservation, sale, each)
      if (isRefusal(outcome))
        expect(outcome).toMatchObject({ refusal: 'reservation-ended', values: { state: 'expired' } })
      return !isRefusal(outcome)
    }

    it('is made while its places are free, which all items of a slot need together', () => {
      const items = [general(2), general(3, child)]
      expect(isSold(items, places(5))).toBe(true)
      expect(isSold(items, places(4))).toBe(false)
      expect(isSold(items, places(4), { quantities: [1, 3] })).toBe(true)
    })

    it('is made of places that no other sale has taken', () => {
      expect(isSold([general(2)], { places: undefined })).toBe(true)
    })

    it('is made until the end of its date, and of its entry time', () => {
      const timed = { entryTimes, places: { capacity: Capacity(0), sold: 5 }, today: first }
      const item = general(5, { entryTime: eleven })
      expect(isSold([item], { ...timed, timeOfDay: TimeOfDay('12:59') })).toBe(true)
      expect(isSold([item], { ...timed, timeOfDay: TimeOfDay('13:00') })).toBe(false)
      expect(isSold([general(1)], { today: first, ...places(1) })).toBe(true)
      expect(isSold([general(1)], { today: second, ...places(1) })).toBe(false)
    })

    it('is refused where what it is for does not take place any more', () => {
      const expired = (items: readonly OrderItem[], each: Partial<PurchaseContext> = {}) =>
        inState('expired', items, {}, each)
      const ended = (reservation: Reservation, each: Partial<PurchaseContext>) =>
        expect(sell(reservation, {}, each)).toMatchObject({ refusal: 'reservation-ended' })
      ended(expired([general(1)]), { openingHours: undefined })
      ended(expired([ofEvent(1)]), { event: undefined })
      ended(expired([ofEvent(1)]), { event: aSpecialEvent({ dates: someDates('2030-05-17') }) })
      // The date was removed and added again.
      const again = event.occurrences.map((occurrence) => ({ ...occurrence, number: occurrence.number + 1 }))
      ended(expired([ofEvent(1)]), { event: { ...event, occurrences: again } })
      ended(expired([general(1)]), { entryTimes })
    })

    it('depends only on the items that are sold', () => {
      const reservation = inState('expired', [general(1), ofEvent(1)])
      const outcome = Reservation.sell(
        reservation,
        { quantities: [1, 0] },
        [context, { ...context, event: undefined }],
        identities,
      )
      expect(isRefusal(outcome)).toBe(false)
    })
  })
})

describe('the e-mail with the link of a reservation', () => {
  const purchaser = { email: Email('teacher@example.org') }
  const refusalOf = (but: Partial<Reservation>) =>
    Reservation.mailRefusal({
      ...Reservation.ofUnknownPayment({} as OnlinePayment),
      state: 'held',
      hasGivenEnd: true,
      purchaser,
      ...but,
    })

  it('is sent while it is held until a given end', () => {
    expect(refusalOf({})).toBeUndefined()
  })

  it('is refused once it has ended, for one that is held for minutes, and for one without an address', () => {
    for (const state of ['sold', 'released', 'expired'] as const)
      expect(refusalOf({ state, hasGivenEnd: false })).toMatchObject({
        refusal: 'reservation-ended',
        values: { state },
      })
    const { purchaser: _, ...withoutAddress } = { purchaser }
    expect(refusalOf({ hasGivenEnd: false })).toMatchObject({ refusal: 'reservation-without-end' })
    expect(refusalOf({ ...withoutAddress, purchaser: undefined as never })).toMatchObject({ refusal: 'no-address' })
  })
})
