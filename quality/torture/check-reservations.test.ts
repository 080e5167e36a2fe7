import { describe, expect, it } from '@jest/globals'
import {
  type RequestedReservation,
  type ReservationHistory,
  type StoredReservations,
  checkReservations,
  emptyReservationHistory,
} from './check-reservations.ts'
import type { Attempt } from './history.ts'

const attempt = (status: number, body: object | string = ''): Attempt => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  isReplay: false,
  sentAt: 0,
  receivedAt: 1,
})
const refused = (type: string) => attempt(409, { type: `/problems/${type}` })
const date = '2031-02-03'
const slot = { offer: 'general', date, number: 0 }
const ofEvent = { offer: 'event-1', date, number: 1 }
const created = (reservationId: string, quantity = 2) =>
  attempt(201, { reservationId, state: 'held', items: [{ price: 7.5 }], total: 7.5 * quantity })
const sold = (orderId: string, ...ids: readonly string[]) => ({
  orderId,
  total: 7.5 * ids.length,
  tickets: ids.map((ticketId) => ({ ticketId })),
})
const ticket = (ticketId: string, orderId: string | null, but: object = {}) => ({
  ...slot,
  ticketId,
  orderId,
  price: 750,
  email: '',
  ...but,
})
const request = (label: string, ...attempts: Attempt[]): RequestedReservation => ({
  label,
  items: [{ ticketType: 'general', ticketDate: date, quantity: 2 }],
  isShort: false,
  attempts,
  sales: [],
  releases: [],
})
/** One reservation is held, one sold with fewer tickets, one released, one expired and given back, one refused; an order is sold. */
const right = (): Readonly<{ history: ReservationHistory; stored: StoredReservations }> => {
  const history = emptyReservationHistory()
  history.capacities.set('general', 5)
  history.reservations.push(
    request('held', attempt(0), created('r-held')),
    {
      ...request('sold', created('r-sold')),
      sales: [
        { quantities: [1], attempts: [attempt(201, sold('r-sold', 't-1'))] },
        { attempts: [attempt(200, sold('r-sold', 't-1'))] },
      ],
    },
    {
      ...request('released', created('r-released')),
      releases: [{ attempts: [attempt(200, { state: 'released' })] }],
      sales: [{ attempts: [refused('reservation-ended')] }],
    },
    { ...request('expired', created('r-expired')), isShort: true },
    request('refused', refused('sold-out')),
  )
  history.orders.push({
    email: 'visitor-1@example.org',
    items: [{ ticketType: 'general', ticketDate: date, quantity: 1 }],
    attempts: [attempt(201, sold('order-1', 't-2'))],
  })
  const row = (reservationId: string, state: string, label: string | null, heldUntil = 2_000) => ({
    reservationId,
    state,
    label,
    heldUntil,
  })
  return {
    history,
    stored: {
      now: 1_000,
      reservations: [
        row('r-held', 'held', 'held'),
        row('r-sold', 'sold', null),
        row('r-released', 'released', 'released', 900),
        row('r-expired', 'held', 'expired', 900),
      ],
      heldPlaces: [{ ...slot, reservationId: 'r-held', places: 2, expiresAt: 2_000 }],
      slots: [{ ...slot, sold: 2, held: 2 }],
      tickets: [ticket('t-1', 'r-sold'), ticket('t-2', 'order-1', { email: 'visitor-1@example.org' })],
      orders: [
        { orderId: 'r-sold', ticketIds: ['t-1'], label: 'sold' },
        { orderId: 'order-1', ticketIds: ['t-2'], label: null },
      ],
    },
  }
}
type Right = ReturnType<typeof right>
const find = (change: (all: Right) => Partial<StoredReservations> | void) => {
  const all = right()
  const but = change(all) ?? {}
  return checkReservations(all.history, { ...all.stored, ...but })
}
/** The reservation that is sold. */
const ofSale = 1

describe('checkReservations', () => {
  it('finds nothing where places are held and sold as clients were told', () => {
    expect(find(() => undefined)).toEqual({
      figures: {
        requests: 11,
        tickets: 2,
        reserved: 4,
        refused: 1,
        sold: 1,
        released: 1,
        expired: 1,
        unanswered: 1,
        lost: 0,
        doubled: 0,
        half: 0,
        oversold: 0,
        expected5xx: 0,
        unexpected5xx: 0,
      },
      violations: [],
    })
  })

  it.each<[string, Parameters<typeof find>[0], string]>([
    ['held places without rows', () => ({ heldPlaces: [] }), 'held differs from the rows'],
    [
      'a slot of a removed date that counts places',
      ({ stored }) => ({ slots: [...stored.slots, { ...ofEvent, sold: 0, held: 1 }] }),
      'held differs from the rows',
    ],
    [
      'rows of a slot without a row',
      ({ stored }) => ({
        heldPlaces: [
          { ...stored.heldPlaces[0]!, places: 1 },
          { ...stored.heldPlaces[0]!, ...ofEvent, places: 1 },
        ],
        slots: [{ ...slot, sold: 2, held: 1 }],
      }),
      'held differs from the rows',
    ],
    ['tickets that are not counted', () => ({ slots: [{ ...slot, sold: 1, held: 2 }] }), 'sold differs'],
    [
      'more places than there are',
      ({ history }) => void history.capacities.set('general', 3),
      'sold and held are above the capacity of 3',
    ],
    [
      'a held reservation with tickets',
      ({ stored }) => ({
        reservations: stored.reservations.map((row) =>
          row.reservationId === 'r-sold' ? { ...row, state: 'held' } : row,
        ),
      }),
      'a reservation that is held has tickets',
    ],
    [
      'a released reservation with tickets',
      ({ stored }) => ({
        reservations: stored.reservations.map((row) =>
          row.reservationId === 'r-sold' ? { ...row, state: 'released' } : row,
        ),
      }),
      'a reservation that is released has tickets',
    ],
    [
      'a sold reservation that holds places',
      ({ stored }) => ({
        heldPlaces: [{ ...stored.heldPlaces[0]!, reservationId: 'r-sold' }],
      }),
      'a reservation that is sold holds places',
    ],
    [
      'places of no reservation',
      ({ stored }) => ({ heldPlaces: [{ ...stored.heldPlaces[0]!, reservationId: 'r-other' }] }),
      'places of a reservation that is missing',
    ],
    [
      'places that end at another time',
      ({ stored }) => ({ heldPlaces: [{ ...stored.heldPlaces[0]!, expiresAt: 1_999 }] }),
      'places that are held until another time',
    ],
    [
      'a sold reservation without an order',
      ({ stored }) => ({ orders: stored.orders.slice(1) }),
      'a reservation that is sold has no order',
    ],
    [
      'an order that lacks a ticket',
      ({ stored }) => ({
        orders: [{ ...stored.orders[0]!, ticketIds: ['t-1', 't-3'] }, stored.orders[1]!],
      }),
      'an order whose tickets are others',
    ],
    [
      'a ticket without an order',
      ({ stored }) => ({
        tickets: [...stored.tickets, ticket('t-3', null)],
        slots: [{ ...slot, sold: 3, held: 2 }],
      }),
      'tickets without an order',
    ],
    [
      'a sale that is not stored',
      ({ history }) => {
        const held = history.reservations[0]!
        held.sales.push({ attempts: [attempt(201, sold('r-held', 't-9'))] })
      },
      'a sale of a reservation is not stored',
    ],
    [
      'a sale that is confirmed twice',
      ({ history }) => {
        history.reservations[ofSale]!.sales.push({ attempts: [attempt(201, sold('r-sold', 't-1'))] })
      },
      'a reservation was sold twice',
    ],
    [
      'a sale that is confirmed with other tickets',
      ({ history }) => {
        history.reservations[ofSale]!.sales.push({ attempts: [attempt(200, sold('r-sold', 't-9'))] })
      },
      'confirmed otherwise than it is stored',
    ],
    [
      'a sale with another total',
      ({ history }) => {
        const confirmation = { ...sold('r-sold', 't-1'), total: 8 }
        history.reservations[ofSale]!.sales.push({ attempts: [attempt(200, confirmation)] })
      },
      'another total than its tickets',
    ],
    [
      'a sale at another price',
      ({ stored }) => ({
        tickets: stored.tickets.map((each) => (each.ticketId === 't-1' ? { ...each, price: 990 } : each)),
      }),
      'a sale of a reservation has another total than its tickets',
    ],
    [
      'a sale of more tickets than requested',
      ({ history, stored }) => {
        const [one, other] = history.reservations[ofSale]!.sales
        history.reservations[ofSale]!.sales.splice(0, 2, { ...one!, quantities: [2] }, { ...other!, quantities: [2] })
        return stored
      },
      'a reservation is sold otherwise than it was requested',
    ],
    [
      'a sale of a held reservation that is refused',
      ({ history }) => void history.reservations[0]!.sales.push({ attempts: [refused('reservation-ended')] }),
      'a sale of a held reservation is refused',
    ],
    [
      'a sale that is refused for another reason',
      ({ history }) => void history.reservations[3]!.sales.push({ attempts: [refused('reservation-not-found')] }),
      'a sale that is refused without a reason',
    ],
    [
      'a release that is not stored',
      ({ history }) => void history.reservations[3]!.releases.push({ attempts: [attempt(200, { state: 'released' })] }),
      'a release was answered released and the reservation is held',
    ],
    [
      'a reservation that is not stored',
      ({ history }) => void history.reservations.push(request('other', created('r-other'))),
      'a reservation is not stored',
    ],
    [
      'a reservation that is stored twice',
      ({ stored }) => ({
        reservations: [...stored.reservations, { ...stored.reservations[3]!, reservationId: 'r-2' }],
      }),
      'a reservation is stored twice',
    ],
    [
      'a reservation that is stored although it was refused',
      ({ stored }) => ({
        reservations: [...stored.reservations, { ...stored.reservations[3]!, reservationId: 'r-2', label: 'refused' }],
      }),
      'a reservation was refused and is stored',
    ],
    [
      'a reservation with two identifiers',
      ({ history }) => void history.reservations[0]!.attempts.push(created('r-expired')),
      'a reservation has two identifiers',
    ],
    [
      'a reservation with another total',
      ({ history }) => void history.reservations.splice(0, 1, request('held', created('r-held', 3))),
      'a reservation has another total than its items',
    ],
    [
      'an order that is not stored',
      ({ history }) => {
        const attempts = [attempt(201, sold('order-2', 't-8'))]
        history.orders.push({ ...history.orders[0]!, email: 'visitor-2@example.org', attempts })
      },
      'an order is not stored as it was confirmed',
    ],
    [
      'an order that is stored although it was refused',
      ({ history }) => {
        history.orders.splice(0, 1, { ...history.orders[0]!, attempts: [refused('sold-out')] })
      },
      'an order was refused and is stored',
    ],
    [
      'an order that is stored twice',
      ({ stored }) => ({
        tickets: [...stored.tickets, ticket('t-3', 'order-2', { email: 'visitor-1@example.org' })],
        orders: [...stored.orders, { orderId: 'order-2', ticketIds: ['t-3'], label: null }],
        slots: [{ ...slot, sold: 3, held: 2 }],
      }),
      'an order is stored twice',
    ],
    [
      'a response that says that something is wrong',
      ({ history }) => void history.others.push(attempt(500)),
      'a 5xx without a reason',
    ],
  ])('finds %s', (_, change, fault) => {
    expect(find(change).violations[0]?.fault).toContain(fault)
  })

  it('allows that an attempt is stored whose outcome is unknown, though another one was refused', () => {
    const found = find(({ history }) => {
      history.reservations.splice(3, 1, { ...request('expired', attempt(0), refused('sold-out')), isShort: true })
    })
    expect(found.violations).toEqual([])
  })
})
