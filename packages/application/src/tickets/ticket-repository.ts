import type { PurchaseRefusal, Refusal, Ticket, TicketId } from '@museum/domain'
import type { IdempotencyRecord, RequestInProgress } from '../idempotency/idempotency-record.ts'

/** Two tickets never share a confirmation code; draw another. */
export type ConfirmationCodeTaken = Refusal<'confirmation-code-taken'>

/** The tickets that were sold. None is ever removed. */
export interface TicketRepository {
  /**
   * Stores a ticket, durably when it resolves. An event ticket is stored only while its event exists and has the
   * ticket's date, which is made sure in the step that stores it: against a deletion, or an update that takes the
   * date away, one of the two waits for the other. Otherwise it answers the refusal that the purchase rule would give.
   * The record is stored in the same step or, where its key is not free, neither. A ticket that is added again, since
   * nobody heard how it went, is stored once, and so is its record.
   */
  add(
    ticket: Ticket,
    record?: IdempotencyRecord,
  ): Promise<Ticket | PurchaseRefusal | ConfirmationCodeTaken | RequestInProgress>
  find(ticketId: TicketId): Promise<Ticket | undefined>
}
