import { type EventTicket, type Refusal, type Ticket, type TicketId, refuse } from '@museum/domain'
import type { IdempotencyRecord, RequestInProgress } from '../idempotency/idempotency-record.ts'

/** Another ticket has the confirmation code; draw another code. */
export type ConfirmationCodeTaken = Refusal<'confirmation-code-taken'>
export const confirmationCodeTaken = ({ confirmationCode }: Pick<Ticket, 'confirmationCode'>): ConfirmationCodeTaken =>
  refuse('confirmation-code-taken', `Another ticket has the confirmation code ${confirmationCode}.`)

/**
 * The occurrence of an event ticket does not exist (any more); read the event again and apply the purchase rules again.
 */
export type EventChanged = Refusal<'event-changed'>
export const eventChanged = ({ event, ticketDate }: Pick<EventTicket, 'event' | 'ticketDate'>): EventChanged =>
  refuse(
    'event-changed',
    `The special event ${event.eventId} has changed: its date ${ticketDate} was removed, or removed and added again.`,
  )

/** The tickets that were sold. None is ever removed. */
export interface TicketRepository {
  /**
   * Stores a ticket, durably when it resolves. An event ticket is stored when its occurrence (event, date and number)
   * exists; otherwise the result is `event-changed`. A ticket that is stored while its occurrence is being removed is
   * read as cancelled from then on. Adding a stored ticket again stores nothing and returns the ticket.
   */
  add(ticket: Ticket): Promise<Ticket | EventChanged | ConfirmationCodeTaken>
  /** The same, together with a record: either both are stored or neither. */
  addWithRecord(
    ticket: Ticket,
    record: IdempotencyRecord,
  ): Promise<Ticket | EventChanged | ConfirmationCodeTaken | RequestInProgress>
  /** Returns a ticket in the state that it has at the moment of reading: see `ticketState`. */
  find(ticketId: TicketId): Promise<Ticket | undefined>
}
