import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, anEventTicket, exampleId } from '@museum/testing/examples'
import { CalendarDate } from '../calendar-date.ts'
import { Instant } from '../instant.ts'
import { Currency, Price } from '../money.ts'
import { TimeOfDay } from '../museum-hours/opening-hours.ts'
import { PriceCategoryId, PriceCategoryName } from '../prices/price-category.ts'
import type { Ticket } from '../ticket/ticket.ts'
import { OrderId, TicketId } from '../uuid.ts'
import { Order } from './order.ts'
import { PaymentMethod, PaymentReference } from './payment.ts'
import type { Cancellation } from './refund.ts'
import { Receipt } from './receipt.ts'
import { Till } from './till.ts'
import { VatRate, VatRates } from './vat-rate.ts'

const orderId = OrderId(exampleId(900))
const [soldAt, later, last] = [Instant(1_000), Instant(2_000), Instant(3_000)]
const child = { priceCategory: PriceCategoryId('child'), name: PriceCategoryName('Child') }
let lastId = 0
const general = (price: number, but: Partial<Ticket> = {}) =>
  aGeneralTicket({ ticketId: TicketId(exampleId((lastId += 1))), price: Price(price), soldAt, ...(but as object) })
const ofEvent = (price: number, but: Partial<Ticket> = {}) =>
  anEventTicket({ ticketId: TicketId(exampleId((lastId += 1))), price: Price(price), soldAt, ...(but as object) })
const cash = { method: PaymentMethod('cash') }
const till = Till('Till 1')
const both = VatRates.of(VatRate(700), VatRate(1_900))
const receiptOf = (tickets: readonly Ticket[], record: Parameters<typeof Order.of>[2] = {}) =>
  Receipt.allOf({ order: Order.of(orderId, tickets, record), cancellations: new Map() })[0]

describe('the receipt of a sale', () => {
  it('has equal tickets in one line, in the order of the sale', () => {
    const entryTime = TimeOfDay('11:30')
    const [adult, reduced] = [general(1_200), general(600, { priceCategory: child })]
    const tickets = [
      adult,
      reduced,
      general(1_200),
      ofEvent(2_000),
      general(1_200, { entryTime }),
      general(1_200, { ticketDate: CalendarDate('2031-01-01') }),
      general(1_100),
      ofEvent(2_000),
    ]
    const receipt = receiptOf(tickets, { payment: cash, till })
    expect(receipt).toMatchObject({
      kind: 'sale',
      at: soldAt,
      by: 'box office',
      till,
      payment: cash,
      total: 10_500,
      taxes: [],
    })
    expect(receipt.lines.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [2, 2_400],
      [1, 600],
      [2, 4_000],
      [1, 1_200],
      [1, 1_200],
      [1, 1_100],
    ])
    expect(receipt.lines[1]!.ticket).toBe(reduced)
  })

  it('has the tax that the sum of the lines of each rate contains', () => {
    const tickets = [general(1_200), ofEvent(2_000), general(600)]
    expect(receiptOf(tickets, { vatRates: both }).taxes).toEqual([
      { rate: 700, tax: 118, amount: 1_800 },
      { rate: 1_900, tax: 319, amount: 2_000 },
    ])
    expect(receiptOf(tickets, { vatRates: VatRates.of(VatRate(1_900), VatRate(1_900)) }).taxes).toEqual([
      { rate: 1_900, tax: 607, amount: 3_800 },
    ])
    expect(receiptOf(tickets, { vatRates: VatRates.of(undefined, VatRate(0)) }).taxes).toEqual([
      { rate: 0, tax: 0, amount: 2_000 },
    ])
    const higherFirst = VatRates.of(VatRate(1_900), VatRate(700))
    expect(receiptOf(tickets, { vatRates: higherFirst }).taxes.map(({ rate }) => rate)).toEqual([700, 1_900])
  })

  it.each([
    // 0.5 of a hundredth is rounded up.
    [10_000, 1, 'EUR', 1],
    [10_000, 3, 'EUR', 2],
    [700, 15, 'EUR', 1],
    [1_900, 100, 'EUR', 16],
    [1_000, 1_100, 'JPY', 100],
    [1_000, 1_600, 'JPY', 100],
    [1_000, 1_700, 'JPY', 200],
    [10_000, 9_999_999_998, 'EUR', 4_999_999_999],
  ])('at the rate %d, of %d, has in %s the tax %d', (rate, amount, currency, tax) => {
    const tickets = [general(amount, { currency: Currency(currency) })]
    expect(receiptOf(tickets, { vatRates: VatRates.of(VatRate(rate), undefined) }).taxes).toMatchObject([
      { tax, amount },
    ])
  })
})

describe('the receipts of refunds', () => {
  it('are one for each settlement, in the order of the times, with negative amounts', () => {
    const tickets = [general(1_200), ofEvent(2_000), general(1_200), general(600), general(300)]
    const settlement = (settledAt: Instant, method = 'card') => ({
      method: PaymentMethod(method),
      settledAt,
      settledBy: 'anna',
      till,
    })
    const reference = PaymentReference('0815')
    const cancelled = (n: number, but: Partial<Cancellation>): [TicketId, Cancellation] => [
      tickets[n]!.ticketId,
      { cause: 'ticket', at: later, ...but },
    ]
    const cancellations = new Map([
      cancelled(0, { settlement: settlement(last) }),
      cancelled(1, { settlement: { ...settlement(later, 'cash'), reference } }),
      cancelled(2, { settlement: settlement(last) }),
      cancelled(3, {}),
    ])
    const order = Order.of(orderId, tickets, { payment: cash, vatRates: both })
    const [sale, ...refunds] = Receipt.allOf({ order, cancellations })
    expect(sale).toMatchObject({ kind: 'sale', total: 5_300 })
    expect(refunds).toEqual([
      {
        kind: 'refund',
        at: later,
        by: 'anna',
        till,
        payment: { method: 'cash', reference },
        lines: [{ ticket: tickets[1], quantity: 1, amount: -2_000 }],
        total: -2_000,
        taxes: [{ rate: 1_900, tax: -319, amount: -2_000 }],
      },
      {
        kind: 'refund',
        at: last,
        by: 'anna',
        till,
        payment: { method: 'card' },
        lines: [{ ticket: tickets[0], quantity: 2, amount: -2_400 }],
        total: -2_400,
        taxes: [{ rate: 700, tax: -157, amount: -2_400 }],
      },
    ])
  })
})

describe('rates of tax', () => {
  it('are from 0 to 100 per cent, and none without any', () => {
    expect(VatRates.of(undefined, undefined)).toBeUndefined()
    expect(VatRates.of(VatRate(0), undefined)).toEqual({ general: 0 })
    expect(VatRates.of(undefined, VatRate(10_000))).toEqual({ event: 10_000 })
    expect(VatRate.faultOf(10_001)).toMatchObject({ code: 'percentage-out-of-range' })
  })
})
