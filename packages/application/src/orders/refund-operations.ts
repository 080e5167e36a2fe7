import {
  type Cancellation,
  type Payment,
  Refund,
  type RefundRefusal,
  type Refusal,
  type Settlement,
  type Ticket,
  type TicketId,
  isRefusal,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import { ticketSubject } from '../tickets/ticket-operations.ts'
import type { RefundFilter, RefundedTicket } from './refund-repository.ts'

/** The refund of a cancelled ticket: its price is to be given back, or was. */
export type RefundOfTicket = Readonly<{
  ticket: Ticket
  state: 'due' | 'settled'
  cancellation: Cancellation
  /** Present when it was settled. */
  settlement?: Settlement
}>

/** Refunds, by the ticketIds of their tickets. */
export type RefundsOfTickets = ReadonlyMap<TicketId, RefundOfTicket>

export const refundOperations = ({ refunds, now, dateOf }: MuseumPorts) => ({
  /** Returns the refunds of these tickets, as far as they have one. */
  findRefunds: (tickets: readonly Ticket[]): Promise<RefundsOfTickets> => refundsOf({ refunds, dateOf }, tickets),

  /** Returns a part of the refunds that match, in the order of the time of the cancellation and the ticketId. */
  listRefunds: (filter: RefundFilter, request: ListRequest<RefundedTicket>): Promise<Page<RefundedTicket>> =>
    refunds.list(filter, request, (ticketDate, removal) => Refund.isDueAfter(removal, ticketDate, dateOf)),

  /**
   * Records that the price of a cancelled ticket was given back. The same payment again changes nothing. The refusals are
   * those of `Refund.settle`.
   */
  settleRefund: async (
    ticketId: TicketId,
    payment: Payment,
    actor: Actor,
  ): Promise<RefundOfTicket | RefundRefusal | Refusal<'ticket-not-found'>> => {
    const outcome = await refunds.settle(
      ticketId,
      (ticket, cancellation) =>
        Refund.settle(
          ticket,
          cancellation,
          cancellation?.settlement,
          { ...payment, settledAt: now(), settledBy: actor.username },
          dateOf,
        ),
      // Without the reference, which may be erased later.
      ({ method }) =>
        recordChange({ now }, actor, {
          operation: 'settleRefund',
          subject: ticketSubject(ticketId),
          before: null,
          after: { method },
        }),
    )
    if (isRefusal(outcome)) return outcome
    const { ticket, cancellation } = outcome
    return { ticket, state: 'settled', cancellation, settlement: cancellation.settlement! }
  },
})

/** The refunds of these tickets, as far as they have one. */
export const refundsOf = async (
  { refunds, dateOf }: Pick<MuseumPorts, 'refunds' | 'dateOf'>,
  tickets: readonly Ticket[],
): Promise<RefundsOfTickets> => {
  const cancelled = tickets.filter(({ state }) => state === 'cancelled')
  if (cancelled.length === 0) return new Map()
  const cancellations = await refunds.cancellationsOf(cancelled)
  const found = new Map<TicketId, RefundOfTicket>()
  for (const ticket of cancelled) {
    const cancellation = cancellations.get(ticket.ticketId)
    const settlement = cancellation?.settlement
    const state = Refund.stateOf(ticket, cancellation, settlement, dateOf)
    if (cancellation !== undefined && state !== undefined)
      found.set(ticket.ticketId, { ticket, state, cancellation, ...(settlement !== undefined && { settlement }) })
  }
  return found
}
