import type { OrderFields } from '@museum/client'
import { type PendingRequest, pendingRequests } from './pending-requests.ts'
import { pendingReservations } from './pending-reservations.ts'

/** An order that was sent, and whose response has not arrived; without its items if its purchaser was erased. */
export type PendingOrder = PendingRequest & Readonly<{ order: OrderFields }>

export const pendingOrders = pendingRequests<PendingOrder>('museum.pending-order.', ({ order }) => {
  const { items, total } = (order ?? {}) as Partial<Record<string, unknown>>
  return Array.isArray(items) && (total === undefined || typeof total === 'number')
})

/**
 * At a sign-out: the store then has no data of a purchaser, of any user's orders and reservations. Orders without such data can still be
 * sent again; a reservation has a label.
 */
export const erasePurchasers = (): void => {
  for (const pending of pendingOrders.all()) {
    const { email, phone, payment, total } = pending.order
    if (email !== undefined || phone !== undefined || payment?.reference !== undefined)
      pendingOrders.store({ ...pending, isErased: true, order: { items: [], ...(total !== undefined && { total }) } })
  }
  pendingOrders.eraseDamaged()
  for (const pending of pendingReservations.all()) {
    const { total } = pending.reservation
    const reservation = { items: [], ...(total !== undefined && { total }) }
    pendingReservations.store({ ...pending, isErased: true, reservation })
  }
  pendingReservations.eraseDamaged()
}
