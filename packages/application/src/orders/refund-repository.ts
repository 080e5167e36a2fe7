import type {
  CalendarDate,
  Cancellation,
  EventId,
  Payment,
  RefundRefusal,
  RefundState,
  Refusal,
  Settlement,
  Ticket,
  TicketId,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'

/**
 * A ticket that is or was to be refunded, how it was cancelled and refunded, how its order was paid, and whether that was at the payment
 * provider.
 */
export type RefundedTicket = Readonly<{
  ticket: Ticket
  cancellation: Cancellation
  payment?: Payment
  isPaidOnline?: true
}>

/** The position of a refund in the list. */
export type RefundPosition = Readonly<{ ticket: Pick<Ticket, 'ticketId'>; cancellation: Pick<Cancellation, 'at'> }>

/** Which refunds. */
export type RefundFilter = Readonly<{
  state: RefundState
  eventId?: EventId | undefined
  /** The date of the tickets. */
  date?: CalendarDate | undefined
}>

/** Whether the removal of a date at a moment makes refunds due. */
export type IsRemovalRefunded = (ticketDate: CalendarDate, removal: Cancellation) => boolean

/** The refunds of cancelled tickets. A due one is derived when it is read; one that is sent back or settled is stored. */
export interface RefundRepository {
  /** How these tickets were cancelled, and refunded; tickets that are not cancelled are left out. */
  cancellationsOf(tickets: readonly Ticket[]): Promise<ReadonlyMap<TicketId, Cancellation>>
  /**
   * A part of the refunds that match, in the order of the time of the cancellation (of the ticket itself, or else of the
   * removal of its date) and the ticketId.
   */
  list(
    filter: RefundFilter,
    request: ListRequest<RefundPosition>,
    isRefunded: IsRemovalRefunded,
  ): Promise<Page<RefundedTicket>>
  /**
   * Stores the settlement that `settle` returns, with the audit entry: both or neither. If the ticket was cancelled with its
   * date or its event, the ticket itself is cancelled too, so that it stays cancelled when its event is restored. Stores
   * nothing when `settle` returns a refusal, or the settlement that the ticket has.
   */
  settle(
    ticketId: TicketId,
    settle: (ticket: Ticket, cancellation: Cancellation | undefined) => Settlement | RefundRefusal,
    entryOf: (settlement: Settlement) => NewAuditEntry,
  ): Promise<RefundedTicket | RefundRefusal | Refusal<'ticket-not-found'>>
}
