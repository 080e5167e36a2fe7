import {
  type NewOnlineRefund,
  type Order,
  OrderChange,
  Refund,
  type RefundRefusal,
  type Refusal,
  type Settlement,
  Ticket,
  type TicketId,
  isRefusal,
  notPaidOnline,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { type NewAuditEntry, recordChange } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'
import { faultOfOnlineRefund, isGivenBackOnline, newOnlineRefund } from '../payments/recorded-method.ts'
import type { MuseumPorts } from '../ports.ts'
import type { RefundFilter, RefundedTicket } from './refund-repository.ts'

/** The refunds of tickets, by their ticketIds. One is due until its cancellation has a settlement. */
export type RefundsOfTickets = ReadonlyMap<TicketId, RefundedTicket>

/** How and at which till a refund is given. */
export type GivenRefund = Omit<Settlement, 'settledAt' | 'settledBy'>

export const refundOperations = (ports: MuseumPorts) => {
  const { tickets, orders, refunds, now, dateOf } = ports

  /** Has the payment provider give back the price of a ticket: by a change of its order, so that the sum of all refunds is known. */
  const refundOnline = async (
    ticketId: TicketId,
    online: NewOnlineRefund,
    entry: NewAuditEntry,
  ): Promise<RefundedTicket | RefundRefusal | Refusal<'ticket-not-found' | 'not-paid-online'>> => {
    const ticket = await tickets.find(ticketId)
    if (ticket === undefined) return Ticket.notFound(ticketId)
    if (ticket.orderId === undefined) return notPaidOnline(`Ticket ${ticketId}`)
    const outcome = await orders.change<RefundRefusal | Refusal<'not-paid-online'>>(ticket.orderId, (current) => {
      const decided = OrderChange.refundTicketOnline(current, ticketId, online, dateOf)
      return decided === undefined || isRefusal(decided) ? decided : { ...decided, entry }
    })
    // An order is never removed.
    if (isRefusal(outcome)) return outcome as RefundRefusal
    const { payment, tickets: ofOrder } = outcome as Order
    const found = (await refundsOf(ports, ofOrder)).get(ticketId)
    return { ...found!, ...(payment && { payment }) }
  }
  return {
    /** Returns the refunds of these tickets, as far as they have one. */
    findRefunds: (tickets: readonly Ticket[]): Promise<RefundsOfTickets> => refundsOf({ refunds, dateOf }, tickets),

    /** Returns a part of the refunds that match, in the order of the time of the cancellation and the ticketId. */
    listRefunds: (filter: RefundFilter, request: ListRequest<RefundedTicket>): Promise<Page<RefundedTicket>> =>
      refunds.list(filter, request, (ticketDate, removal) => Refund.isDueAfter(removal, ticketDate, dateOf)),

    /**
     * Records that the price of a cancelled ticket was given back; or has the payment provider give back what was paid there. The same
     * payment again changes nothing, at whichever till. The refusals are those of `Refund.settle` and `OrderChange.refundOnline`.
     */
    settleRefund: async (
      ticketId: TicketId,
      refund: GivenRefund,
      actor: Actor,
    ): Promise<
      RefundedTicket | RefundRefusal | Refusal<'ticket-not-found' | 'validation-failed' | 'not-paid-online'>
    > => {
      const fault = faultOfOnlineRefund(ports, refund)
      if (fault !== undefined) return fault
      // Without the reference, which may be erased later.
      const entry = recordChange(ports, actor, { kind: 'ticket', id: ticketId }, 'settleRefund', {
        after: { method: refund.method },
      })
      if (isGivenBackOnline(ports, refund)) return refundOnline(ticketId, newOnlineRefund(ports, actor), entry)
      const settlement = { ...refund, settledAt: now(), settledBy: actor.username }
      return refunds.settle(
        ticketId,
        (ticket, cancellation) => Refund.settle(ticket, cancellation, settlement, dateOf),
        () => entry,
      )
    },
  }
}

/** The refunds of these tickets, as far as they have one. */
export const refundsOf = async (
  { refunds, dateOf }: Pick<MuseumPorts, 'refunds' | 'dateOf'>,
  tickets: readonly Ticket[],
): Promise<RefundsOfTickets> => {
  const cancelled = tickets.filter(({ state }) => state === 'cancelled')
  if (cancelled.length === 0) return new Map()
  const cancellations = await refunds.cancellationsOf(cancelled)
  const found = new Map<TicketId, RefundedTicket>()
  for (const ticket of cancelled) {
    const cancellation = cancellations.get(ticket.ticketId)
    if (cancellation !== undefined && Refund.stateOf(ticket, cancellation, dateOf) !== undefined)
      found.set(ticket.ticketId, { ticket, cancellation })
  }
  return found
}
