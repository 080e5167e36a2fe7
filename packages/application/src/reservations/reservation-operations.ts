import {
  type Instant,
  OnlinePayment,
  Order,
  OrderId,
  type OrderRefusal,
  type PaymentAttention,
  type PurchaseContext,
  type Refusal,
  Reservation,
  type ReservationDraft,
  type ReservationSale,
  isRefusal,
  refuse,
  refuseFaults,
} from '@museum/domain'
import { type Caller, findsShopsAlone, isShop } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import { oncePerKey } from '../idempotency/once-per-key.ts'
import type { ListRequest, Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import { type PaymentSettlement, ProviderUnavailable, providerUnavailable } from '../payments/payment-operations.ts'
import { refuseOnlineMethod } from '../payments/recorded-method.ts'
import { endOfDay } from '../reports.ts'
import { shopClosed, type shopOperations } from '../shop/shop-operations.ts'
import { type SalePreparation, ticketTypesOf } from '../tickets/prepare-sale.ts'
import type { TicketSale } from '../tickets/ticket-repository.ts'
import { findReservation } from './found-by.ts'
import type { DecideReservationChange, ReservationFilter } from './reservation-repository.ts'

/** The order that a reservation has become; `isNew` unless it was sold before. */
export type SoldReservation = Readonly<{ order: Order; isNew: boolean }>

/** A reservation, and its payments that a person must look at. */
type ListedReservation = Reservation & Readonly<{ attention: readonly PaymentAttention[] }>

type SaleRefusal =
  | Refusal<'reservation-not-found'>
  | Refusal<'validation-failed' | 'reservation-ended' | 'total-changed' | 'forbidden' | 'payment-open'>

/**
 * Reserves places, and sells them later at the price of that moment. A reservation is decided and takes its places as an order does; its
 * tickets exist only when it is sold.
 */
export const reservationOperations = (
  ports: MuseumPorts,
  { contextOf, contextsOf, withIdentities, nameOtherTimes }: SalePreparation,
  { provider, close }: PaymentSettlement,
  { isShopOpen }: Pick<ReturnType<typeof shopOperations>, 'isShopOpen'>,
) => {
  const { reservations, orders, idempotencyRecords, now, newId, startOfDay } = ports
  const endOf = (date: Parameters<typeof startOfDay>[0]) => endOfDay(date, startOfDay)
  /** Changes a reservation, and records it. */
  const change = async <R extends Refusal>(
    reservationId: OrderId,
    operation: string,
    caller: Caller,
    decide: (
      current: Reservation,
      at: Instant,
    ) => Readonly<{ state: 'released' }> | Readonly<{ ownLimit: Instant }> | R | undefined,
  ) => {
    if (findsShopsAlone(caller)) {
      const found = await findReservation(ports, reservationId, caller)
      if (isRefusal(found)) return found as Refusal<'reservation-not-found'>
    }
    const decideChange: DecideReservationChange<R> = (current, _, lockedAt) => {
      const decided: ReturnType<typeof decide> | Refusal = decide(current, lockedAt)
      if (decided === undefined || isRefusal(decided)) return decided as R | undefined
      const changed = decided as Exclude<typeof decided, R>
      const subject = { kind: 'reservation', id: reservationId } as const
      const valueOf = ({ ownLimit }: Readonly<{ ownLimit: Instant }>) => ({ until: new Date(ownLimit).toISOString() })
      const values =
        'state' in changed
          ? { before: { state: current.state }, after: { state: changed.state } }
          : { before: valueOf(current), after: valueOf(changed) }
      return { ...changed, entry: recordChange({ now }, caller, subject, operation, values) }
    }
    // No ticket is stored, so that no code can be taken.
    return (await reservations.change(reservationId, decideChange)) as
      | Reservation
      | R
      | Refusal<'reservation-not-found'>
  }

  return {
    /**
     * Reserves places, all or none, and returns the reservation. The refusals are those of `Order.quote`; `validation-failed` also for
     * an end that is not possible, and `shop-closed` for a shop that is closed.
     */
    createReservation: oncePerKey<
      ReservationDraft,
      Reservation,
      OrderRefusal | Refusal<'forbidden' | 'shop-closed'>,
      Caller
    >(idempotencyRecords, async (draft, caller, keyed) => {
      const { items, until } = draft
      const isOfShop = isShop(caller)
      if (isOfShop && until !== undefined)
        return refuse('forbidden', 'The role shop may not give the end of a reservation.')
      if (isOfShop && !(await isShopOpen())) return shopClosed
      const faults = [
        ...Order.faultsOf(draft),
        ...(until === undefined ? [] : Reservation.faultsOfEnd(until, items, now(), endOf)),
      ]
      if (faults.length > 0) return refuseFaults(...faults)
      const orderId = OrderId(newId())
      const common = await contextOf(caller.username)
      let contexts: readonly PurchaseContext[] = []
      const stored = await reservations.add<OrderRefusal>(
        { items, today: common.today, orderId, once: keyed?.request },
        (offered, lockedAt) => {
          contexts = contextsOf(offered, common)
          const reservation = Reservation.hold(orderId, draft, contexts, { now: lockedAt ?? now(), isOfShop })
          if (isRefusal(reservation)) return reservation as OrderRefusal
          return { reservation, renderAnswer: keyed && (() => keyed.render(reservation)) }
        },
      )
      if (!isRefusal(stored)) return stored
      return nameOtherTimes(stored, items, contexts, (withTimes) =>
        Reservation.hold(orderId, draft, withTimes, { now: now(), isOfShop }),
      )
    }),

    /** Returns a part of the reservations that match, by the end of their time. */
    listReservations: async (
      filter: ReservationFilter,
      request: ListRequest<Reservation>,
    ): Promise<Page<ListedReservation>> => {
      const page = await reservations.list(filter, request)
      const at = now()
      const listed = (reservation: Reservation): ListedReservation => ({
        ...reservation,
        attention: reservation.payments.flatMap((payment) => OnlinePayment.attentionOf(payment, at) ?? []),
      })
      return { ...page, items: page.items.map(listed) }
    },

    /**
     * Holds the places of a reservation 15 minutes longer, to at most 60 minutes after it was made; or until the given end, where it was
     * made with one.
     */
    extendReservation: (reservationId: OrderId, until: Instant | undefined, caller: Caller) =>
      change<Refusal<'validation-failed' | 'reservation-ended' | 'forbidden'>>(
        reservationId,
        'extendReservation',
        caller,
        (current, at) => {
          if (isShop(caller) && until !== undefined)
            return refuse('forbidden', 'The role shop may not give the end of a reservation.')
          const ownLimit = Reservation.extend(current, until, at, endOf)
          if (typeof ownLimit !== 'number') return ownLimit
          return ownLimit === current.ownLimit ? undefined : { ownLimit }
        },
      ),

    /**
     * Gives the places of a reservation back, which cannot be undone. Again, and for one that is sold, it changes nothing. An open
     * payment is closed first: one that was paid meanwhile is sold. `payment-provider-unavailable`, and nothing is released, when the
     * provider does not answer.
     */
    releaseReservation: async (reservationId: OrderId, caller: Caller) => {
      const release = () =>
        change<Refusal<'payment-open'>>(reservationId, 'releaseReservation', caller, (current) => {
          if (current.state === 'sold' || current.state === 'released') return undefined
          return OnlinePayment.openOf(current) === undefined ? { state: 'released' } : Reservation.paymentOpen(current)
        })
      const found = await findReservation(ports, reservationId, caller)
      if (isRefusal(found)) return found
      const open = OnlinePayment.openOf(found)
      if (open === undefined || provider === undefined) return release()
      try {
        await close(provider, found, open)
      } catch (error) {
        if (error instanceof ProviderUnavailable) return providerUnavailable
        throw error
      }
      return release()
    },

    /**
     * Sells a reservation at the reserved prices, and returns the order; a reservation that is sold stays as it is. The refusals are
     * those of `Reservation.sell`; `payment-open` while a visitor is paying; `forbidden` for a shop if it costs something.
     */
    sellReservation: async (
      reservationId: OrderId,
      sale: ReservationSale,
      caller: Caller,
    ): Promise<SoldReservation | SaleRefusal> => {
      const found = await findReservation(ports, reservationId, caller)
      if (isRefusal(found)) return found
      if (isShop(caller) && found.total > 0)
        return refuse('forbidden', 'The role shop may sell only what costs nothing.')
      const faults = Reservation.faultsOfQuantities(found, sale)
      if (faults.length > 0) return refuseFaults(...faults)
      const refusal = refuseOnlineMethod(ports, sale.payment?.method, 'payment/method')
      if (refusal !== undefined) return refusal
      const common = await contextOf(caller.username)
      const types = ticketTypesOf(
        found.items.map(({ ticketType, quantity }, n) => ({ ticketType, quantity: sale.quantities?.[n] ?? quantity })),
      )
      let sold: Order | undefined
      const outcome = await withIdentities<Reservation | SaleRefusal>(types, (identities) =>
        reservations.change<SaleRefusal>(reservationId, (current, offered) => {
          sold = undefined
          if (current.state === 'sold') return undefined
          if (OnlinePayment.openOf(current) !== undefined) return Reservation.paymentOpen(current)
          const contexts = contextsOf(offered, common)
          const order = Reservation.sell(current, sale, contexts, identities)
          if (isRefusal(order)) return order
          sold = order
          return { sale: { tickets: order.tickets as TicketSale['tickets'], order } }
        }),
      )
      if (isRefusal(outcome)) return outcome as SaleRefusal
      const order = sold ?? (await orders.find(reservationId))
      if (order === undefined) throw new Error(`reservation ${reservationId} is sold, but there is no such order`)
      return { order, isNew: sold !== undefined }
    },
  }
}
