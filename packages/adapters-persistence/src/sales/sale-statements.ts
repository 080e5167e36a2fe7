import type { IdempotencyRecord, NewReservation, TicketSale, WantedTickets } from '@museum/application'
import type { Reservation, Ticket } from '@museum/domain'
import type { CompiledQuery, Kysely } from 'kysely'
import { compiledForEachCount, type Engine } from '@museum/database'
import type { MuseumTables } from '../database/museum-tables.ts'
import { recordRowOf } from '../idempotency/kysely-idempotency-record-repository.ts'
import { type SoldOrder, orderRowOf } from '../orders/order-rows.ts'
import { heldPlacesStatements } from '../places/held-places.ts'
import { heldPlacesOf, reservationRowOf } from '../reservations/reservation-rows.ts'
import { rowOf } from '../tickets/ticket-rows.ts'
import { deletionsFor } from './summed-sales.ts'

/** A sale or a reservation that is to be stored, and the request under whose key it was made. */
export type Accepted = (TicketSale | NewReservation) & Pick<WantedTickets, 'once'>

/**
 * Returns the statements that store sales, which are compiled once for each number of rows. `lockedAt` is the time at which their
 * slots were locked, in seconds since 1970, by the clock of the database.
 */
export const saleStatements = (kysely: Kysely<MuseumTables>, engine: Engine) => {
  const { now } = engine
  const { insertHeldPlaces } = heldPlacesStatements(kysely, engine)
  const insertTickets = compiledForEachCount(
    (tickets: readonly Ticket[]) => tickets.map(rowOf).flatMap((row) => Object.values(row)),
    (tickets) => kysely.insertInto('museum_ticket').values(tickets.map(rowOf)).compile(),
  )
  const insertRecords = compiledForEachCount(
    (records: readonly IdempotencyRecord[]) => records.map(recordRowOf).flatMap((row) => Object.values(row)),
    (records) =>
      kysely
        .insertInto('idempotency_record')
        .values(records.map((record) => ({ ...recordRowOf(record), recorded_at: now })))
        .compile(),
  )
  const insertOrders = compiledForEachCount(
    (orders: readonly SoldOrder[]) => orders.map(orderRowOf).flatMap((row) => Object.values(row)),
    (orders) => kysely.insertInto('museum_order').values(orders.map(orderRowOf)).compile(),
  )
  const insertReservations = compiledForEachCount(
    (reservations: readonly Reservation[]) => reservations.map(reservationRowOf).flatMap((row) => Object.values(row)),
    (reservations) => kysely.insertInto('reservation').values(reservations.map(reservationRowOf)).compile(),
  )
  return (sales: readonly Accepted[], lockedAt: number): readonly CompiledQuery[] => {
    const tickets = sales.flatMap((sale) => ('tickets' in sale ? sale.tickets : []))
    const reservations = sales.flatMap((sale) => ('reservation' in sale ? sale.reservation : []))
    const records = sales.flatMap(({ once, renderAnswer }) =>
      once === undefined ? [] : { ...once, answer: renderAnswer!() },
    )
    const orders = sales.filter(isOrder)
    return [
      ...(records.length > 0 ? [insertRecords(records)] : []),
      ...(orders.length > 0 ? [insertOrders(orders)] : []),
      ...(reservations.length > 0 ? [insertReservations(reservations)] : []),
      ...(reservations.length > 0 ? [insertHeldPlaces(reservations.flatMap(heldPlacesOf))] : []),
      ...(tickets.length > 0 ? [insertTickets(tickets)] : []),
      ...deletionsFor(
        kysely,
        tickets.flatMap(({ soldAt }) => soldAt ?? []),
        1_000 * lockedAt,
      ),
    ]
  }
}

const isOrder = (sale: Accepted): sale is SoldOrder => 'order' in sale && sale.order !== undefined
