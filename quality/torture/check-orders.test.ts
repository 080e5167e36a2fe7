import { describe, expect, it } from '@jest/globals'
import { type StoredOrders, checkLastPlaces, checkOrders } from './check-orders.ts'
import type { StoredTicket } from './ticket-times.ts'
import type { Attempt } from './history.ts'
import { type OrderHistory, type Sale, emptyOrderHistory } from './order-history.ts'

const id = (n: number) => `0194e2a0-0000-7000-8000-${String(n).padStart(12, '0')}`
const [eventId, orderId, otherOrderId] = [id(1), id(2), id(3)]
const date = '2031-05-17'
const [email, otherEmail] = ['visitor-1@example.org', 'visitor-2@example.org']

/** A response 10 ms after its request. */
const at = (sentAt: number, status: number, body: unknown = {}, but: Partial<Attempt> = {}): Attempt => ({
  status,
  body: JSON.stringify(body),
  isReplay: false,
  sentAt,
  receivedAt: sentAt + 10,
  ...but,
})
const problem = (type: string, detail = '') => ({ type: `/problems/${type}`, detail })
const unanswered = (sentAt: number) => at(sentAt, 0, 'ECONNRESET')

/** Two event tickets, of which the second is at half the price. */
const tickets: readonly StoredTicket[] = [
  { n: 11, priceCategory: 'full', price: 1255 },
  { n: 12, priceCategory: 'child', price: 628 },
].map(({ n, priceCategory, price }) => ({
  ticketId: id(n),
  ticketType: 'event',
  ticketDate: date,
  eventId,
  eventName: 'Night',
  occurrenceNumber: 1,
  entryTime: null,
  email,
  confirmationCode: `ticket-event-${n}`,
  price,
  priceCategory,
  orderId,
  isCancelled: false,
  hasOccurrence: true,
}))
const [first, second] = tickets as readonly [StoredTicket, StoredTicket]
const confirmationOf = ({
  ticketId,
  ticketType,
  ticketDate,
  priceCategory,
  price,
  confirmationCode,
}: StoredTicket) => ({
  ticketId,
  ticketType,
  ticketDate,
  eventName: 'Night',
  priceCategory,
  price: price / 100,
  confirmationCode,
})
const answer = { orderId, total: 18.83, currency: 'EUR', tickets: tickets.map(confirmationOf) }
const item = { ticketType: 'event', ticketDate: date, eventId, quantity: 1 } as const
const payment = { method: 'card', reference: 'Receipt 1' }
const order: Sale = {
  kind: 'order',
  email,
  items: [item, { ...item, priceCategory: 'child' }],
  payment,
  attempts: [at(1_000, 201, answer)],
}
const orderRow = { orderId, ticketIds: [id(11), id(12)], payment }

const history = (but: Partial<OrderHistory> = {}): OrderHistory => ({
  ...emptyOrderHistory(
    { prices: { event: 1255, general: 750, percentages: { full: 100, child: 50, guest: 0 } }, generalCapacity: 5 },
    new Map([[eventId, 2]]),
  ),
  sales: [order],
  ...but,
})
const state = (ticket: StoredTicket) => ({
  ticketId: ticket.ticketId,
  state: ticket.isCancelled || !ticket.hasOccurrence ? 'cancelled' : 'valid',
})
const shownOrder = (rows: readonly StoredTicket[], refundDue = 0) => ({
  orderId,
  total: rows.reduce((sum, { price }) => sum + price, 0) / 100,
  refundDue,
  tickets: rows.map(state),
})
/** The report of these tickets. */
const salesOf = ({ tickets: rows, cancellations }: Pick<StoredOrders, 'tickets' | 'cancellations'>) => {
  const isSettled = (row: StoredTicket) =>
    cancellations.some(({ ticketId, settlement }) => ticketId === row.ticketId && settlement !== null)
  const amountOf = (some: readonly StoredTicket[]) => some.reduce((sum, { price }) => sum + price, 0) / 100
  const cancelledRows = rows.filter((row) => state(row).state === 'cancelled')
  const refunded = rows.filter(isSettled)
  return [
    {
      kind: 'sale' as const,
      tickets: rows.length,
      amount: amountOf(rows),
      cancelled: cancelledRows.length,
      cancelledAmount: amountOf(cancelledRows),
    },
    { kind: 'refund' as const, tickets: refunded.length, amount: amountOf(refunded) },
  ]
}
const stored = (but: Partial<StoredOrders> = {}): StoredOrders => ({
  sales: salesOf({ tickets, cancellations: [], ...but }),
  tickets,
  orders: [orderRow],
  cancellations: [],
  audit: [],
  counters: [{ eventId, date, sold: 2, tickets: 2 }],
  availability: [],
  due: [],
  settled: [],
  shown: [shownOrder(tickets)],
  unreadable: [],
  ...but,
})
const nothing = stored({ tickets: [], orders: [], counters: [], shown: [] })
const faultsOf = (recorded: OrderHistory, rows: StoredOrders) =>
  checkOrders(recorded, rows).violations.map(({ fault }) => fault)

/** The first ticket is cancelled, and its refund due. */
const cancelledTickets = [{ ...first, isCancelled: true }, second]
const cancellation = { ticketId: first.ticketId, cause: 'ticket', refund: 'due', settlement: null } as const
const cancelEntry = { operation: 'cancelTicket', id: first.ticketId }
const withCancellation = (but: Partial<StoredOrders> = {}) =>
  stored({
    tickets: cancelledTickets,
    cancellations: [cancellation],
    audit: [cancelEntry],
    counters: [{ eventId, date, sold: 1, tickets: 1 }],
    due: [{ ticketId: first.ticketId, amount: 12.55 }],
    shown: [shownOrder(cancelledTickets, 12.55)],
    ...but,
  })
const cancelled = (but: Partial<OrderHistory> = {}) =>
  history({ ticketCancellations: [{ ticketId: first.ticketId, attempts: [at(2_000, 200)] }], ...but })

/** The refund of the first ticket is settled. */
const [cash, card] = [
  { method: 'cash', reference: 'Receipt 2' },
  { method: 'card', reference: 'Receipt 3' },
]
const settlement = (body: typeof cash, ...attempts: Attempt[]) => ({ ticketId: first.ticketId, body, attempts })
const settledBy = (body: typeof cash, sentAt = 3_000) => settlement(body, at(sentAt, 200, { refund: body }))
const settleEntry = { operation: 'settleRefund', id: first.ticketId }
const withSettlement = (but: Partial<StoredOrders> = {}) =>
  withCancellation({
    cancellations: [{ ...cancellation, refund: 'settled', settlement: cash }],
    audit: [cancelEntry, settleEntry],
    due: [],
    settled: [{ ticketId: first.ticketId, amount: 12.55 }],
    shown: [shownOrder(cancelledTickets)],
    ...but,
  })

/** The date of the tickets was removed. */
const removal = {
  eventId,
  date,
  possible: { from: 2_000, until: 2_100 },
  certain: { from: 2_010, until: 2_090 },
}
const removedTickets = tickets.map((ticket) => ({ ...ticket, hasOccurrence: false }))
const withRemoval = (but: Partial<StoredOrders> = {}) =>
  stored({
    tickets: removedTickets,
    due: tickets.map(({ ticketId, price }) => ({ ticketId, amount: price / 100 })),
    shown: [shownOrder(removedTickets, 18.83)],
    ...but,
  })

describe('the check of orders', () => {
  it.each<[string, OrderHistory, StoredOrders]>([
    ['an order that is stored as it was confirmed', history(), stored()],
    [
      'one whose outcome is unknown, and is stored',
      history({ sales: [{ ...order, attempts: [unanswered(1_000)] }] }),
      stored(),
    ],
    [
      'one whose outcome is unknown, and is not stored',
      history({ sales: [{ ...order, attempts: [unanswered(1_000)] }] }),
      nothing,
    ],
    [
      'one that is repeated with its key',
      history({
        sales: [
          {
            ...order,
            idempotencyKey: 'key',
            attempts: [unanswered(900), at(1_000, 201, answer), at(1_100, 201, answer, { isReplay: true })],
          },
        ],
      }),
      stored(),
    ],
    ['a cancelled ticket', cancelled(), withCancellation()],
    ['a settled refund', cancelled({ settlements: [settledBy(cash)] }), withSettlement()],
    [
      'a second settlement that is refused',
      cancelled({ settlements: [settledBy(cash), settlement(card, at(3_000, 409, problem('refund-settled')))] }),
      withSettlement(),
    ],
    ['a removed date', history({ absences: [removal] }), withRemoval()],
    [
      'a refund that is settled after its date was removed',
      history({ absences: [removal], settlements: [settledBy(cash)] }),
      withRemoval({
        tickets: [{ ...removedTickets[0]!, isCancelled: true }, removedTickets[1]!],
        cancellations: [{ ...cancellation, cause: 'date', refund: 'settled', settlement: cash }],
        audit: [settleEntry],
        due: [{ ticketId: second.ticketId, amount: 6.28 }],
        settled: [{ ticketId: first.ticketId, amount: 12.55 }],
        shown: [shownOrder(removedTickets, 6.28)],
      }),
    ],
    [
      'a refusal since too few places are left',
      history({ sales: [order, { ...order, email: otherEmail, attempts: [at(1_100, 409, problem('sold-out'))] }] }),
      stored(),
    ],
    [
      'a refusal since the order costs another total',
      history({ sales: [{ ...order, total: 1_884, attempts: [at(1_000, 409, problem('total-changed'))] }] }),
      nothing,
    ],
    [
      'a refusal while the event is deleted',
      history({
        sales: [{ ...order, attempts: [at(2_050, 404)] }],
        absences: [{ eventId, possible: removal.possible, certain: removal.certain }],
      }),
      nothing,
    ],
  ])('accepts %s', (_, recorded, rows) => {
    expect(faultsOf(recorded, rows)).toEqual([])
  })

  const attempts = (...all: Attempt[]) => history({ sales: [{ ...order, attempts: all }] })
  const [withoutLast] = [tickets.slice(0, 1)]
  const fewer = { counters: [{ eventId, date, sold: 1, tickets: 1 }], shown: [] }
  const general = {
    ...first,
    ticketType: 'general',
    eventId: null,
    eventName: null,
    occurrenceNumber: null,
    price: 750,
  }
  it.each<[string, OrderHistory, StoredOrders, string[]]>([
    [
      'an unconfirmed order without its last ticket',
      attempts(unanswered(1_000)),
      stored({ tickets: withoutLast, ...fewer }),
      ['half there: 1 of 2 tickets of an order', 'half there: an order whose row does not list exactly its tickets'],
    ],
    [
      'a confirmed order without its last ticket',
      history(),
      stored({ tickets: withoutLast, ...fewer }),
      [
        'half there: 1 of 2 tickets of an order',
        'lost: an order that was confirmed',
        'half there: an order whose row does not list exactly its tickets',
      ],
    ],
    [
      'an order without its row',
      history(),
      stored({ orders: [], shown: [] }),
      ['changed: a payment that is stored otherwise than sent', 'half there: tickets of an order that is not stored'],
    ],
    [
      'an order that lists a ticket less',
      history(),
      stored({ orders: [{ ...orderRow, ticketIds: [id(11)] }], shown: [] }),
      ['half there: an order whose row does not list exactly its tickets'],
    ],
    [
      'an order row without tickets',
      attempts(unanswered(1_000)),
      { ...nothing, orders: [orderRow] },
      ['half there: an order whose row does not list exactly its tickets'],
    ],
    ['a confirmed order that is not stored', history(), nothing, ['lost: an order that was confirmed']],
    [
      'an order that is stored twice',
      attempts(unanswered(1_000), at(1_100, 201, answer)),
      stored({
        tickets: [
          ...tickets,
          ...tickets.map((ticket, n) => ({ ...ticket, ticketId: id(21 + n), orderId: otherOrderId })),
        ],
        orders: [orderRow, { ...orderRow, orderId: otherOrderId, ticketIds: [id(21), id(22)] }],
        counters: [],
      }),
      [
        'doubled: one order, stored or answered several times',
        'changed: stored otherwise than confirmed',
        'oversold: 4 tickets for 2 places',
      ],
    ],
    [
      'two answers to one order',
      attempts(at(1_000, 201, answer), at(1_100, 201, { ...answer, total: 1 }, { isReplay: true })),
      stored(),
      ['doubled: one order, stored or answered several times', 'changed: stored otherwise than confirmed'],
    ],
    [
      'a repetition that is not marked as a replay',
      attempts(at(1_000, 201, answer), at(1_100, 201, answer)),
      stored(),
      ['changed: a repeated sale that is not marked as a replay'],
    ],
    [
      'another total in the response',
      attempts(at(1_000, 201, { ...answer, total: 18.84 })),
      stored(),
      ['changed: stored otherwise than confirmed'],
    ],
    [
      'another code in the response',
      attempts(
        at(1_000, 201, { ...answer, tickets: answer.tickets.map((each) => ({ ...each, confirmationCode: 'x' })) }),
      ),
      stored(),
      ['changed: stored otherwise than confirmed'],
    ],
    [
      'another price in the rows',
      history(),
      stored({ tickets: [first, { ...second, price: 627 }], shown: [] }),
      ['changed: stored otherwise than confirmed', 'changed: stored otherwise than sent'],
    ],
    [
      'another payment in the rows',
      history(),
      stored({ orders: [{ ...orderRow, payment: null }] }),
      ['changed: a payment that is stored otherwise than sent'],
    ],
    [
      'a refused order that is stored',
      history({ sales: [{ ...order, total: 1, attempts: [at(1_000, 409, problem('total-changed'))] }] }),
      stored(),
      [
        'stored, although every response said that nothing was',
        'sold for another total than the visitor was asked for',
      ],
    ],
    [
      'another identifier than that of outcome-unknown',
      history({
        sales: [{ ...order, attempts: [at(1_000, 503, problem('outcome-unknown', `order ${otherOrderId} was sold`))] }],
        outages: [{ from: 0, until: 2_000 }],
      }),
      stored(),
      ['changed: stored under another identifier than outcome-unknown named'],
    ],
    [
      'a refusal although enough places are left',
      attempts(at(1_000, 409, problem('sold-out'))),
      nothing,
      ['refused without a reason'],
    ],
    ['a refusal although the date was not removed', attempts(at(1_000, 400)), nothing, ['refused without a reason']],
    ['a refusal although the event was not deleted', attempts(at(1_000, 404)), nothing, ['refused without a reason']],
    [
      'a sale for a removed date',
      history({
        absences: [{ ...removal, certain: { from: 900, until: 1_100 }, possible: { from: 890, until: 1_110 } }],
      }),
      stored(),
      ['sold for a date that the event did not have'],
    ],
    [
      'tickets that no client requested',
      history({ sales: [] }),
      stored(),
      ['a ticket that no client requested', 'a ticket that no client requested'],
    ],
    [
      'an event with more tickets than places',
      history({ capacities: new Map([[eventId, 1]]) }),
      stored(),
      ['oversold: 2 tickets for 1 places'],
    ],
    [
      'a day with more tickets than places before one was cancelled',
      history({
        generalCapacity: 0,
        sales: [
          {
            kind: 'purchase',
            email,
            items: [{ ticketType: 'general', ticketDate: date, quantity: 1 }],
            attempts: [at(1_000, 201, { ...confirmationOf(general), eventName: undefined })],
          },
        ],
        ticketCancellations: [{ ticketId: first.ticketId, attempts: [at(2_000, 200)] }],
      }),
      withCancellation({
        tickets: [{ ...general, orderId: null, isCancelled: true }],
        orders: [],
        shown: [],
        due: [{ ticketId: first.ticketId, amount: 7.5 }],
      }),
      ['oversold: 1 tickets for 0 places'],
    ],
    [
      'a place that was given back twice',
      cancelled(),
      withCancellation({ counters: [{ eventId, date, sold: 0, tickets: 1 }] }),
      ['a counter that differs from the tickets'],
    ],
    [
      'a ticket whose cancellation is recorded twice',
      cancelled(),
      withCancellation({
        audit: [cancelEntry, { operation: 'cancelOrder', id: orderId, cancelled: [first.ticketId] }],
      }),
      ['2 audit entries of the cancellation of a ticket'],
    ],
    ['a cancellation that is not stored', cancelled(), stored(), ['lost: a cancellation or a settlement']],
    [
      'the cancellation of an order of which one ticket is valid',
      history({ orderCancellations: [{ orderId, attempts: [at(2_000, 200, shownOrder(cancelledTickets))] }] }),
      withCancellation({ audit: [{ operation: 'cancelOrder', id: orderId, cancelled: [first.ticketId] }] }),
      ['lost: a cancellation or a settlement', 'a cancelled order with a ticket that is not'],
    ],
    [
      'a cancellation that is refused',
      cancelled({ orderCancellations: [{ orderId, attempts: [at(2_000, 404)] }] }),
      withCancellation(),
      ['a cancellation refused without a reason'],
    ],
    [
      'a ticket that no request cancelled',
      history(),
      withCancellation(),
      ['cancelled, although no request cancelled it'],
    ],
    [
      'a cancelled ticket without the row of its cancellation',
      cancelled(),
      withCancellation({ cancellations: [], due: [], shown: [] }),
      ['a cancellation without its row, or a row without its cancellation'],
    ],
    [
      'a cancelled ticket that cost something, without a refund',
      cancelled(),
      withCancellation({ cancellations: [{ ...cancellation, refund: null }] }),
      ['a refund in another state than its ticket and its settlement'],
    ],
    [
      'a valid ticket of a removed date',
      history({ absences: [removal] }),
      stored(),
      [
        'left valid: its date or its event was removed after it was sold',
        'left valid: its date or its event was removed after it was sold',
      ],
    ],
    [
      'a cancelled ticket of a date that was not removed',
      history(),
      withRemoval(),
      ['cancelled without a reason: its date was not removed', 'cancelled without a reason: its date was not removed'],
    ],
    [
      'a refund that two clerks settled',
      cancelled({ settlements: [settledBy(cash), settledBy(card)] }),
      withSettlement(),
      ['settled twice: two settlements of one refund were acknowledged', 'changed: another settlement is stored'],
    ],
    [
      'two audit entries of a settlement',
      cancelled({ settlements: [settledBy(cash)] }),
      withSettlement({ audit: [cancelEntry, settleEntry, settleEntry] }),
      ['settled twice: 2 audit entries'],
    ],
    [
      'a settlement without its audit entry',
      cancelled({ settlements: [settledBy(cash)] }),
      withSettlement({ audit: [cancelEntry] }),
      ['0 audit entries of the settlement of a refund'],
    ],
    [
      'a settlement that is not stored',
      cancelled({ settlements: [settledBy(cash)] }),
      withCancellation(),
      ['lost: a settlement'],
    ],
    [
      'a response that shows another settlement',
      cancelled({ settlements: [settlement(cash, at(3_000, 200, { refund: card }))] }),
      withSettlement(),
      ['a response to a settlement that shows another one'],
    ],
    [
      'a refund that is settled although that was refused',
      cancelled({ settlements: [settlement(cash, at(3_000, 409, problem('ticket-not-cancelled')))] }),
      withSettlement(),
      ['settled, although every response said that it was not', 'a settlement refused without a reason'],
    ],
    ['a refund that no request settled', cancelled(), withSettlement(), ['settled, although no request settled it']],
    [
      'a settlement that is refused although no request settled it before',
      cancelled({ settlements: [settlement(cash, at(3_000, 409, problem('refund-settled')))] }),
      withCancellation(),
      ['a settlement refused without a reason'],
    ],
    [
      'a settlement that is refused although something is due',
      cancelled({ settlements: [settlement(cash, at(3_000, 409, problem('nothing-due')))] }),
      withCancellation(),
      ['a settlement refused without a reason'],
    ],
    [
      'a due refund that is not listed',
      cancelled(),
      withCancellation({ due: [] }),
      ['a refund that is not listed as due'],
    ],
    [
      'a due refund with another amount',
      cancelled(),
      withCancellation({ due: [{ ticketId: first.ticketId, amount: 1 }] }),
      ['a refund that is not listed as due'],
    ],
    [
      'a due refund that is listed on two pages',
      cancelled(),
      withCancellation({ due: [first, first].map(({ ticketId }) => ({ ticketId, amount: 12.55 })) }),
      ['a refund that is listed twice as due'],
    ],
    [
      'a valid ticket that is listed as due',
      history(),
      stored({ due: [{ ticketId: first.ticketId, amount: 12.55 }] }),
      ['a refund that is listed as due, and is not'],
    ],
    [
      'a settled refund that is still listed as due',
      cancelled({ settlements: [settledBy(cash)] }),
      withSettlement({ due: [{ ticketId: first.ticketId, amount: 12.55 }] }),
      ['a refund that is listed as due, and is not'],
    ],
    [
      'an order that is shown with another total',
      history(),
      stored({ shown: [{ ...shownOrder(tickets), total: 18.84 }] }),
      ['an order that is shown otherwise than its rows say'],
    ],
    [
      'an order that is shown with another refund',
      cancelled(),
      withCancellation({ shown: [shownOrder(cancelledTickets, 0)] }),
      ['an order that is shown otherwise than its rows say'],
    ],
    [
      'an order that is shown with another state',
      cancelled(),
      withCancellation({ shown: [shownOrder(tickets, 12.55)] }),
      ['an order that is shown otherwise than its rows say'],
    ],
    ...(['tickets', 'amount', 'cancelled', 'cancelledAmount'] as const).map(
      (member): [string, OrderHistory, StoredOrders, string[]] => [
        `a report of sales with other ${member}`,
        history(),
        stored({ sales: salesOf(stored()).map((row) => Object.assign(row, { [member]: 0.01 })) }),
        ['a report of sales that differs from the tickets'],
      ],
    ),
    [
      'a report of sales without refunds',
      cancelled({ settlements: [settledBy(cash)] }),
      withSettlement({ sales: salesOf(withSettlement()).slice(0, 1) }),
      ['a report of sales that differs from the tickets'],
    ],
    [
      'an order that cannot be read',
      history(),
      stored({ unreadable: ['/orders/x'] }),
      ['unreadable: a GET that never succeeded'],
    ],
    ['a 5xx without an outage', attempts(at(900, 500), at(1_000, 201, answer)), stored(), ['a 5xx without a reason']],
    [
      'a response after more than 15 seconds',
      attempts({ ...at(1_000, 201, answer), receivedAt: 16_100 }),
      stored(),
      ['no response within 15000 ms'],
    ],
  ])('finds %s', (_, recorded, rows, faults) => {
    expect(faultsOf(recorded, rows)).toEqual(faults)
  })

  it('counts what it finds', () => {
    const { figures } = checkOrders(cancelled({ settlements: [settledBy(cash), settledBy(card)] }), withSettlement())
    expect(figures).toMatchObject({ requests: 4, orders: 1, tickets: 2, cancelled: 1, settled: 1, settledTwice: 1 })
  })
})

describe('the check of the last places', () => {
  const place = { eventId, ticketDate: date }
  const refused = (quantity: number, told: string): Sale => ({
    ...order,
    items: [{ ...item, quantity }],
    attempts: [at(1_000, 409, problem('sold-out', `must be a date with enough places left: ${date} has ${told}`))],
  })
  const check = (places: number, ...sales: Sale[]) =>
    checkLastPlaces({ capacities: new Map([[eventId, places]]), sales }, { tickets }, place).violations.map(
      ({ fault }) => fault,
    )
  it.each([
    ['that all places are sold', 2, refused(1, 'none')],
    ['fewer places than a refused order has tickets', 3, refused(2, '1')],
    ['more places when the order was refused', 3, refused(4, '3')],
  ])('accepts %s', (_, places, sale) => {
    expect(check(places, sale)).toEqual([])
  })
  it.each([
    ['more tickets than places', 1, refused(1, 'none'), 'oversold: 2 tickets for 1 places'],
    [
      'a refused order that the places would have been enough for',
      4,
      refused(2, '1'),
      'an order for 2 was refused, and 2 places are left',
    ],
    ['a refusal that tells too few places', 3, refused(2, 'none'), 'an order for 2 was told that none are left, 1 are'],
    ['a refusal that tells enough places', 3, refused(2, '2'), 'an order for 2 was told that 2 are left, 1 are'],
  ])('finds %s', (_, places, sale, fault) => {
    expect(check(places, sale)).toContain(fault)
  })
})
