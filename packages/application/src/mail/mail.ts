import {
  type DeliveryState,
  type Email,
  type LanguageTag,
  Order,
  type OrderId,
  type Refusal,
  Reservation,
  Ticket,
  type TicketId,
  refuse,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { type NewAuditEntry, recordChange } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import type { DeliveryRepository, MailDelivery } from '../webhooks/delivery-repository.ts'

/** Everything that the operations on e-mails depend on. */
export type MailPorts = Readonly<{ deliveries: DeliveryRepository }> &
  Pick<MuseumPorts, 'tickets' | 'orders' | 'reservations' | 'linkAlgorithm' | 'paymentProvider' | 'now'>

/** Every operation on e-mails as a function. */
export interface Mails extends ReturnType<typeof createMails> {}

/** Builds the operations on these ports. A service that sends no e-mails does not need them. */
export const createMails = (ports: MailPorts) => {
  const { deliveries, tickets, orders, reservations, linkAlgorithm, paymentProvider, now } = ports
  /** Sends tickets that were sold together to their purchaser, or to `email`. */
  const send = async (
    [first, ...others]: readonly [Ticket, ...Ticket[]],
    email: Email | undefined,
    entryOf: (values: Pick<NewAuditEntry, 'after'>) => NewAuditEntry,
  ): Promise<Refusal<MailRefusal> | undefined> => {
    const recipient = email ?? [first, ...others].find(({ purchaser }) => purchaser !== undefined)?.purchaser?.email
    if (recipient === undefined) return noAddress(first)
    if (!(await deliveries.isMailOn())) return mailOff
    const isToAnotherAddress = email !== undefined
    const { ticketId, orderId } = first
    return deliveries.addMail(
      {
        type: 'tickets.sold',
        at: now(),
        ticketIds: [ticketId, ...others.map((other) => other.ticketId)],
        ...(orderId !== undefined && { orderId }),
        ...(isToAnotherAddress && { isToAnotherAddress }),
      },
      entryOf({ after: { isToAnotherAddress } }),
      recipient,
    )
  }
  return {
    /** Sends a ticket to its purchaser again, or to another address, within `MailLimits`; the ticket keeps its own address. */
    mailTicket: async (
      ticketId: TicketId,
      email: Email | undefined,
      actor: Actor,
    ): Promise<Refusal<'ticket-not-found' | 'ticket-cancelled' | MailRefusal> | undefined> => {
      const ticket = await tickets.find(ticketId)
      if (ticket === undefined) return Ticket.notFound(ticketId)
      if (ticket.state === 'cancelled') return Ticket.alreadyCancelled(ticketId)
      return send([ticket], email, (values) =>
        recordChange({ now }, actor, { kind: 'ticket', id: ticketId }, 'mailTicket', values),
      )
    },

    /** The same for the tickets of an order that are not cancelled, in one e-mail. `ticket-cancelled` if all are. */
    mailOrder: async (
      orderId: OrderId,
      email: Email | undefined,
      actor: Actor,
    ): Promise<Refusal<'order-not-found' | 'ticket-cancelled' | MailRefusal> | undefined> => {
      const order = await orders.find(orderId)
      if (order === undefined) return Order.notFound(orderId)
      const [first, ...others] = order.tickets.filter(({ state }) => state !== 'cancelled')
      if (first === undefined)
        return {
          ...refuse('ticket-cancelled', `Every ticket of order ${orderId} is cancelled.`),
          values: { orderId },
        }
      return send([first, ...others], email, (values) =>
        recordChange({ now }, actor, { kind: 'order', id: orderId }, 'mailOrder', values),
      )
    },

    /**
     * Sends the purchaser of a reservation that is held until a given end the link by which it is ordered and paid online, within
     * `MailLimits`. `shop-off` where visitors get no links, `payment-off` for one that costs something where nothing is paid online.
     */
    mailReservation: async (
      reservationId: OrderId,
      actor: Actor,
    ): Promise<
      | Refusal<'reservation-not-found' | 'reservation-ended' | 'reservation-without-end' | 'shop-off' | 'payment-off'>
      | Refusal<MailRefusal>
      | undefined
    > => {
      const reservation = await reservations.find(reservationId)
      if (reservation === undefined) return Reservation.notFound(reservationId)
      const refusal = Reservation.mailRefusal(reservation)
      if (refusal !== undefined) return refusal
      if (linkAlgorithm === undefined) return refuse('shop-off', 'This museum has no shop: visitors get no links.')
      if (reservation.total > 0 && paymentProvider === undefined)
        return refuse('payment-off', 'This museum takes no payments online.')
      if (!(await deliveries.isMailOn())) return mailOff
      return deliveries.addMail(
        { type: 'reservation.payable', at: now(), reservationId },
        recordChange({ now }, actor, { kind: 'reservation', id: reservationId }, 'mailReservation'),
        reservation.purchaser!.email,
      )
    },

    /**
     * Has the links to the tickets of an address sent to it, if there are any for today or later: they are looked for later, so that
     * neither the outcome nor its time says whether there are. Nothing is sent beyond `MailLimits.forVisitor`.
     */
    requestTickets: async (email: Email, language: LanguageTag | undefined): Promise<void> => {
      if (linkAlgorithm === undefined || !(await deliveries.isMailOn())) return
      await deliveries.requestTickets({ type: 'tickets.requested', at: now(), language }, email)
    },

    /** Returns a part of the e-mails, the latest first. */
    listMails: (request: ListRequest<MailDelivery>, state?: DeliveryState): Promise<Page<MailDelivery>> =>
      deliveries.listMails(request, state),

    /** Has an e-mail attempted again, under the same Message-ID. */
    replayMail: (deliveryId: number, actor: Actor): Promise<Refusal<'delivery-not-found'> | undefined> =>
      deliveries.replay(
        'mail',
        deliveryId,
        recordChange({ now }, actor, { kind: 'mail', id: String(deliveryId) }, 'replayMail'),
      ),

    /** Removes all failed e-mails, and returns how many. */
    removeFailedMails: async (): Promise<number> => {
      let removed = 0
      for (let count = -1; count !== 0; removed += count) count = await deliveries.removeFailed('mail')
      return removed
    },
  }
}

type MailRefusal = 'no-address' | 'mail-off' | 'too-many-mails'

const noAddress = ({ ticketId }: Ticket) =>
  refuse('no-address', `Ticket ${ticketId} has no e-mail address. Name the address to which it is to be sent.`)
const mailOff = refuse('mail-off', 'This museum sends no e-mails.')
