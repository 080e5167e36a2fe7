import { type Instant, type Reservation, type Ticket, comparableEmail } from '@museum/domain'
import { Erasure, type PurchaserDataFilter, type PurchaserDataRepository } from '@museum/application'
import { type InMemoryStore, currentTicket } from './in-memory-store.ts'

export const inMemoryPurchaserDataRepository = (store: InMemoryStore): PurchaserDataRepository => {
  const { tickets, audit } = store
  const matching = (filter: PurchaserDataFilter) => [...tickets.values()].filter((ticket) => matches(ticket, filter))
  return {
    async count(filter, today) {
      const found = matching(filter).map((ticket) => currentTicket(store, ticket))
      const upcoming = found.filter(({ state, ticketDate }) => state === 'valid' && ticketDate >= today)
      return { tickets: found.length, upcoming: upcoming.length, reservations: namedReservations(store, filter).length }
    },
    async erase(filter, entryOf, options = {}) {
      for (const [messageId, recipient] of store.mail.recipients)
        if (
          'email' in filter
            ? comparableEmail(recipient) === comparableEmail(filter.email)
            : ticketsOfMail(store, messageId)?.every(
                (ticket) => ticket === undefined || ticket.ticketDate < filter.before,
              )
        )
          store.mail.recipients.delete(messageId)
      if ('email' in filter)
        store.mail.requests = store.mail.requests.filter(({ email }) => email !== comparableEmail(filter.email))
      const named = options.isAborted?.() ? [] : namedReservations(store, filter)
      for (const { erase } of named) erase()
      let erased = 0
      while (!options.isAborted?.()) {
        const some = matching(filter).slice(0, Erasure.maxTicketsAtOnce)
        if (some.length === 0) break
        for (const { purchaser: _, ...ticket } of some) tickets.set(ticket.ticketId, ticket as Ticket)
        for (const ticket of some) eraseReasonsAndReferences(store, ticket)
        erased += some.length
        options.onProgress?.(erased)
      }
      // The port has to be asynchronous, but here nothing else runs in between.
      const count = { tickets: erased, reservations: named.length }
      if (erased + named.length > 0) audit.add(entryOf(count))
      return { ...count, isOverwritten: true }
    },
  }
}

/**
 * The reservations whose data match, and the orders without an address whose label does; each with a function that erases the data.
 */
const namedReservations = (store: InMemoryStore, filter: PurchaserDataFilter) => {
  const { reservations, orders, tickets, audit, now } = store
  const ofReservations = [...reservations].flatMap(([reservationId, { reservation, holds }]) => {
    const { purchaser: _, label: __, ...unnamed } = reservation
    const erase = () => {
      reservations.set(reservationId, { reservation: unnamed, holds })
      audit.eraseReasons([reservationId])
    }
    return isNamedReservation(reservation, filter, now()) ? { erase } : []
  })
  const ofOrders = [...orders].flatMap(([orderId, { label, ...unlabelled }]) => {
    const erase = () => {
      orders.set(orderId, unlabelled)
      audit.eraseReasons([orderId])
    }
    const isMatch =
      'before' in filter &&
      label !== undefined &&
      unlabelled.ticketIds
        .map((ticketId) => tickets.get(ticketId)!)
        .every(({ purchaser, ticketDate }) => purchaser === undefined && ticketDate < filter.before)
    return isMatch ? { erase } : []
  })
  return [...ofReservations, ...ofOrders]
}

const isNamedReservation = (
  { purchaser, label, state, heldUntil, items }: Reservation,
  filter: PurchaserDataFilter,
  now: Instant,
): boolean =>
  'email' in filter
    ? purchaser !== undefined && comparableEmail(purchaser.email) === comparableEmail(filter.email)
    : (purchaser ?? label) !== undefined &&
      state !== 'sold' &&
      heldUntil <= now &&
      items.every(({ ticketDate }) => ticketDate < filter.before)

/** The tickets of an e-mail to another address; `undefined` for tickets that are not stored, and for a visitor's request. */
const ticketsOfMail = ({ deliveries, tickets }: InMemoryStore, messageId: string) => {
  const mail = [...deliveries.values()].find((delivery) => delivery.messageId === messageId)!.message
  return 'ticketIds' in mail ? mail.ticketIds.map((ticketId) => tickets.get(ticketId)) : undefined
}

/** Erases what was written about a ticket that has no data, and about its order once none of its tickets has data. */
const eraseReasonsAndReferences = (store: InMemoryStore, { ticketId, orderId }: Ticket): void => {
  const order = orderId && store.orders.get(orderId)
  const ticketIds = order?.ticketIds ?? [ticketId]
  if (ticketIds.some((id) => store.tickets.get(id)!.purchaser !== undefined)) return
  if (order !== undefined) {
    const { label: _, payment, ...others } = order
    store.orders.set(orderId!, { ...others, ...(payment && { payment: { method: payment.method } }) })
  }
  for (const id of ticketIds) {
    const cancelled = store.cancellations.get(id)
    if (cancelled === undefined) continue
    const { reason: _, settlement, ...cancellation } = cancelled
    const { reference: __, ...settled } = settlement ?? {}
    store.cancellations.set(id, { ...cancellation, ...(settlement && { settlement: settled as typeof settlement }) })
  }
  store.audit.eraseReasons([...ticketIds, ...(orderId === undefined ? [] : [orderId])])
}

const matches = ({ purchaser, ticketDate }: Ticket, filter: PurchaserDataFilter): boolean => {
  if (purchaser === undefined) return false
  return 'email' in filter
    ? comparableEmail(purchaser.email) === comparableEmail(filter.email)
    : ticketDate < filter.before
}
