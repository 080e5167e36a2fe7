import { type OrderId, type Refusal, isRefusal, refuse } from '@museum/domain'
import type { Caller } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import { findReservation } from './found-by.ts'
import type { reservationOperations } from './reservation-operations.ts'

/** How many free orders an e-mail address makes on a date of the museum, of visitors. */
export const maxFreeOrders = 5

/** What visitors order for nothing. */
export const freeOrderOperations = (
  ports: Pick<MuseumPorts, 'reservations' | 'freeOrders' | 'today'>,
  { sellReservation }: Pick<ReturnType<typeof reservationOperations>, 'sellReservation'>,
) => ({
  /**
   * Sells a reservation that costs nothing, as `sellReservation` does; `too-many-orders` for the sixth of an e-mail address on a date of
   * the museum. It is counted before it is sold, so that servers which sell at the same time do not pass the limit together.
   */
  sellFreeReservation: async (
    reservationId: OrderId,
    caller: Caller,
  ): Promise<Awaited<ReturnType<typeof sellReservation>> | Refusal<'too-many-orders'>> => {
    const found = await findReservation(ports, reservationId, caller)
    if (isRefusal(found)) return found
    const email = found.purchaser?.email
    const order = email && { date: ports.today(), email, orderId: reservationId }
    if (order !== undefined && !(await ports.freeOrders.count(order, maxFreeOrders)))
      return refuse('too-many-orders', `At most ${maxFreeOrders} free orders a day are made with an e-mail address.`)
    return sellReservation(reservationId, {}, caller)
  },
})
