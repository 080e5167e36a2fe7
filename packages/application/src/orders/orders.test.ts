import { describe, expect, it } from '@jest/globals'
import {
  AdmissionId,
  CalendarDate,
  CancellationReason,
  Capacity,
  ConfirmationCode,
  Email,
  EventId,
  Instant,
  type Order,
  type OrderDraft,
  OrderId,
  type OrderItem,
  OrderNumber,
  type OrderRefusal,
  PaymentMethod,
  PaymentReference,
  Price,
  PriceCategoryId,
  Quantity,
  type Ticket,
  TicketId,
  VatRate,
  isRefusal,
} from '@museum/domain'
import { aMuseum, aNewScan, addScan, anActor, anAuditEntry, changeHours, inMemoryPorts } from '@museum/testing'
import { anOrder, aSpecialEvent, exampleId, someDates, somePriceCategories } from '@museum/testing/examples'
import type { Role } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import type { OrderQuery } from './order-operations.ts'
import type { TicketSale } from '../tickets/ticket-repository.ts'

const event = aSpecialEvent()
const otherEvent = aSpecialEvent({ eventId: EventId(exampleId(902)) })
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const item = (quantity: number, but: Partial<OrderItem> = {}): OrderItem => ({
  ticketType: 'event',
  eventId: event.eventId,
  ticketDate: first,
  quantity: Quantity(quantity),
  ...but,
})
const general = (quantity: number, but: Partial<OrderItem> = {}): OrderItem =>
  item(quantity, { ticketType: 'general', eventId: undefined, ...but })
const child = { priceCategory: PriceCategoryId('child') }
const ofOther = { eventId: otherEvent.eventId, ticketDate: second }
const draftOf = (...items: readonly OrderItem[]): OrderDraft => ({ items })
const cash = { method: PaymentMethod('cash') }
const card = { method: PaymentMethod('card'), reference: PaymentReference('0815') }
const unknownOrder = OrderId(exampleId(99_999))
const firstPage = { page: 1, limit: 100 }
const boxOffice = { username: 'till' }

/** A museum with two events, and what its ports have stored and were asked to sell. */
const opened = async (but: Partial<MuseumPorts> = {}) => {
  const base = inMemoryPorts({ generalPrice: Price(1200), ...but })
  const sales: TicketSale[] = []
  const ports: MuseumPorts = {
    ...base,
    tickets: {
      ...base.tickets,
      sell: (wanted, decide) =>
        base.tickets.sell(wanted, (offered) => {
          const sale = decide(offered)
          if ('tickets' in sale) sales.push(sale)
          return sale
        }),
    },
    ...but,
  }
  for (const each of [event, otherEvent]) await ports.specialEvents.add(each, anAuditEntry())
  await ports.priceCategories.replace(
    somePriceCategories,
    () => undefined,
    () => anAuditEntry(),
  )
  const museum = aMuseum(ports)
  const place = async (draft: OrderDraft): Promise<Order> => {
    const order = await museum.placeOrder(draft, { actor: boxOffice })
    if (isRefusal(order)) throw new Error(order.because)
    return order
  }
  const entries = async (operation: string) =>
    (await ports.audit.list({}, firstPage)).items.filter((entry) => entry.operation === operation)
  const soldOn = async (date = first) => {
    const places = await museum.getEventAvailability(event.eventId)
    if (isRefusal(places)) throw new Error(places.because)
    return places.find((each) => each.date === date)?.sold
  }
  const admit = ({ ticketId }: Ticket, n = 0) =>
    addScan(ports.admissions, aNewScan(n, { ticketId, admissionId: AdmissionId(exampleId(5_000 + n)) }))
  return { ports, museum, sales, place, entries, soldOn, admit }
}
const faultsOf = (outcome: Order | OrderRefusal) =>
  isRefusal(outcome)
    ? [outcome.refusal, ...(outcome.faults ?? []).map(({ member, code }) => `${member} ${code}`)]
    : outcome

describe('the receipts of an order', () => {
  it('are that of its sale, and one for each refund, with the museum and the rates of tax of the sale', async () => {
    const profile = { museumName: 'Museum of Clocks', address: '1 Clock Lane', vatId: 'CHE-123' }
    const { museum, place } = await opened({ ...profile, vatRate: VatRate(810), eventVatRate: VatRate(1_900) })
    const order = await place({ ...draftOf(item(2), general(1)), payment: cash })
    expect(order.vatRates).toEqual({ general: 810, event: 1_900 })
    const [ticket] = order.tickets
    await museum.cancelTicket(ticket!.ticketId, undefined, anActor)
    const dueOnly = await museum.getReceipts(order.orderId)
    expect(dueOnly).toMatchObject({ receipts: [{ kind: 'sale' }] })
    await museum.settleRefund(ticket!.ticketId, card, anActor)
    expect(await museum.getReceipts(order.orderId)).toMatchObject({
      order: { orderId: order.orderId },
      museum: { name: 'Museum of Clocks', address: '1 Clock Lane', vatId: 'CHE-123' },
      receipts: [
        { kind: 'sale', total: order.total, taxes: [{ rate: 810 }, { rate: 1_900 }] },
        { kind: 'refund', total: -1_990, payment: card, taxes: [{ rate: 1_900, amount: -1_990 }] },
      ],
    })
    expect(await museum.getReceipts(unknownOrder)).toMatchObject({ refusal: 'order-not-found' })
  })

  it('name the usual museum where none is given, and no tax', async () => {
    const { museum, place } = await opened({ museumName: undefined })
    const order = await place(draftOf(general(1)))
    expect('vatRates' in order).toBe(false)
    const receipts = await museum.getReceipts(order.orderId)
    expect(receipts).toMatchObject({ museum: { name: 'The Museum' }, receipts: [{ taxes: [] }] })
  })
})

describe('placing an order', () => {
  it('gives its tickets one time of sale', async () => {
    let moment = Date.UTC(2030, 4, 1, 10)
    const { place } = await opened({ now: () => Instant((moment += 1)) })
    const { soldAt, tickets } = await place(draftOf(item(2), general(1), item(1, ofOther)))
    expect(new Set(tickets.map((ticket) => ticket.soldAt))).toEqual(new Set([soldAt]))
  })

  it('sells its tickets in the order of the items, with ascending ticketIds, and stores the payment', async () => {
    const { museum, sales, soldOn } = await opened()
    const order = await museum.placeOrder(
      { ...draftOf(item(2), general(1, child), item(1, ofOther)), payment: card, total: 2 * 1990 + 600 + 1990 },
      { actor: boxOffice },
    )
    if (isRefusal(order)) throw new Error(order.because)
    expect(order).toMatchObject({ total: 6570, currency: 'EUR', soldBy: 'till', payment: card })
    expect(order.tickets.map(({ ticketType, ticketDate, price }) => [ticketType, ticketDate, price])).toEqual([
      ['event', first, 1990],
      ['event', first, 1990],
      ['general', first, 600],
      ['event', second, 1990],
    ])
    const ids = order.tickets.map(({ ticketId }) => ticketId)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    for (const { confirmationCode, ticketType, orderId } of order.tickets) {
      expect(confirmationCode).toMatch(new RegExp(`^ticket-${ticketType}-`))
      expect(orderId).toBe(order.orderId)
    }
    expect(await museum.getOrder(order.orderId)).toEqual({ order, refunds: new Map() })
    expect(await soldOn()).toBe(2)
    expect(sales).toHaveLength(1)
  })

  it('needs no actor', async () => {
    const { museum } = await opened()
    const order = await museum.placeOrder(draftOf(item(1)))
    expect(order).not.toHaveProperty('soldBy')
    expect(order).toMatchObject({ total: 1990 })
  })

  it('is decided on its events and the hours as they are, also when they have changed since an earlier order', async () => {
    const { ports, museum, place, sales } = await opened()
    await place(draftOf(item(1), general(1), item(1, ofOther)))
    // Another server changes the price of one event.
    await aMuseum(ports).updateSpecialEvent(otherEvent.eventId, { price: Price(500) }, anActor)
    const order = await place(draftOf(item(1), general(1), item(1, ofOther)))
    expect(order.tickets.map(({ price }) => price)).toEqual([1990, 1200, 500])
    expect(sales).toHaveLength(2)
    await changeHours(ports.museumHours, { date: first, hours: 'closed' })
    expect(faultsOf(await museum.placeOrder(draftOf(item(1), general(1))))).toEqual([
      'museum-closed',
      'items/1/ticketDate museum-closed',
    ])
    await aMuseum(ports).deleteSpecialEvent(otherEvent.eventId, anActor)
    expect(faultsOf(await museum.placeOrder(draftOf(item(1), item(1, ofOther))))).toEqual([
      'event-not-found',
      'items/1/eventId unknown-event',
    ])
    expect((await place(draftOf(item(1)))).total).toBe(1990)
  })

  it('draws other codes for all its tickets when one is taken, at most five times', async () => {
    const base = inMemoryPorts()
    const codes: string[][] = []
    let taken = 4
    const { museum } = await opened({
      ...base,
      tickets: {
        ...base.tickets,
        sell: async (wanted, decide) => {
          codes.push(wanted.identities.map(({ confirmationCode }) => confirmationCode))
          taken -= 1
          return taken >= 0
            ? { refusal: 'confirmation-code-taken', because: ConfirmationCode('ticket-event-taken') }
            : base.tickets.sell(wanted, decide)
        },
      },
    })
    expect(await museum.placeOrder(draftOf(item(2)))).toMatchObject({ total: 2 * 1990 })
    expect(new Set(codes.flat()).size).toBe(10)
    taken = 5
    await expect(museum.placeOrder(draftOf(item(2)))).rejects.toThrow('5 confirmation codes')
  })

  it('is refused with all faults of all items, and sells nothing', async () => {
    const { museum, sales } = await opened()
    const past = { ticketDate: CalendarDate('2030-04-30') }
    expect(
      faultsOf(
        await museum.placeOrder(
          draftOf(item(1, past), item(2), general(1, { priceCategory: PriceCategoryId('senior') })),
        ),
      ),
    ).toEqual([
      'validation-failed',
      'items/0/ticketDate date-in-the-past',
      'items/0/ticketDate event-not-on-that-date',
      'items/2/priceCategory unknown-price-category',
    ])
    expect(faultsOf(await museum.placeOrder(draftOf()))).toEqual(['validation-failed', 'items no-items'])
    expect(sales).toEqual([])
  })

  it('is refused with event-not-found alone, at the item', async () => {
    const { museum, sales } = await opened()
    const unknown = EventId(exampleId(9_999))
    expect(faultsOf(await museum.placeOrder(draftOf(general(1), item(1), item(1, { eventId: unknown }))))).toEqual([
      'event-not-found',
      'items/2/eventId unknown-event',
    ])
    expect(sales).toEqual([])
  })

  it('is refused with total-changed when the visitor was asked for another total, and sells nothing', async () => {
    const { museum, soldOn } = await opened()
    const draft = draftOf(item(2), item(1, child))
    expect(await museum.placeOrder({ ...draft, total: 4000 })).toEqual({
      refusal: 'total-changed',
      because: 'The order costs 49.75 EUR.',
      values: { total: 49.75, currency: 'EUR' },
    })
    expect(await soldOn()).toBe(0)
    expect(await museum.placeOrder({ ...draft, total: 4975 })).toMatchObject({ total: 4975 })
    // The total is that of the current price, also when the cached snapshot has another.
    await museum.updateSpecialEvent(event.eventId, { price: Price(1000) }, anActor)
    expect(await museum.placeOrder({ ...draft, total: 2500 })).toMatchObject({ total: 2500 })
    expect(await museum.placeOrder({ ...draft, total: 4975 })).toMatchObject({ because: 'The order costs 25.00 EUR.' })
    expect(await soldOn()).toBe(6)
  })

  it('is refused with sold-out at each item that does not fit, with the places left, and sells nothing', async () => {
    const { museum, soldOn } = await opened()
    await museum.setEventCapacity(event.eventId, Capacity(4), anActor)
    await museum.setGeneralEntryCapacity(Capacity(1), anActor)
    await museum.placeOrder(draftOf(item(1)))
    const outcome = await museum.placeOrder(
      draftOf(item(2), general(2), item(2, child), item(3, { ticketDate: second }), item(4, ofOther)),
    )
    expect(faultsOf(outcome)).toEqual(['sold-out', 'items/1/ticketDate sold-out', 'items/2/ticketDate sold-out'])
    expect(outcome).toMatchObject({
      faults: [{ detail: expect.stringContaining('has 1') }, { detail: expect.stringContaining('has 3') }],
    })
    expect(await soldOn()).toBe(1)
    expect(await museum.placeOrder(draftOf(item(2), general(1), item(1, child)))).toMatchObject({
      orderId: expect.any(String),
    })
    expect(faultsOf(await museum.placeOrder(draftOf(general(1), item(1), item(1))))).toEqual([
      'sold-out',
      'items/0/ticketDate sold-out',
      'items/1/ticketDate sold-out',
      'items/2/ticketDate sold-out',
    ])
    expect(await soldOn()).toBe(4)
  })
})

describe('placing an order under a key', () => {
  const render = ({ orderId, tickets }: Order) => JSON.stringify([orderId, tickets.length])
  const keyed = (idempotencyKey: string, fingerprint = 'f') => ({
    actor: boxOffice,
    once: { idempotencyKey, fingerprint, render },
  })

  it('sells once, and returns the first response again', async () => {
    const { museum, soldOn, sales } = await opened()
    const draft = draftOf(item(2), general(1))
    const outcome = await museum.placeOrder(draft, keyed('a'))
    expect(outcome).toEqual({ response: expect.any(String), replayed: false })
    if (isRefusal(outcome)) throw new Error(outcome.because)
    const [orderId, tickets] = JSON.parse(outcome.response) as [OrderId, number]
    expect(tickets).toBe(3)
    expect(await museum.getOrder(orderId)).toMatchObject({ order: { soldBy: 'till' } })
    expect(await museum.placeOrder(draft, keyed('a'))).toEqual({ ...outcome, replayed: true })
    expect(await museum.placeOrder(draft, keyed('a', 'g'))).toMatchObject({
      refusal: 'idempotency-key-reused',
    })
    expect(await soldOn()).toBe(2)
    expect(sales).toHaveLength(1)
    expect(await museum.placeOrder(draft, keyed('b'))).toMatchObject({ replayed: false })
    expect(await soldOn()).toBe(4)
  })

  it('is refused as without a key, and the key stays free', async () => {
    const { museum } = await opened()
    await museum.setEventCapacity(event.eventId, Capacity(1), anActor)
    expect(await museum.placeOrder(draftOf(item(2)), keyed('a'))).toMatchObject({
      refusal: 'sold-out',
      faults: [{ member: 'items/0/ticketDate' }],
    })
    expect(await museum.placeOrder(draftOf(item(1)), keyed('a'))).toMatchObject({ replayed: false })
  })

  it('sells once when the same request arrives several times at once', async () => {
    const { museum, soldOn } = await opened()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => museum.placeOrder(draftOf(item(2)), keyed('a'))))
    expect(outcomes.filter((outcome) => 'replayed' in outcome && !outcome.replayed)).toHaveLength(1)
    expect(new Set(outcomes.map((outcome) => (isRefusal(outcome) ? outcome.refusal : outcome.response))).size).toBe(1)
    expect(await soldOn()).toBe(2)
  })
})

describe('cancelling an order', () => {
  const reason = CancellationReason('The visitor is ill.')

  it('cancels its open tickets, gives their places back, and audits who did it, and why', async () => {
    const { museum, place, entries, soldOn, admit } = await opened()
    const { orderId, tickets } = await place(draftOf(item(3), general(1)))
    await admit(tickets[0]!)
    await museum.cancelTicket(tickets[1]!.ticketId, undefined, anActor)
    const outcome = await museum.cancelOrder(orderId, reason, boxOffice)
    if (isRefusal(outcome)) throw new Error(outcome.because)
    expect(outcome.order.tickets.map(({ state }) => state)).toEqual(['admitted', 'cancelled', 'cancelled', 'cancelled'])
    expect([...outcome.refunds.keys()]).toEqual(tickets.slice(1).map(({ ticketId }) => ticketId))
    expect(outcome.refunds.get(tickets[2]!.ticketId)).toMatchObject({ cancellation: { cause: 'ticket', reason } })
    expect(outcome.refunds.get(tickets[1]!.ticketId)?.cancellation).not.toHaveProperty('reason')
    expect(await museum.getOrder(orderId)).toEqual(outcome)
    expect(await soldOn()).toBe(1)
    expect(await entries('cancelOrder')).toMatchObject([
      {
        actor: 'till',
        subject: { kind: 'order', id: orderId },
        before: null,
        after: { cancelled: tickets.slice(2).map(({ ticketId }) => ticketId), reason },
      },
    ])
    expect(await museum.cancelOrder(orderId, undefined, boxOffice)).toEqual(outcome)
    expect(await entries('cancelOrder')).toHaveLength(1)
  })

  it('needs no reason', async () => {
    const { museum, place, entries } = await opened()
    const { orderId, tickets } = await place(draftOf(item(1)))
    await museum.cancelOrder(orderId, undefined, anActor)
    const [entry] = await entries('cancelOrder')
    expect(entry!.after).toEqual({ cancelled: [tickets[0]!.ticketId] })
  })

  it('is refused with ticket-admitted when every ticket was used, and changes nothing', async () => {
    const { museum, place, entries, soldOn, admit } = await opened()
    const { orderId, tickets } = await place(draftOf(item(2)))
    for (const [n, ticket] of tickets.entries()) await admit(ticket, n)
    expect(await museum.cancelOrder(orderId, reason, anActor)).toMatchObject({ refusal: 'ticket-admitted' })
    expect(await soldOn()).toBe(2)
    expect(await entries('cancelOrder')).toEqual([])
  })

  it('is refused with order-not-found for an unknown order, which cannot be read either', async () => {
    const { museum } = await opened()
    const notFound = { refusal: 'order-not-found', because: `There is no order ${unknownOrder}.` }
    expect(await museum.cancelOrder(unknownOrder, undefined, anActor)).toEqual(notFound)
    expect(await museum.getOrder(unknownOrder)).toEqual(notFound)
  })
})

describe('changing an order that was sold', () => {
  const reason = CancellationReason('wrong date')
  const cash = { method: PaymentMethod('cash') }
  const paid = async () => {
    const museum = await opened()
    return { ...museum, ...(await museum.place({ ...draftOf(item(2), general(1)), payment: card })) }
  }

  it('undoes it: cancels every ticket, settles the refunds as it was paid, and audits both at once', async () => {
    const { museum, entries, soldOn, orderId, tickets } = await paid()
    const undone = await museum.reverseOrder(orderId, { reason }, boxOffice)
    if (isRefusal(undone)) throw new Error(undone.because)
    expect(undone.order.tickets.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    for (const { ticketId } of tickets)
      expect(undone.refunds.get(ticketId)?.cancellation).toMatchObject({
        reason,
        settlement: { method: 'card', settledBy: 'till' },
      })
    expect(await museum.getOrder(orderId)).toEqual(undone)
    expect(await soldOn()).toBe(0)
    const ids = tickets.map(({ ticketId }) => ticketId)
    expect(await entries('reverseOrder')).toMatchObject([
      { actor: 'till', before: null, after: { cancelled: ids, refunded: ids, method: 'card', reason } },
    ])
    expect(await museum.reverseOrder(orderId, { reason }, boxOffice)).toEqual(undone)
    expect(await entries('reverseOrder')).toHaveLength(1)
  })

  it('settles all that is due at once, once', async () => {
    const { museum, entries, orderId, tickets } = await paid()
    await museum.cancelTicket(tickets[1]!.ticketId, undefined, boxOffice)
    await museum.cancelTicket(tickets[2]!.ticketId, undefined, boxOffice)
    const refunded = await museum.refundOrder(orderId, card, boxOffice)
    if (isRefusal(refunded)) throw new Error(refunded.because)
    expect([...refunded.refunds.values()].map(({ cancellation }) => cancellation.settlement)).toMatchObject([
      card,
      card,
    ])
    expect(await museum.refundOrder(orderId, card, boxOffice)).toEqual(refunded)
    expect(await museum.refundOrder(orderId, cash, boxOffice)).toMatchObject({ refusal: 'nothing-due' })
    expect(await entries('refundOrder')).toMatchObject([
      { before: null, after: { refunded: tickets.slice(1).map(({ ticketId }) => ticketId), method: 'card' } },
    ])
    expect((await entries('refundOrder'))[0]!.after).not.toHaveProperty('cancelled')
  })

  it('corrects the payment, and audits the methods without the references', async () => {
    const { museum, entries, orderId } = await paid()
    expect(await museum.correctOrderPayment(orderId, cash, boxOffice)).toMatchObject({ order: { payment: cash } })
    expect(await museum.getOrder(orderId)).toMatchObject({ order: { payment: cash } })
    await museum.correctOrderPayment(orderId, cash, boxOffice)
    expect(await entries('correctOrderPayment')).toMatchObject([
      { before: { method: 'card' }, after: { method: 'cash' } },
    ])
  })

  it('corrects the address of all tickets, and audits that without the addresses', async () => {
    const { museum, entries, place } = await opened()
    const [wrong, right] = [{ email: Email('vistor@example.org') }, { email: Email('visitor@example.org') }]
    const { orderId } = await place({ ...draftOf(item(2)), purchaser: wrong })
    for (const again of [1, 2]) {
      const corrected = await museum.correctOrderAddress(orderId, right, boxOffice)
      expect([again, corrected]).toMatchObject([
        again,
        { order: { tickets: [{ purchaser: right }, { purchaser: right }] } },
      ])
      expect(await museum.getOrder(orderId)).toEqual(corrected)
    }
    const corrections = await entries('correctOrderAddress')
    expect(corrections).toMatchObject([{ actor: 'till', subject: { kind: 'order', id: orderId } }])
    expect(JSON.stringify(corrections)).not.toContain('example.org')
    await museum.erasePurchaserData(right.email, boxOffice)
    expect(await museum.correctOrderAddress(orderId, right, boxOffice)).toMatchObject({ refusal: 'no-address' })
  })

  it('corrects no payment of an order that was undone', async () => {
    const { museum, entries, orderId } = await paid()
    await museum.reverseOrder(orderId, {}, boxOffice)
    expect(await museum.correctOrderPayment(orderId, cash, boxOffice)).toMatchObject({ refusal: 'order-refunded' })
    expect(await museum.getOrder(orderId)).toMatchObject({ order: { payment: card } })
    expect(await entries('correctOrderPayment')).toEqual([])
  })

  it('is too late to undo it, or to correct its payment, when the day of its sale is over', async () => {
    let moment = Date.UTC(2030, 4, 1, 10)
    const { museum, place, soldOn } = await opened({ now: () => Instant(moment) })
    const { orderId } = await place({ ...draftOf(item(1)), payment: card })
    moment += 86_400_000
    expect(await museum.reverseOrder(orderId, {}, boxOffice)).toMatchObject({ refusal: 'too-late-to-reverse' })
    expect(await museum.correctOrderPayment(orderId, cash, boxOffice)).toMatchObject({ refusal: 'too-late-to-correct' })
    expect(await soldOn()).toBe(1)
  })

  it('is refused with order-not-found for an unknown order', async () => {
    const { museum } = await opened()
    for (const outcome of [
      museum.reverseOrder(unknownOrder, {}, boxOffice),
      museum.refundOrder(unknownOrder, cash, boxOffice),
      museum.correctOrderPayment(unknownOrder, cash, boxOffice),
      museum.correctOrderAddress(unknownOrder, { email: Email('visitor@example.org') }, boxOffice),
    ])
      expect(await outcome).toMatchObject({ refusal: 'order-not-found' })
  })
})

describe('listing orders', () => {
  const day = 86_400_000
  /** Orders of two sellers: of the first of May, of a month before, and of today, the second of May. */
  const withOrders = async () => {
    let moment = Date.UTC(2030, 3, 1, 10)
    const museum = await opened({ now: () => Instant(moment), generalPrice: Price(1200) })
    const ids: OrderId[] = []
    for (const [days, username] of [
      [0, 'till'],
      [30, 'till'],
      [0, 'other'],
      [1, 'till'],
      [0, 'other'],
    ] as const) {
      moment += days * day + 1
      const purchaser = { email: Email(`${username}@example.org`) }
      const order = await museum.museum.placeOrder({ ...draftOf(general(1)), purchaser }, { actor: { username } })
      if (isRefusal(order)) throw new Error(order.because)
      ids.push(order.orderId)
    }
    const list = async (query: OrderQuery = {}, role: Role = 'box-office') => {
      const listed = await museum.museum.listOrders(query, firstPage, { username: 'till', role })
      return isRefusal(listed) ? listed : listed.items.map(({ order }) => ids.indexOf(order.orderId))
    }
    return { ...museum, ids, list }
  }
  const may = (n: number) => CalendarDate(`2030-05-0${n}`)

  it('has those that the caller has sold today, also for an administrator', async () => {
    const { list } = await withOrders()
    expect(await list()).toEqual([3])
    expect(await list({}, 'admin')).toEqual([3])
  })

  it('has those of other days and, for an administrator, of another seller', async () => {
    const { list } = await withOrders()
    expect(await list({ from: may(1) })).toEqual([3, 1])
    expect(await list({ to: may(1) })).toEqual([1])
    expect(await list({ from: may(1), to: may(1) })).toEqual([1])
    expect(await list({ soldBy: 'till' })).toEqual([3])
    expect(await list({ soldBy: 'other' }, 'admin')).toEqual([4])
    expect(await list({ soldBy: 'other', from: may(1) }, 'admin')).toEqual([4, 2])
    expect(await list({ soldBy: 'other' })).toMatchObject({ refusal: 'forbidden' })
  })

  it('has at most 31 dates, the fault at the first', async () => {
    const { list } = await withOrders()
    expect(await list({ from: CalendarDate('2030-04-02') })).toEqual([3, 1])
    expect(await list({ from: CalendarDate('2030-04-01') })).toMatchObject({
      refusal: 'validation-failed',
      faults: [
        {
          member: 'from',
          code: 'too-many-days',
          detail: 'must be less than 31 days before to: the period has 32 days',
        },
      ],
    })
    expect(await list({ from: may(2), to: may(1) })).toMatchObject({ faults: [{ code: 'start-after-end' }] })
  })

  it('finds those of every seller and day by number and by address', async () => {
    const { ids, list } = await withOrders()
    expect(await list({ number: OrderNumber.of(ids[2]!) })).toEqual([2])
    const email = Email('OTHER@example.org')
    expect(await list({ email })).toEqual([4, 2])
    expect(await list({ email, to: may(1) })).toEqual([2])
    expect(await list({ email, soldBy: 'till' })).toEqual([])
    expect(await list({ email, soldBy: 'other' })).toEqual([4, 2])
    expect(await list({ email: Email('till@example.org'), from: CalendarDate('2030-04-02') })).toEqual([3, 1])
  })

  it('has the refunds of the orders', async () => {
    const { museum, ids } = await withOrders()
    await museum.cancelOrder(ids[3]!, undefined, boxOffice)
    const listed = await museum.listOrders({}, firstPage, { username: 'till', role: 'box-office' })
    if (isRefusal(listed)) throw new Error(listed.because)
    expect([...listed.items[0]!.refunds.values()]).toMatchObject([{ cancellation: { cause: 'ticket' } }])
    expect(listed.total).toBe(1)
  })
})

describe('refunds', () => {
  /** A museum with a clock that can be set, from 1 May 2030 on. */
  const withClock = async () => {
    let now = Instant(Date.UTC(2030, 4, 1, 10))
    const museum = await opened({ now: () => now })
    return { ...museum, setDate: (date: string) => (now = Instant(Date.parse(`${date}T10:00:00Z`))) }
  }
  const list = async ({ museum }: Awaited<ReturnType<typeof opened>>, state: 'due' | 'settled' = 'due') =>
    (await museum.listRefunds({ state }, firstPage)).items.map(({ ticket }) => ticket.ticketId)

  it('are due for cancelled tickets, and are found by them', async () => {
    const all = await withClock()
    const { museum, place } = all
    const { orderId, tickets } = await place({ ...draftOf(item(2), general(1)), payment: cash })
    expect(await museum.findRefunds(tickets)).toEqual(new Map())
    await museum.cancelTicket(tickets[2]!.ticketId, CancellationReason('ill'), anActor)
    await museum.deleteSpecialEvent(event.eventId, anActor)
    const { items, total } = await museum.listRefunds({ state: 'due', date: first }, firstPage)
    expect(total).toBe(3)
    expect(items.map(({ ticket, cancellation, payment }) => [ticket.ticketId, cancellation.cause, payment])).toEqual(
      tickets.map(({ ticketId, ticketType }) => [ticketId, ticketType === 'event' ? 'event' : 'ticket', cash]),
    )
    expect(await museum.listRefunds({ state: 'due', eventId: event.eventId }, { page: 2, limit: 1 })).toMatchObject({
      items: [{ ticket: { ticketId: tickets[1]!.ticketId } }],
      total: 2,
    })
    const found = await museum.getOrder(orderId)
    if (isRefusal(found)) throw new Error(found.because)
    expect([...found.refunds]).toMatchObject(
      found.order.tickets.map((ticket, n) => [
        ticket.ticketId,
        { ticket, cancellation: { cause: n === 2 ? 'ticket' : 'event' } },
      ]),
    )
    expect(await museum.findRefunds(found.order.tickets)).toEqual(found.refunds)
    await museum.restoreSpecialEvent(event.eventId, anActor)
    expect(await list(all)).toEqual([tickets[2]!.ticketId])
  })

  it('are not due for tickets of a date that was removed after it had passed', async () => {
    const all = await withClock()
    const { museum, place, setDate } = all
    const [before, after] = [await place(draftOf(item(1))), await place(draftOf(item(1, { ticketDate: second })))]
    setDate('2030-05-18')
    await museum.deleteSpecialEvent(event.eventId, anActor)
    expect(await list(all)).toEqual([after.tickets[0]!.ticketId])
    const [past] = before.tickets
    const found = await museum.getOrder(before.orderId)
    expect(found).toMatchObject({ order: { tickets: [{ state: 'cancelled' }] }, refunds: new Map() })
    expect(await museum.settleRefund(past!.ticketId, cash, anActor)).toMatchObject({ refusal: 'nothing-due' })
    // By itself, it can be cancelled at any time.
    await museum.cancelTicket(past!.ticketId, undefined, anActor)
    expect(await museum.settleRefund(past!.ticketId, cash, anActor)).toMatchObject({
      cancellation: { settlement: cash },
    })
  })

  it('are settled with the payment, the time and the user, and audited without the reference', async () => {
    const all = await withClock()
    const { museum, place, setDate, entries } = all
    const { tickets, orderId } = await place(draftOf(item(2)))
    await museum.cancelOrder(orderId, undefined, anActor)
    setDate('2030-05-02')
    const [{ ticketId }, other] = tickets as unknown as readonly [Ticket, Ticket]
    const outcome = await museum.settleRefund(ticketId, card, boxOffice)
    const settlement = { ...card, settledAt: Date.UTC(2030, 4, 2, 10), settledBy: 'till' }
    expect(outcome).toMatchObject({ ticket: { ticketId, state: 'cancelled' }, cancellation: { settlement } })
    setDate('2030-05-03')
    expect(await museum.settleRefund(ticketId, card, anActor)).toEqual(outcome)
    expect(await museum.settleRefund(ticketId, cash, anActor)).toMatchObject({ refusal: 'refund-settled' })
    expect(await entries('settleRefund')).toMatchObject([
      { actor: 'till', subject: { kind: 'ticket', id: ticketId }, before: null, after: { method: 'card' } },
    ])
    expect((await entries('settleRefund'))[0]!.after).toEqual({ method: 'card' })
    expect([await list(all), await list(all, 'settled')]).toEqual([[other.ticketId], [ticketId]])
    const { refunds } = (await museum.getOrder(orderId)) as Exclude<
      Awaited<ReturnType<typeof museum.getOrder>>,
      { refusal: unknown }
    >
    expect([...refunds.keys()]).toEqual([ticketId, other.ticketId])
    expect(refunds.get(ticketId)).toEqual(outcome)
    expect(refunds.get(other.ticketId)!.cancellation).not.toHaveProperty('settlement')
  })

  it('cannot be settled for a valid, a free, or an unknown ticket', async () => {
    const { museum, place, entries } = await opened({ generalPrice: Price(0) })
    const { tickets } = await place(draftOf(item(1), general(1)))
    await museum.cancelTicket(tickets[1]!.ticketId, undefined, anActor)
    const unknown = TicketId(exampleId(99_999))
    expect(await museum.settleRefund(tickets[0]!.ticketId, cash, anActor)).toMatchObject({
      refusal: 'ticket-not-cancelled',
    })
    expect(await museum.settleRefund(tickets[1]!.ticketId, cash, anActor)).toMatchObject({ refusal: 'nothing-due' })
    expect(await museum.settleRefund(unknown, cash, anActor)).toMatchObject({ refusal: 'ticket-not-found' })
    expect(await entries('settleRefund')).toEqual([])
  })

  it('keep the ticket of a deleted event cancelled once they are settled', async () => {
    const all = await withClock()
    const { museum, soldOn } = all
    const alone = await museum.buyMuseumTickets(anOrder({ ticketType: 'event', eventId: event.eventId }))
    const kept = await museum.buyMuseumTickets(anOrder({ ticketType: 'event', eventId: event.eventId }))
    if (isRefusal(alone) || isRefusal(kept)) throw new Error('refused')
    await museum.updateSpecialEvent(event.eventId, { dates: someDates('2030-05-18') }, anActor)
    expect(await museum.settleRefund(alone.ticketId, cash, anActor)).toMatchObject({ cancellation: { cause: 'date' } })
    await museum.deleteSpecialEvent(event.eventId, anActor)
    expect(await list(all)).toEqual([kept.ticketId])
    await museum.restoreSpecialEvent(event.eventId, anActor)
    expect(await museum.getTicket(alone.ticketId)).toMatchObject({ state: 'cancelled' })
    expect(await soldOn(second)).toBe(0)
    expect(await list(all, 'settled')).toEqual([alone.ticketId])
  })
})
