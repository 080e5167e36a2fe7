import { type OrderId, type Refusal, Reservation } from '@museum/domain'
import { type Caller, findsShopsAlone } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'

type Ports = Pick<MuseumPorts, 'reservations'>

/** A reservation in its current state; a shop finds those of shops. */
export const findReservation = async (
  { reservations }: Ports,
  reservationId: OrderId,
  caller: Caller | undefined,
): Promise<Reservation | Refusal<'reservation-not-found'>> => {
  const found = await reservations.find(reservationId)
  return found === undefined || (findsShopsAlone(caller) && !found.isOfShop)
    ? Reservation.notFound(reservationId)
    : found
}

/** Whether a caller may see an order and its tickets: a shop sees only those that shops have sold, which were all reserved before. */
export const isFoundBy = async (
  { reservations }: Ports,
  orderId: OrderId | undefined,
  caller: Caller | undefined,
): Promise<boolean> =>
  !findsShopsAlone(caller) || (orderId !== undefined && (await reservations.find(orderId))?.isOfShop === true)
