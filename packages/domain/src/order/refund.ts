import type { CalendarDate } from '../calendar-date.ts'
import type { Instant } from '../instant.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { OnlineRefund } from '../reservation/online-payment.ts'
import type { CancellationReason, Ticket } from '../ticket/ticket.ts'
import type { RefundId } from '../uuid.ts'
import { type Payment, isSamePayment } from './payment.ts'
import type { Till } from './till.ts'

/** How a ticket was cancelled and, if it was refunded, how. */
export type Cancellation = Readonly<{
  /** Whether the ticket itself was cancelled, its date was removed from the event, or the event was deleted. */
  cause: 'ticket' | 'date' | 'event'
  /** Exact to the second. Absent if it is not known. */
  at?: Instant
  /** The reason that was given, if the ticket itself was cancelled. */
  reason?: CancellationReason
  settlement?: Settlement
  /** Why the payment provider could not give it back; present while it is due again. */
  failure?: string
}>

/** How, when, by which user and at which till a refund was given. */
export type Settlement = Payment &
  Readonly<{
    settledAt: Instant
    settledBy: string
    till?: Till | undefined
    /** The refund at the payment provider that gives it back; absent where it was given back in another way. */
    online?: Readonly<{ refundId: RefundId; state: Exclude<OnlineRefund['state'], 'failed'> }>
  }>

/** `due`: not given back yet; `sending`: the payment provider gives it back. */
export type RefundState = 'due' | 'sending' | 'settled'

/** Why a refund cannot be settled. */
export type RefundRefusal = Refusal<'ticket-not-cancelled' | 'nothing-due' | 'refund-settled'>

/** The rules of refunds. The amount of a refund is the price of the ticket. */
export const Refund = {
  /** Whether a ticket is cancelled itself, so that it stays so when its date or event is restored. */
  isOfTicket: ({ cause, settlement, failure }: Cancellation): boolean =>
    cause === 'ticket' || settlement !== undefined || failure !== undefined,

  /**
   * Whether a cancellation makes refunds due for tickets of a date: the removal of a date that has passed does not. `dateOf`
   * returns the date of a moment in the museum's time zone.
   */
  isDueAfter: (
    { cause, at }: Cancellation,
    ticketDate: CalendarDate,
    dateOf: (moment: Instant) => CalendarDate,
  ): boolean => cause === 'ticket' || at === undefined || dateOf(at) <= ticketDate,

  /** The state of the refund of a ticket; `undefined` for a ticket that is not refunded, such as a free one. */
  stateOf: (
    ticket: Pick<Ticket, 'price' | 'ticketDate' | 'state'>,
    cancellation: Cancellation | undefined,
    dateOf: (moment: Instant) => CalendarDate,
  ): RefundState | undefined => {
    const settlement = cancellation?.settlement
    if (settlement !== undefined) return settlement.online?.state ?? 'settled'
    if (ticket.state !== 'cancelled' || ticket.price === 0 || cancellation === undefined) return undefined
    return Refund.isDueAfter(cancellation, ticket.ticketDate, dateOf) ? 'due' : undefined
  },

  /**
   * Settles the refund of a ticket, or returns why not. A refund that was settled in the same way before stays as it is.
   */
  settle(
    ticket: Ticket,
    cancellation: Cancellation | undefined,
    settlement: Settlement,
    dateOf: (moment: Instant) => CalendarDate,
  ): Settlement | RefundRefusal {
    const { ticketId } = ticket
    const before = cancellation?.settlement
    if (before !== undefined)
      return isSamePayment(before, settlement)
        ? before
        : refuse(
            'refund-settled',
            before.online?.state === 'sending'
              ? `The payment provider is giving back what was paid for ticket ${ticketId}.`
              : `The refund of ticket ${ticketId} was settled before, in another way.`,
          )
    if (ticket.state !== 'cancelled') return refuse('ticket-not-cancelled', `Ticket ${ticketId} is not cancelled.`)
    return Refund.stateOf(ticket, cancellation, dateOf) === 'due'
      ? settlement
      : refuse('nothing-due', `No refund is due for ticket ${ticketId}.`)
  },
}
