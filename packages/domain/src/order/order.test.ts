import { describe, expect, it } from '@jest/globals'
import { aPurchaseContext, aSpecialEvent, aTicketIdentity, exampleId } from '@museum/testing/examples'
import fc from 'fast-check'
import {
  CalendarDate,
  Capacity,
  Currency,
  Email,
  EventId,
  Order,
  type OrderDraft,
  OrderId,
  type OrderItem,
  OrderLabel,
  PaymentMethod,
  PaymentReference,
  Percentage,
  Price,
  PriceCategories,
  type PriceCategory,
  PriceCategoryId,
  PriceCategoryName,
  type PurchaseContext,
  Quantity,
  TicketId,
  TimeOfDay,
  isRefusal,
  usualPriceCategories,
} from '../index.ts'

const event = aSpecialEvent()
const orderId = OrderId(exampleId(70))
const date = CalendarDate('2030-05-18')
const item = (quantity: number, but: Partial<OrderItem> = {}): OrderItem => ({
  ticketType: 'event',
  eventId: event.eventId,
  ticketDate: date,
  quantity: Quantity(quantity),
  ...but,
})
const general = (quantity: number, but: Partial<OrderItem> = {}): OrderItem =>
  item(quantity, { ticketType: 'general', eventId: undefined, ...but })
const child = { priceCategory: PriceCategoryId('child') }
const toddler = { priceCategory: PriceCategoryId('toddler') }
const context = aPurchaseContext({ event, soldBy: 'box office' })
const priceCategory = (id: string, percentage: number, generalPrice: number): PriceCategory => ({
  priceCategory: PriceCategoryId(id),
  name: PriceCategoryName(id),
  percentage: Percentage(percentage),
  generalPrice: Price(generalPrice),
})

const place = (
  items: readonly OrderItem[],
  but: Partial<OrderDraft> = {},
  contextOf: (item: OrderItem, n: number) => PurchaseContext = () => context,
) =>
  Order.place(
    orderId,
    { items, ...but },
    items.map(contextOf),
    Array.from({ length: 60 }, (_, n) => aTicketIdentity({ ticketId: TicketId(exampleId(100 + n)) })),
  )
const ordered = (...args: Parameters<typeof place>) => {
  const outcome = place(...args)
  if (isRefusal(outcome)) throw new Error(outcome.because)
  return outcome
}
const faultsOf = (...args: Parameters<typeof place>) => {
  const outcome = place(...args)
  return isRefusal(outcome)
    ? [outcome.refusal, ...(outcome.faults ?? []).map(({ member, code }) => `${member} ${code}`)]
    : outcome
}

describe('an order', () => {
  it('is sold with all its tickets, in the order of the items, each at the price of its category', () => {
    const order = ordered([item(2), item(1, child), general(1, toddler)])
    expect(order).toMatchObject({
      orderId,
      total: 1990 * 2 + 995,
      currency: 'EUR',
      soldAt: context.now,
      soldBy: 'box office',
    })
    expect(
      order.tickets.map(({ ticketId, ticketType, price, priceCategory }) => [
        ticketId,
        ticketType,
        price,
        priceCategory?.priceCategory,
      ]),
    ).toEqual([
      [exampleId(100), 'event', 1990, undefined],
      [exampleId(101), 'event', 1990, undefined],
      [exampleId(102), 'event', 995, 'child'],
      [exampleId(103), 'general', 0, 'toddler'],
    ])
    expect(new Set(order.tickets.map((ticket) => ticket.orderId))).toEqual(new Set([orderId]))
  })

  it('costs the price of each category for general entry, and its percentage for an event', () => {
    const priceCategories = PriceCategories([
      ...usualPriceCategories,
      priceCategory('reduced', 50, 800),
      priceCategory('family-adult', 100, 1000),
      priceCategory('family-child', 40, 0),
    ])
    const at = (id: string) => ({ priceCategory: PriceCategoryId(id) })
    const family = [general(2, at('family-adult')), general(3, at('family-child'))]
    const pricesOf = (items: readonly OrderItem[]) => {
      const { tickets, total } = ordered(items, {}, () => ({ ...context, priceCategories }))
      return [...tickets.map(({ price }) => price), total]
    }
    expect(pricesOf([general(1), general(1, at('reduced'))])).toEqual([1200, 800, 2000])
    expect(pricesOf(family)).toEqual([1000, 1000, 0, 0, 0, 2000])
    expect(pricesOf([item(1, at('reduced')), item(1, at('family-adult')), item(1, at('family-child'))])).toEqual([
      995, 1990, 796, 3781,
    ])
    const stale = place([general(1, at('reduced'))], { total: 600 }, () => ({ ...context, priceCategories }))
    expect(stale).toMatchObject({ refusal: 'total-changed', because: 'The order costs 8.00 EUR.' })
  })

  it('needs no purchaser, and keeps one and the payment', () => {
    expect(ordered([item(1)]).tickets[0]).not.toHaveProperty('purchaser')
    const purchaser = { email: Email('visitor@example.org') }
    const payment = { method: PaymentMethod('card'), reference: PaymentReference('0815') }
    const order = ordered([item(1)], { purchaser, payment })
    expect([order.tickets[0]!.purchaser, order.payment]).toEqual([purchaser, payment])
  })

  it('has the sum of the prices of its tickets as its total', () => {
    const quantities = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom({}, child, toddler)), {
      minLength: 1,
      maxLength: 10,
    })
    fc.assert(
      fc.property(quantities, (all) => {
        const order = ordered(all.map(([quantity, category]) => item(quantity, category)))
        expect(order.tickets).toHaveLength(all.reduce((sum, [quantity]) => sum + quantity, 0))
        expect(order.total).toBe(order.tickets.reduce((sum, { price }) => sum + price, 0))
      }),
    )
  })

  it.each([
    ['no items', [], 'items no-items'],
    ['more than 20 items', Array.from({ length: 21 }, () => item(1)), 'items too-many-items'],
    ['more than 50 tickets', [item(50), item(1)], 'items too-many-tickets'],
    [
      'more than 5 dates',
      [18, 19, 20].flatMap((day) => {
        const ticketDate = CalendarDate(`2030-05-${day}`)
        return [item(1, { ticketDate }), general(1, { ticketDate })]
      }),
      'items too-many-dates',
    ],
    [
      'more than 5 entry times of a date',
      [10, 11, 12, 13, 14, 15].map((hour) => general(1, { entryTime: TimeOfDay(`${hour}:00`) })),
      'items too-many-dates',
    ],
  ])('is refused with %s', (_, items, fault) => {
    expect(faultsOf(items)).toEqual(['validation-failed', fault])
  })

  describe('for a date with entry times', () => {
    const [eleven, twelve] = [TimeOfDay('11:00'), TimeOfDay('12:00')]
    const timed = (sold: number): PurchaseContext => ({
      ...context,
      entryTimes: [
        { entryTime: eleven, until: '12:00', capacity: Capacity(10) },
        { entryTime: twelve, until: '13:00', capacity: null },
      ],
      places: { capacity: Capacity(1), sold },
    })
    const family = [
      general(2, { entryTime: eleven }),
      general(3, { ...child, entryTime: eleven }),
      general(20, { entryTime: twelve }),
    ]

    it('has tickets with the entry times of their items', () => {
      const { tickets } = ordered(family, {}, () => timed(0))
      expect(tickets.map(({ entryTime }) => entryTime)).toEqual([
        ...Array.from({ length: 5 }, () => eleven),
        ...Array.from({ length: 20 }, () => twelve),
      ])
    })

    it('counts the items of one entry time together', () => {
      expect(isRefusal(place(family, {}, () => timed(5)))).toBe(false)
      expect(faultsOf(family, {}, () => timed(6))).toEqual(['sold-out', 'items/1/entryTime sold-out'])
      expect(faultsOf(family, {}, () => timed(9))).toEqual([
        'sold-out',
        'items/0/entryTime sold-out',
        'items/1/entryTime sold-out',
      ])
    })

    it('that does not fit is told how many places are left, and which later times have enough for all its items', () => {
      const timesWithPlaces = [3, 4, 5, 6].map((available, n) => ({
        entryTime: TimeOfDay(`${12 + n}:00`),
        capacity: Capacity(10),
        sold: 10 - available,
        available,
      }))
      expect(place(family, {}, () => ({ ...timed(6), timesWithPlaces }))).toMatchObject({
        because:
          'items/1/entryTime must be an entry time with enough places left: 11:00 has 4; enough are left at 14:00 and 15:00.',
        faults: [{ values: { left: 4, date, entryTime: '11:00', nextEntryTimes: ['14:00', '15:00'] } }],
      })
    })

    it('has the faults of each item', () => {
      const over = { ...timed(0), today: date, timeOfDay: twelve }
      expect(faultsOf([...family, general(1)], {}, () => over)).toEqual([
        'validation-failed',
        'items/0/entryTime entry-time-over',
        'items/1/entryTime entry-time-over',
        'items/3/entryTime entry-time-required',
      ])
    })
  })

  it('may have 20 items of 5 dates, and 50 tickets', () => {
    const dates = [1, 2, 3, 4, 5].map((day) => CalendarDate(`2030-06-0${day}`))
    const items = Array.from({ length: 20 }, (_, n) => general(n < 10 ? 4 : 1, { ticketDate: dates[n % 5]! }))
    expect(ordered(items).tickets).toHaveLength(50)
  })

  it('is refused with all faults of all items', () => {
    const past = CalendarDate('2030-04-30')
    expect(
      faultsOf([
        item(2, { ticketDate: past }),
        item(1),
        general(3, { ticketDate: past, priceCategory: PriceCategoryId('senior') }),
      ]),
    ).toEqual([
      'validation-failed',
      'items/0/ticketDate date-in-the-past',
      'items/0/ticketDate event-not-on-that-date',
      'items/2/priceCategory unknown-price-category',
      'items/2/ticketDate date-in-the-past',
    ])
  })

  it('is refused with museum-closed when nothing else is wrong', () => {
    const closed = () => ({ ...context, openingHours: undefined })
    expect(faultsOf([general(1), item(1)], {}, closed)).toEqual(['museum-closed', 'items/0/ticketDate museum-closed'])
    const past = item(1, { ticketDate: CalendarDate('2030-04-30') })
    expect(faultsOf([general(1), past], {}, closed)).toContain('validation-failed')
  })

  it('is refused with an unknown event alone', () => {
    const eventId = EventId(exampleId(9))
    const contextOf = (each: OrderItem) => ({ ...context, event: each.eventId === eventId ? undefined : event })
    expect(
      faultsOf([item(1, { ticketDate: CalendarDate('2030-04-30') }), item(1, { eventId })], {}, contextOf),
    ).toEqual(['event-not-found', 'items/1/eventId unknown-event'])
  })

  it('is refused with total-changed when it costs anything else than the visitor was asked for', () => {
    expect(place([item(1), item(1, child)], { total: 2000 })).toEqual({
      refusal: 'total-changed',
      because: 'The order costs 29.85 EUR.',
      values: { total: 29.85, currency: 'EUR' },
    })
    expect(place([item(1)], { total: 0 }, () => ({ ...context, currency: Currency('USD') }))).toMatchObject({
      because: 'The order costs 19.90 USD.',
    })
    expect(ordered([item(1), item(1, child)], { total: 2985 }).total).toBe(2985)
  })

  it('may have any total that 50 tickets can cost', () => {
    const dearest = aSpecialEvent({ price: Price.ofAmount(99_999_999.99) })
    const total = Order.totalOfAmount(4_999_999_999.5)
    expect(ordered([item(50)], { total }, () => ({ ...context, event: dearest })).total).toBe(total)
    expect(Order.totalOfAmount.faultOf(4_999_999_999.51)).toEqual({
      code: 'price-out-of-range',
      detail: 'must be a number from 0 to 4999999999.5',
      values: { min: 0, max: 4_999_999_999.5 },
    })
    expect(Order.totalOfAmount.faultOf(0.001)).toMatchObject({ code: 'price-too-precise' })
  })

  describe('of a date with 3 places left', () => {
    const limited = () => ({ ...context, places: { capacity: Capacity(10), sold: 7 } })
    it('is sold when all its items together fit', () => {
      expect(ordered([item(2), item(1, child)], {}, limited).tickets).toHaveLength(3)
    })
    it('is refused with sold-out, which names the items for which earlier items leave no places', () => {
      const outcome = place([item(2), item(2, child), item(1)], {}, limited)
      const detail = `must be a date with enough places left: ${date} has 3`
      expect(outcome).toMatchObject({
        refusal: 'sold-out',
        faults: [
          { member: 'items/1/ticketDate', code: 'sold-out', detail, values: { left: 3, date } },
          { member: 'items/2/ticketDate', code: 'sold-out', detail, values: { left: 3, date } },
        ],
      })
    })
    it('says that none is left', () => {
      const none = () => ({ ...context, places: { capacity: Capacity(7), sold: 7 } })
      expect(place([item(1)], {}, none)).toMatchObject({
        because: `items/0/ticketDate must be a date with enough places left: ${date} has none.`,
      })
    })
    it('counts general entry of the same day separately', () => {
      const contextOf = (each: OrderItem) => (each.ticketType === 'general' ? context : limited())
      expect(ordered([item(3), general(3)], {}, contextOf).tickets).toHaveLength(6)
    })
  })

  it('is not found', () => {
    expect(Order.notFound(orderId)).toEqual({
      refusal: 'order-not-found',
      because: `There is no order ${orderId}.`,
    })
  })
})

describe('a payment', () => {
  it('has a method like cash', () => {
    expect(PaymentMethod('cash')).toBe('cash')
    for (const text of ['Cash', 'cash!', '1-cash', '', 'x'.repeat(31)])
      expect(PaymentMethod.faultOf(text)).toEqual({
        code: 'not-a-payment-method',
        detail: 'must be 1 to 30 lower-case letters, digits and hyphens, the first a letter, such as cash',
      })
    expect(PaymentMethod.faultOf('x'.repeat(30))).toBeUndefined()
  })
  it('may have a reference of 1 to 100 characters', () => {
    expect(PaymentReference.faultOf('x'.repeat(101))).toMatchObject({ code: 'text-too-long' })
  })
  it.each([0, 51, 1.5])('is not for %s tickets of an item', (quantity) => {
    expect(Quantity.faultOf(quantity)).toEqual({
      code: 'quantity-out-of-range',
      detail: 'must be an integer from 1 to 50',
      values: { min: 1, max: 50 },
    })
  })
})

describe('the label of an order', () => {
  it('is 1 to 100 characters on one line, in normalization form C', () => {
    expect(OrderLabel('Class 7b 🎒')).toBe('Class 7b 🎒')
    expect(OrderLabel('E\u0301cole')).toBe('\u00c9cole')
    expect(OrderLabel.faultOf('🎒'.repeat(100))).toBeUndefined()
  })

  it.each([
    ['text-blank', ' '],
    ['text-too-long', '🎒'.repeat(101)],
    ['text-control-character', 'Class\n7b'],
  ])('%s: may not be %j', (code, text) => {
    expect(OrderLabel.faultOf(text)).toMatchObject({ code })
  })
})
