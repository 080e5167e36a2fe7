import type {
  DecideReservation,
  DecideReservationChange,
  OfferedItem,
  ReservationRepository,
  TicketSale,
} from '@museum/application'
import {
  CalendarDate,
  type OrderId,
  type Refusal,
  Reservation,
  type ReservationDraft,
  type ReservationSale,
  type TicketIdentity,
  isRefusal,
} from '@museum/domain'
import { aPurchaseContext } from '../examples/index.ts'

const contextsOf = (offered: readonly OfferedItem[]) =>
  offered.map((item) => aPurchaseContext({ ...item, soldBy: 'desk' }))

/** The arguments of `ReservationRepository.add` for a reservation, which is decided by the rules of the domain. */
export const aReservation = (
  reservationId: OrderId,
  draft: ReservationDraft,
): [Parameters<ReservationRepository['add']>[0], DecideReservation<Refusal>] => [
  { items: draft.items, today: CalendarDate.first, orderId: reservationId },
  (offered, lockedAt) => {
    const at = { now: lockedAt!, isOfShop: false }
    const reservation = Reservation.hold(reservationId, draft, contextsOf(offered), at)
    return isRefusal(reservation) ? reservation : { reservation }
  },
]

/** What `ReservationRepository.change` is given to sell a reservation, with an identity for each of its tickets. */
export const aReservationSale =
  (newIdentity: () => TicketIdentity, sale: ReservationSale = {}): DecideReservationChange<Refusal> =>
  (current, offered) => {
    const identities = current.items.flatMap(({ quantity }) => Array.from({ length: quantity }, newIdentity))
    const order = Reservation.sell(current, sale, contextsOf(offered), identities)
    return isRefusal(order) ? order : { sale: { tickets: order.tickets as TicketSale['tickets'], order } }
  }
