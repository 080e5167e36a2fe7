import { describe, expect, it } from '@jest/globals'
import type { AvailabilityOfDate } from './check-entry-times.ts'
import { type StoredOrders, checkOrders } from './check-orders.ts'
import type { StoredTicket } from './ticket-times.ts'
import { type EntryTimeChange, type EntryTimeSettings, initialSettings } from './entry-time-periods.ts'
import type { Attempt } from './history.ts'
import { type OrderHistory, type Sale, type SaleItem, emptyOrderHistory } from './order-history.ts'

const id = (n: number) => `0194e2a0-0000-7000-8000-${String(n).padStart(12, '0')}`
const eventId = id(1)
const date = '2031-05-17'

/** A response 10 ms after its request. */
const at = (sentAt: number, status: number, body: object = {}): Attempt => ({
  status,
  body: JSON.stringify(body),
  isReplay: false,
  sentAt,
  receivedAt: sentAt + 10,
})
const problem = (type: string, ...codes: string[]) => ({
  type: `/problems/${type}`,
  errors: codes.map((code) => ({ pointer: '#/entryTime', code })),
})

const general: SaleItem = { ticketType: 'general', ticketDate: date, entryTime: '10:00', quantity: 1 }
const session: SaleItem = { ...general, ticketType: 'event', eventId }
const { entryTime: _, ...allDay } = general

/** The ticket of a purchase, with the number `n`. */
const ticketOf = (n: number, item: SaleItem, but: Partial<StoredTicket> = {}): StoredTicket => ({
  ticketId: id(n),
  ticketType: item.ticketType,
  ticketDate: date,
  eventId: item.eventId ?? null,
  eventName: null,
  occurrenceNumber: item.eventId === undefined ? null : 1,
  entryTime: item.entryTime ?? null,
  email: `visitor-${n}@example.org`,
  confirmationCode: `ticket-${n}`,
  price: 0,
  priceCategory: 'full',
  orderId: null,
  isCancelled: false,
  hasOccurrence: true,
  ...but,
})
/** A purchase with the number `n`, which by default is answered 201. */
const purchaseOf = (n: number, item: SaleItem, ...attempts: Attempt[]): Sale => {
  const { ticketId, ticketType, ticketDate, confirmationCode } = ticketOf(n, item)
  const sold = at(1_000 + n, 201, { ticketId, ticketType, ticketDate, confirmationCode })
  return {
    kind: 'purchase',
    email: `visitor-${n}@example.org`,
    items: [item],
    attempts: attempts.length > 0 ? attempts : [sold],
  }
}
const soldAt = (n: number, item: SaleItem, sentAt: number) => {
  const [attempt] = purchaseOf(n, item).attempts
  return purchaseOf(n, item, { ...attempt!, sentAt, receivedAt: sentAt + 10 })
}

const twoTimes: EntryTimeSettings = { ...initialSettings, rule: { times: ['10:00', '12:00'], length: 60 }, capacity: 2 }
const onlyNoon: EntryTimeSettings = { ...twoTimes, rule: { times: ['12:00'], length: 60 } }
const change = (settings: EntryTimeSettings, ...attempts: Attempt[]): EntryTimeChange => ({
  settings,
  attempts,
  unconfirmed: [],
})
const unconfirmed = (settings: EntryTimeSettings, ...attempts: Attempt[]): EntryTimeChange => ({
  settings,
  attempts,
  unconfirmed: attempts,
})
/** From before all sales. */
const first = change(twoTimes, at(0, 200))

type Case = Readonly<{
  sales?: readonly Sale[]
  tickets?: readonly StoredTicket[]
  /** After the first one. */
  changes?: readonly EntryTimeChange[]
  changesOfEvent?: readonly EntryTimeChange[]
  history?: Partial<OrderHistory>
  stored?: Partial<StoredOrders>
}>
const faultsOf = ({ sales = [], tickets = [], changes = [], changesOfEvent = [], history = {}, stored = {} }: Case) => {
  const prices = { event: 0, general: 0, percentages: { full: 100 } }
  const recorded: OrderHistory = {
    ...emptyOrderHistory({ prices, generalCapacity: 5 }, new Map([[eventId, 5]])),
    entryTimes: new Map([
      ['general', [first, ...changes]],
      [eventId, [first, ...changesOfEvent]],
    ]),
    sales: [...sales],
    ...history,
  }
  const rows: StoredOrders = {
    tickets,
    orders: [],
    cancellations: [],
    audit: [],
    counters: [],
    availability: [],
    due: [],
    settled: [],
    shown: [],
    sales: [
      {
        kind: 'sale',
        tickets: tickets.length,
        amount: 0,
        cancelled: tickets.filter(({ isCancelled, hasOccurrence }) => isCancelled || !hasOccurrence).length,
      },
    ],
    unreadable: [],
    ...stored,
  }
  return checkOrders(recorded, rows).violations.map(({ fault }) => fault)
}
const sold = (item: SaleItem, numbers: readonly number[]): Case => ({
  sales: numbers.map((n) => purchaseOf(n, item)),
  tickets: numbers.map((n) => ticketOf(n, item)),
})
const refused = (item: SaleItem, refusal: object, status = 400, sentAt = 2_000): Case => ({
  sales: [purchaseOf(9, item, at(sentAt, status, refusal))],
})
const available = (places: Readonly<{ capacity: number; sold: number; available: number }>) => places
const shown = (...availability: AvailabilityOfDate[]): Pick<Case, 'stored'> => ({ stored: { availability } })
const shownGeneral = (generalEntry: AvailabilityOfDate['generalEntry']) => shown({ date, generalEntry, events: [] })
/** That of one ticket for ten o'clock. */
const oneSold = {
  capacity: 4,
  sold: 1,
  available: 3,
  entryTimes: [
    { entryTime: '10:00', ...available({ capacity: 2, sold: 1, available: 1 }) },
    { entryTime: '12:00', ...available({ capacity: 2, sold: 0, available: 2 }) },
  ],
}
const cancelled = (n: number, sentAt: number): Case => ({
  history: { ticketCancellations: [{ ticketId: id(n), attempts: [at(sentAt, 200)] }] },
  stored: {
    cancellations: [{ ticketId: id(n), cause: 'ticket', refund: null, settlement: null }],
    audit: [{ operation: 'cancelTicket', id: id(n) }],
  },
})

describe('the check of entry times', () => {
  it.each<[string, Case]>([
    ['as many tickets as places', sold(general, [1, 2])],
    ['as many tickets as places of a session', sold(session, [1, 2])],
    [
      'a ticket after another one was cancelled',
      {
        ...cancelled(1, 1_500),
        sales: [soldAt(1, general, 1_000), soldAt(2, general, 1_100), soldAt(3, general, 1_600)],
        tickets: [ticketOf(1, general, { isCancelled: true }), ticketOf(2, general), ticketOf(3, general)],
      },
    ],
    [
      'more tickets than places since the capacity was lowered',
      { ...sold(general, [1, 2]), changes: [change({ ...twoTimes, capacity: 1 }, at(2_000, 200))] },
    ],
    [
      'more tickets while the capacity is lowered',
      { ...sold(general, [1, 2]), changes: [change({ ...twoTimes, capacity: 1 }, at(1_005, 200))] },
    ],
    [
      'more tickets after the capacity may have been raised',
      { ...sold(general, [1, 2, 3]), changes: [change({ ...twoTimes, capacity: 3 }, at(500, 0))] },
    ],
    [
      'any number of tickets without a capacity',
      { ...sold(general, [1, 2, 3]), changes: [change({ ...twoTimes, capacity: null }, at(500, 200))] },
    ],
    [
      'a ticket for an exception with more places',
      {
        ...sold(general, [1, 2, 3]),
        changes: [
          change(
            {
              ...twoTimes,
              exceptions: [
                { date, capacity: 1 },
                { weekday: 'saturday', entryTime: '10:00', capacity: 3 },
              ],
            },
            at(500, 200),
          ),
        ],
      },
    ],
    [
      'a ticket that is sold while its entry time is taken away',
      { ...sold(general, [1]), changes: [change(onlyNoon, at(1_005, 200))] },
    ],
    [
      'a ticket whose entry time is taken away later',
      { ...sold(session, [1]), changesOfEvent: [change(onlyNoon, at(2_000, 200))] },
    ],
    [
      'a ticket for an entry time that may have been given back',
      { ...sold(general, [1]), changes: [change(onlyNoon, at(100, 200)), change(twoTimes, at(200, 0))] },
    ],
    [
      'a ticket without an entry time on a date without',
      { ...sold(allDay, [1]), changes: [change(initialSettings, at(500, 200))] },
    ],
    [
      'a ticket without an entry time on an open date on which no time falls',
      {
        ...sold(allDay, [1]),
        changes: [change({ ...twoTimes, hours: { [date]: { timeOpen: '14:00', timeClose: '15:00' } } }, at(500, 200))],
      },
    ],
    [
      'a refusal since too few places are left',
      {
        ...sold(general, [1, 2]),
        sales: [...sold(general, [1, 2]).sales!, ...refused(general, problem('sold-out'), 409).sales!],
      },
    ],
    [
      'a refusal while the capacity may be lowered',
      {
        ...sold(general, [1]),
        sales: [...sold(general, [1]).sales!, ...refused(general, problem('sold-out'), 409).sales!],
        changes: [change({ ...twoTimes, capacity: 1 }, at(1_500, 0))],
      },
    ],
    ['a refusal without an entry time', refused(allDay, problem('validation-failed', 'entry-time-required'))],
    [
      'a refusal of another entry time',
      refused({ ...general, entryTime: '11:00' }, problem('validation-failed', 'not-an-entry-time')),
    ],
    [
      'a refusal of an entry time without a rule',
      {
        ...refused(general, problem('validation-failed', 'no-entry-times')),
        changes: [change(initialSettings, at(500, 200))],
      },
    ],
    [
      'a refusal on a closed day',
      {
        ...refused(general, problem('museum-closed', 'museum-closed')),
        changes: [change({ ...twoTimes, hours: { [date]: null } }, at(500, 200))],
      },
    ],
    [
      'a change that is refused since tickets are sold',
      { ...sold(general, [1]), changes: [unconfirmed(onlyNoon, at(2_000, 409, problem('tickets-are-sold')))] },
    ],
    [
      'a closed day that is refused since tickets are sold',
      {
        ...sold(session, [1]),
        history: {
          entryTimes: new Map([
            [
              'general',
              [unconfirmed({ ...twoTimes, hours: { [date]: null } }, at(2_000, 409, problem('tickets-are-sold')))],
            ],
            [eventId, [first]],
          ]),
        },
      },
    ],
    [
      'a change that takes away nothing that is sold',
      { ...sold({ ...general, entryTime: '12:00' }, [1]), changes: [unconfirmed(onlyNoon, at(2_000, 200))] },
    ],
    [
      'a change of a deleted event',
      {
        history: {
          entryTimes: new Map([[eventId, [change(onlyNoon, at(2_000, 404))]]]),
          absences: [{ eventId, possible: { from: 1_990, until: 2_100 }, certain: { from: 1_995, until: 2_100 } }],
        },
      },
    ],
    ['the availability of a date', { ...sold(general, [1]), ...shownGeneral(oneSold) }],
    [
      'the availability by the last change or the one before it',
      { ...sold(general, [1]), ...shownGeneral(oneSold), changes: [change(onlyNoon, at(2_000, 0))] },
    ],
    [
      'the availability of a closed day',
      { ...shownGeneral(null), changes: [change({ ...twoTimes, hours: { [date]: null } }, at(500, 200))] },
    ],
    [
      'the availability of a session',
      {
        ...sold(session, [1]),
        ...shown({
          date,
          generalEntry: {
            ...oneSold,
            sold: 0,
            available: 4,
            entryTimes: oneSold.entryTimes.map((each) => ({ ...each, sold: 0, available: 2 })),
          },
          events: [{ eventId, ...oneSold }],
        }),
      },
    ],
  ])('accepts %s', (_, given) => {
    expect(faultsOf(given)).toEqual([])
  })

  it.each<[string, Case, ...string[]]>([
    ['more tickets than places', sold(general, [1, 2, 3]), 'oversold: 3 tickets for 2 places'],
    ['more tickets of a session than places', sold(session, [1, 2, 3]), 'oversold: 3 tickets for 2 places'],
    [
      'more tickets than the capacity of the exception',
      {
        ...sold(general, [1, 2]),
        changes: [change({ ...twoTimes, exceptions: [{ entryTime: '10:00', capacity: 1 }] }, at(500, 200))],
      },
      'oversold: 2 tickets for 1 places',
    ],
    [
      'a ticket that is sold after the capacity was lowered',
      {
        sales: [soldAt(1, general, 1_000), soldAt(2, general, 2_000)],
        tickets: [1, 2].map((n) => ticketOf(n, general)),
        changes: [change({ ...twoTimes, capacity: 1 }, at(1_500, 200))],
      },
      'oversold: 2 tickets for 1 places',
    ],
    [
      'an unconfirmed ticket more than places',
      {
        sales: [1, 2].map((n) => purchaseOf(n, general)).concat(purchaseOf(3, general, at(1_003, 0))),
        tickets: [1, 2, 3].map((n) => ticketOf(n, general)),
      },
      'oversold: 3 tickets for 2 places',
    ],
    [
      'a refusal although places of the entry time are left',
      {
        ...sold(general, [1]),
        sales: [...sold(general, [1]).sales!, ...refused(general, problem('sold-out'), 409).sales!],
      },
      'refused without a reason',
    ],
    [
      'a refusal since another entry time is full',
      {
        ...sold({ ...general, entryTime: '12:00' }, [1, 2]),
        sales: [
          ...sold({ ...general, entryTime: '12:00' }, [1, 2]).sales!,
          ...refused(general, problem('sold-out'), 409).sales!,
        ],
      },
      'refused without a reason',
    ],
    [
      'a sale after its entry time was taken away',
      { ...sold(general, [1]), changes: [change(onlyNoon, at(900, 200))] },
      'sold for an entry time that its date did not have',
    ],
    [
      'a sale after its session was taken away',
      { ...sold(session, [1]), changesOfEvent: [change(initialSettings, at(900, 200))] },
      'sold for an entry time that its date did not have',
    ],
    [
      'a sale on a day that was closed before',
      { ...sold(general, [1]), changes: [change({ ...twoTimes, hours: { [date]: null } }, at(900, 200))] },
      'sold for an entry time that its date did not have',
    ],
    [
      'a sale without an entry time on a date with entry times',
      sold(allDay, [1]),
      'sold for an entry time that its date did not have',
    ],
    [
      'a ticket with another entry time than was sent',
      { ...sold(general, [1]), tickets: [ticketOf(1, general, { entryTime: '12:00' })] },
      'changed: stored otherwise than sent',
    ],
    [
      'a ticket without the entry time that was sent',
      { ...sold(general, [1]), tickets: [ticketOf(1, allDay)] },
      'sold for an entry time that its date did not have',
      'changed: stored otherwise than sent',
    ],
    [
      'a ticket with an entry time, although none was sent',
      { ...sold(allDay, [1]), tickets: [ticketOf(1, general)], changes: [change(initialSettings, at(500, 200))] },
      'sold for an entry time that its date did not have',
      'changed: stored otherwise than sent',
    ],
    [
      'a required entry time although the date has none',
      {
        ...refused(allDay, problem('validation-failed', 'entry-time-required')),
        changes: [change(initialSettings, at(500, 200))],
      },
      'refused without a reason',
    ],
    [
      'a refusal of an entry time that the date has',
      refused(general, problem('validation-failed', 'not-an-entry-time')),
      'refused without a reason',
    ],
    [
      'a refusal as without a rule although there is one',
      refused(general, problem('validation-failed', 'no-entry-times')),
      'refused without a reason',
    ],
    [
      'a refusal as closed on an open day',
      refused(general, problem('museum-closed', 'museum-closed')),
      'refused without a reason',
    ],
    [
      'a change that is refused although no ticket is sold',
      { changes: [unconfirmed(onlyNoon, at(2_000, 409, problem('tickets-are-sold')))] },
      'a change of entry times refused without a reason',
    ],
    [
      'a change that is refused for a ticket of another entry time',
      {
        ...sold({ ...general, entryTime: '12:00' }, [1]),
        changes: [unconfirmed(onlyNoon, at(2_000, 409, problem('tickets-are-sold')))],
      },
      'a change of entry times refused without a reason',
    ],
    [
      'a confirmed change that is refused',
      { ...sold(general, [1]), changes: [change(onlyNoon, at(2_000, 409, problem('tickets-are-sold')))] },
      'a change of entry times refused without a reason',
    ],
    [
      'a change that is refused as of a deleted event',
      { changesOfEvent: [change(onlyNoon, at(2_000, 404))] },
      'a change of entry times refused without a reason',
    ],
    [
      'an entry time of a ticket that is taken away without confirm',
      { ...sold(general, [1]), changes: [unconfirmed(onlyNoon, at(2_000, 200))] },
      'entry times of sold tickets taken away without confirm',
    ],
    [
      'a session of a ticket that is taken away without confirm',
      { ...sold(session, [1]), changesOfEvent: [unconfirmed(initialSettings, at(2_000, 200))] },
      'entry times of sold tickets taken away without confirm',
    ],
    [
      'a day of a ticket that is closed without confirm',
      { ...sold(general, [1]), changes: [unconfirmed({ ...twoTimes, hours: { [date]: null } }, at(2_000, 200))] },
      'entry times of sold tickets taken away without confirm',
    ],
    [
      'an availability with another number of tickets',
      { ...sold(general, [1]), ...shownGeneral({ ...oneSold, sold: 2 }) },
      'an availability that differs from the tickets or the last change',
    ],
    [
      'an availability with the tickets of another entry time',
      { ...sold({ ...general, entryTime: '12:00' }, [1]), ...shownGeneral(oneSold) },
      'an availability that differs from the tickets or the last change',
    ],
    [
      'an availability without the last change',
      { ...sold(general, [1]), ...shownGeneral(oneSold), changes: [change(onlyNoon, at(2_000, 200))] },
      'an availability that differs from the tickets or the last change',
    ],
    [
      'the availability of a day that is closed',
      {
        ...sold(general, [1]),
        ...shownGeneral(oneSold),
        changes: [change({ ...twoTimes, hours: { [date]: null } }, at(2_000, 200))],
      },
      'an availability that differs from the tickets or the last change',
    ],
    [
      'an entry time whose places were given back twice',
      {
        ...sold(general, [1]),
        stored: { counters: [{ eventId: null, date, entryTime: '10:00', sold: 0, tickets: 1 }] },
      },
      'a counter that differs from the tickets',
    ],
  ])('finds %s', (_, given, ...faults) => {
    expect([...new Set(faultsOf(given))]).toEqual(faults)
  })

  it('finds an order that is confirmed with another entry time than it is stored with', () => {
    const ticket = ticketOf(1, general, { orderId: id(5) })
    const { ticketId, ticketType, ticketDate, confirmationCode, priceCategory } = ticket
    const confirmation = { ticketId, ticketType, ticketDate, confirmationCode, priceCategory, price: 0 }
    const confirmed = (entryTime: string) =>
      faultsOf({
        sales: [
          {
            ...purchaseOf(
              1,
              general,
              at(1_000, 201, { orderId: id(5), total: 0, tickets: [{ ...confirmation, entryTime }] }),
            ),
            kind: 'order',
          },
        ],
        tickets: [ticket],
        stored: {
          orders: [{ orderId: id(5), ticketIds: [ticketId], payment: null }],
          shown: [{ orderId: id(5), total: 0, refundDue: 0, tickets: [{ ticketId, state: 'valid', entryTime }] }],
        },
      })
    expect(confirmed('10:00')).toEqual([])
    expect(confirmed('12:00')).toEqual([
      'changed: stored otherwise than confirmed',
      'an order that is shown otherwise than its rows say',
    ])
  })
})
