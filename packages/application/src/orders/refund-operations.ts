import { Refund, type RefundRefusal, type Refusal, type Settlement, type Ticket, type TicketId } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'
import { refuseOnlineMethod } from '../payments/recorded-method.ts'
import type { MuseumPorts } from '../ports.ts'
import type { RefundFilter, RefundedTicket } from './refund-repository.ts'

/** The refunds of tickets, by their ticketIds. One is due until its cancellation has a settlement. */
export type RefundsOfTickets = ReadonlyMap<TicketId, RefundedTicket>

/** How and at which till a refund is given. */
export type GivenRefund = Omit<Settlement, 'settledAt' | 'settledBy'>

export const refundOperations = (ports: MuseumPorts) => {
  const { refunds, now, dateOf } = ports
  return {
    /** Returns the refunds of these tickets, as far as they have one. */
    findRefunds: (tickets: readonly Ticket[]): Promise<RefundsOfTickets> => refundsOf({ refunds, dateOf }, tickets),

    /** Returns a part of the refunds that match, in the order of the time of the cancellation and the ticketId. */
    listRefunds: (filter: RefundFilter, request: ListRequest<RefundedTicket>): Promise<Page<RefundedTicket>> =>
      refunds.list(filter, request, (ticketDate, removal) => Refund.isDueAfter(removal, ticketDate, dateOf)),

    /**
     * Records that the price of a cancelled ticket was given back. The same payment again changes nothing, at whichever till. The refusals are
     * those of `Refund.settle`.
     */
    settleRefund: async (
      ticketId: TicketId,
      refund: GivenRefund,
      actor: Actor,
    ): Promise<RefundedTicket | RefundRefusal | Refusal<'ticket-not-found' | 'validation-failed'>> =>
      refuseOnlineMethod(ports, refund.method, 'method') ??
      refunds.settle(
        ticketId,
        (ticket, cancellation) =>
          Refund.settle(ticket, cancellation, { ...refund, settledAt: now(), settledBy: actor.username }, dateOf),
        // Without the reference, which may be erased later.
        ({ method }) =>
          recordChange({ now }, actor, { kind: 'ticket', id: ticketId }, 'settleRefund', { after: { method } }),
      ),
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
