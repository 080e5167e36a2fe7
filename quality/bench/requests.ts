/** The requests of which a load consists. */
import type { Load } from './load.ts'
import { datesOf, firstDay, idOf } from './test-data.ts'

/** What a load sends, apart from the server that it is sent to. */
export type Workload = Pick<
  Load,
  | 'requests'
  | 'bodies'
  | 'paths'
  | 'isKeyed'
  | 'status'
  | 'bodyIncludes'
  | 'connectionRate'
  | 'warmUpSeconds'
  | 'interleaved'
> & {
  headers?: Readonly<Record<string, string>>
}

/** Before every path of the API. */
export const basePath = '/v1.1'

const purchase = (order: object): Load['requests'][number] => ({
  method: 'POST',
  path: `${basePath}/tickets`,
  body: JSON.stringify({ ...order, email: 'visitor@example.org' }),
})
const generalTicket = { ticketType: 'general', ticketDate: datesOf(3, 1_000)[0] }
const generalPurchase = purchase(generalTicket)
/** One for each of ten events, in a database with `events` events. */
const eventPurchases = (events: number) =>
  Array.from({ length: 10 }, (_, n) =>
    purchase({ ticketType: 'event', eventId: idOf('event', n), ticketDate: datesOf(n, events)[0] }),
  )

export const buyGeneralTickets = { requests: [generalPurchase], status: 201 } as const satisfies Workload
/** General tickets of one day. */
export const buyGeneralTicketsOn = (ticketDate: string): Workload => ({
  requests: [purchase({ ...generalTicket, ticketDate })],
  status: 201,
})
export const buyEventTickets = (events: number): Workload => ({ requests: eventPurchases(events), status: 201 })
/** General tickets of these entry times of one day. */
export const buyAtEntryTimes = (times: readonly string[]): Workload => ({
  requests: times.map((entryTime) => purchase({ ...generalTicket, entryTime })),
  status: 201,
})
/** Tickets of event number `n` of 1,000, all for one date. */
export const buyOneEvent = (n: number, status = 201): Workload => ({
  requests: [purchase({ ticketType: 'event', eventId: idOf('event', n), ticketDate: datesOf(n, 1_000)[0] })],
  status,
})
/** One for each of the first `events` of 1,000 events. */
export const buyOfEvents = (events: number): Workload => ({
  requests: Array.from({ length: events }, (_, n) => buyOneEvent(n).requests).flat(),
  status: 201,
})
const order = (...items: readonly object[]): Workload => ({
  requests: [
    { method: 'POST', path: `${basePath}/orders`, body: JSON.stringify({ items, email: 'visitor@example.org' }) },
  ],
  status: 201,
})
const eventTicket = { ticketType: 'event', eventId: idOf('event', 14), ticketDate: datesOf(14, 1_000)[0] }

/** Orders of four tickets each, and purchases of the same tickets one by one. */
export const ordersOfFour: Readonly<Record<string, Readonly<{ orders: Workload; purchases: Workload }>>> = {
  'of general entry': { orders: order({ ...generalTicket, quantity: 4 }), purchases: buyGeneralTickets },
  'of an event and general entry': {
    orders: order({ ...eventTicket, quantity: 2 }, { ...generalTicket, quantity: 2 }),
    purchases: { requests: [purchase(eventTicket), generalPurchase], status: 201 },
  },
}
/** Reservations of the orders of four tickets of an event and general entry. */
export const reserveOfFour: Workload = {
  requests: ordersOfFour['of an event and general entry']!.orders.requests.map(({ method, body }) => ({
    method,
    path: `${basePath}/reservations`,
    body: body!,
  })),
  status: 201,
}
/** Sales of these reservations, each once. */
export const sellReservations = (reservationIds: readonly string[]): Workload => {
  const paths = reservationIds.map((reservationId) => `${basePath}/reservations/${reservationId}/order`)
  return { requests: [{ method: 'POST', path: paths[0]!, body: '{}' }], paths, status: 201 }
}
/** Event and general tickets in turn, of a database with 1,000 events. */
export const buyBothTypes: Workload = {
  requests: eventPurchases(1_000).flatMap((each) => [each, generalPurchase]),
  status: 201,
}

export const get = (...paths: string[]): Workload => ({
  requests: paths.map((path) => ({ method: 'GET', path: `${basePath}${path}` })),
  status: 200,
})
const list = (from: string, page: number) => `/special-events?startDate=${from}&limit=10&page=${page}`

/** Two hundred of 1,000 events. */
export const getEvents = get(...Array.from({ length: 200 }, (_, n) => `/special-events/${idOf('event', n * 5)}`))
/** The first pages from forty dates on. */
export const listEvents = get(...Array.from({ length: 40 }, (_, n) => list(datesOf(n * 10, 1_000)[0], 1)))
/** One page of all events. */
export const getPage = (page: number): Workload => get(list(firstDay, page))
