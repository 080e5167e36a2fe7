import { describe, expect, it } from '@jest/globals'
import { Report, type Result } from '@museum/application'
import {
  CalendarDate,
  Instant,
  type Order,
  PaymentMethod,
  Price,
  PriceCategoryId,
  Quantity,
  type Refusal,
  isRefusal,
} from '@museum/domain'
import { aMuseum, anActor, inMemoryPorts, unrefused } from '@museum/testing'
import { aSpecialEventDraft, somePriceCategories } from '@museum/testing/examples'

const [admin, cashier] = [
  { username: 'curator', role: 'admin' },
  { username: 'cashier', role: 'box-office' },
] as const
const [first, second] = [CalendarDate('2030-05-01'), CalendarDate('2030-05-02')]
const ticketDate = CalendarDate('2030-05-17')
const [cash, card] = [PaymentMethod('cash'), PaymentMethod('card')]
const rowsOf = async (report: Result<'getSales'> | Refusal) => {
  if (isRefusal(report)) throw new Error(report.because)
  return Report.allRows(report)
}

/** A museum in which general entry costs 12.00, whose clock is set by `at`. */
const aSellingMuseum = () => {
  let moment = Date.UTC(2030, 4, 1, 10)
  const museum = aMuseum(inMemoryPorts({ now: () => Instant(moment), generalPrice: Price(1_200) }))
  const at = (text: string) => (moment = Date.parse(text))
  const order = async (
    items: Parameters<typeof museum.placeOrder>[0]['items'],
    { method, by }: { method?: PaymentMethod; by: string },
  ): Promise<Order> => {
    const placed = await museum.placeOrder(
      { items, ...(method && { payment: { method } }) },
      { actor: { username: by } },
    )
    if (isRefusal(placed)) throw new Error(placed.because)
    return placed
  }
  return { museum, at, order }
}

describe('the sales', () => {
  it('are listed for each date by seller, method, event and category, with the tickets that are cancelled now and the refunds', async () => {
    const { museum, at, order } = aSellingMuseum()
    await museum.setPriceCategories(somePriceCategories, anActor)
    const { eventId, name } = unrefused(await museum.createSpecialEvent(aSpecialEventDraft(), { actor: anActor }))
    const child = PriceCategoryId('child')
    const { tickets } = await order(
      [
        { ticketType: 'general', ticketDate, quantity: Quantity(3) },
        { ticketType: 'general', ticketDate, priceCategory: child, quantity: Quantity(2) },
        { ticketType: 'event', eventId, ticketDate, quantity: Quantity(1) },
      ],
      { method: cash, by: 'cashier' },
    )
    await museum.buyMuseumTickets({ ticketType: 'general', ticketDate })
    at('2030-05-02T09:00:00Z')
    for (const { ticketId } of tickets.slice(0, 2)) await museum.cancelTicket(ticketId, undefined, cashier)
    await museum.deleteSpecialEvent(eventId, anActor)
    await museum.settleRefund(tickets[0]!.ticketId, { method: card }, admin)
    await order([{ ticketType: 'general', ticketDate, quantity: Quantity(1) }], { by: 'another' })
    const general = { ticketType: 'general', priceCategory: 'full', currency: 'EUR' }
    const nothing = { cancelled: 0, cancelledAmount: 0n }
    const report = await museum.getSales({ from: first, to: second }, admin)
    expect(report).toMatchObject({ from: first, to: second })
    expect(await rowsOf(report)).toEqual([
      {
        kind: 'sale',
        date: first,
        user: 'cashier',
        method: 'cash',
        ticketType: 'event',
        eventId,
        eventName: name,
        priceCategory: 'full',
        currency: 'EUR',
        tickets: 1,
        amount: 1_990n,
        cancelled: 1,
        cancelledAmount: 1_990n,
      },
      {
        kind: 'sale',
        date: first,
        user: 'cashier',
        method: 'cash',
        ...general,
        priceCategory: 'child',
        tickets: 2,
        amount: 1_200n,
        ...nothing,
      },
      {
        kind: 'sale',
        date: first,
        user: 'cashier',
        method: 'cash',
        ...general,
        tickets: 3,
        amount: 3_600n,
        cancelled: 2,
        cancelledAmount: 2_400n,
      },
      { kind: 'sale', date: first, user: null, method: null, ...general, tickets: 1, amount: 1_200n, ...nothing },
      {
        kind: 'sale',
        date: second,
        user: 'another',
        method: null,
        ...general,
        tickets: 1,
        amount: 1_200n,
        ...nothing,
      },
      { kind: 'refund', date: second, user: 'curator', method: 'card', ...general, tickets: 1, amount: 1_200n },
    ])
  })

  it('show the box office only the sales and refunds of the caller', async () => {
    const { museum, order } = aSellingMuseum()
    const items = [{ ticketType: 'general' as const, ticketDate, quantity: Quantity(1) }]
    const own = await order(items, { method: cash, by: 'cashier' })
    const others = await order(items, { method: cash, by: 'curator' })
    for (const { tickets, orderId } of [own, others]) {
      await museum.cancelOrder(orderId, undefined, admin)
      await museum.settleRefund(tickets[0]!.ticketId, { method: cash }, tickets === own.tickets ? admin : cashier)
    }
    const sums = async (principal: typeof admin | typeof cashier) =>
      (await rowsOf(await museum.getSales({ from: first, to: first }, principal))).map(
        ({ kind, user }) => `${kind} ${user}`,
      )
    expect(await sums(admin)).toEqual(['sale cashier', 'sale curator', 'refund cashier', 'refund curator'])
    expect(await sums(cashier)).toEqual(['sale cashier', 'refund cashier'])
  })

  it("are on the date in the museum's time zone, from its first to its last millisecond", async () => {
    let moment = 0
    // Days begin at 22:00 UTC, and at 23:00 UTC from 2 May on, when the clocks are set back.
    const startOfDay = (date: CalendarDate) =>
      Instant(Date.parse(date) - (date < CalendarDate('2030-05-03') ? 2 : 1) * 3_600_000)
    const museum = aMuseum(inMemoryPorts({ now: () => Instant(moment), startOfDay }))
    for (const text of [
      '2030-04-30T21:59:59.999Z',
      '2030-04-30T22:00:00Z',
      '2030-05-01T22:00:00Z',
      '2030-05-02T22:59:59.999Z',
      '2030-05-02T23:00:00Z',
    ]) {
      moment = Date.parse(text)
      expect(isRefusal(await museum.buyMuseumTickets({ ticketType: 'general', ticketDate }))).toBe(false)
    }
    const counts = await rowsOf(await museum.getSales({ from: first, to: CalendarDate('2030-05-03') }, admin))
    expect(counts.map(({ date, tickets }) => [date, tickets])).toEqual([
      [first, 1],
      [second, 2],
      ['2030-05-03', 1],
    ])
  })

  it('include those of the last date', async () => {
    const { museum, at } = aSellingMuseum()
    at('9999-12-31T12:00:00Z')
    await museum.buyMuseumTickets({ ticketType: 'general', ticketDate: CalendarDate.last })
    const dates = { from: CalendarDate.last, to: CalendarDate.last }
    expect(await rowsOf(await museum.getSales(dates, admin))).toMatchObject([{ date: CalendarDate.last, tickets: 1 }])
  })

  it.each([
    [
      '2030-05-02',
      '2030-05-01',
      'from',
      'start-after-end',
      'must not be after to: 2030-05-02 is after 2030-05-01',
      { from: '2030-05-02', to: '2030-05-01' },
    ],
    [
      '2031-01-01',
      '2032-01-02',
      'to',
      'too-many-days',
      'must be less than 366 days after from: the period has 367 days',
      { days: 367, max: 366 },
    ],
  ])('are refused from %s to %s', async (from, to, member, code, detail, values) => {
    expect(await aMuseum().getSales({ from: CalendarDate(from), to: CalendarDate(to) }, admin)).toEqual({
      refusal: 'validation-failed',
      because: `${member} ${detail}.`,
      faults: [{ member, code, detail, values }],
    })
  })

  it('cover at most 366 days', async () => {
    const dates = { from: CalendarDate('2031-01-01'), to: CalendarDate('2032-01-01') }
    const report = await aMuseum().getSales(dates, admin)
    expect(report).toMatchObject(dates)
    expect(await rowsOf(report)).toEqual([])
  })

  it('are added up for each date from today back to the first one with sales, or until the caller stops it', async () => {
    const moment = Instant(Date.UTC(2030, 4, 3, 10))
    const ports = inMemoryPorts({
      now: () => moment,
      // Days begin at 22:00 UTC.
      startOfDay: (date) => Instant(Date.parse(date) - 2 * 3_600_000),
    })
    const added: (readonly [string, string])[] = []
    const sales: typeof ports.sales = {
      ...ports.sales,
      async storeSums({ from, end }, now) {
        expect(now).toBe(moment)
        added.push([new Date(from).toISOString().slice(0, 13), new Date(end).toISOString().slice(0, 13)])
        return from > Date.UTC(2030, 4, 1)
      },
    }
    const museum = aMuseum({ ...ports, sales })
    await museum.storeSalesSums(async () => true)
    const days = [
      ['2030-05-02T22', '2030-05-03T22'],
      ['2030-05-01T22', '2030-05-02T22'],
      ['2030-04-30T22', '2030-05-01T22'],
    ]
    expect(added).toEqual(days)
    added.length = 0
    await museum.storeSalesSums(async () => added.length < 2)
    expect(added).toEqual(days.slice(0, 2))
  })
})
