import {
  type CalendarDate,
  type ConfirmationCode,
  type Email,
  type EventId,
  type EventTicket,
  type Instant,
  type PlaceLimit,
  type Refusal,
  type Ticket,
  type TicketId,
  type TicketNotFound,
  refuse,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotencyRecord, RequestInProgress } from '../idempotency/idempotency-record.ts'
import type { Page, PageRequest } from '../paging.ts'

/** How many valid tickets there are for a date, by type. */
export type TicketCount = Readonly<{ date: CalendarDate; general: number; event: number }>

/** Which tickets: the one with a code, those of a purchaser, or those for a date of an event, which may be deleted. */
export type TicketFilter =
  | Readonly<{ confirmationCode: ConfirmationCode }>
  /** Compared without regard to case. */
  | Readonly<{ email: Email }>
  | Readonly<{ eventId: EventId; date: CalendarDate }>

/** How a ticket was cancelled. */
export type TicketCancellation = Readonly<{
  /** The ticket itself was cancelled; or its event was deleted, or lost the date. */
  of: 'ticket' | 'event'
  /** Exact to the second. Absent where it is not known. */
  at?: Instant
  /** The reason that was given for the cancellation of the ticket itself. */
  reason?: string
}>

/** A ticket of an event and, if its state is `cancelled`, how it was cancelled. */
export type TicketOfEvent = Readonly<{ ticket: EventTicket; cancellation?: TicketCancellation }>

/** The position of a ticket among the tickets of its event. */
export type EventTicketPosition = Pick<EventTicket, 'ticketDate' | 'ticketId'>

/** Another ticket has the confirmation code; draw another code. */
export type ConfirmationCodeTaken = Refusal<'confirmation-code-taken'>
/** The refusal for a ticket whose confirmation code another ticket has. */
export const confirmationCodeTaken = ({ confirmationCode }: Pick<Ticket, 'confirmationCode'>): ConfirmationCodeTaken =>
  refuse('confirmation-code-taken', `Another ticket has the confirmation code ${confirmationCode}.`)

/** As many tickets as its limit allows are sold for the date of a ticket. */
export type NoPlaceLeft = Refusal<'no-place-left'>
/** The refusal for a ticket for which no place is left. */
export const noPlaceLeft = ({ ticketDate }: Pick<Ticket, 'ticketDate'>): NoPlaceLeft =>
  refuse('no-place-left', `No place is left on ${ticketDate}.`)

/** The special event, the museum hours or the limit have changed; read them again and apply the purchase rules again. */
export type PurchaseContextChanged = Refusal<'purchase-context-changed'>
/** The refusal for a ticket that was decided on data that has changed. */
export const purchaseContextChanged = ({ ticketId }: Pick<Ticket, 'ticketId'>): PurchaseContextChanged =>
  refuse(
    'purchase-context-changed',
    `The special event, the museum hours or the limit on which ticket ${ticketId} depends have changed.`,
  )

/** The tickets that were sold. None is ever removed. */
export interface TicketRepository {
  /**
   * Stores a ticket, durably when it resolves. An event ticket is stored when its occurrence (event, date and number)
   * exists and its event has the name, the location and the price that the ticket has; a general ticket when the museum is
   * open on its date; otherwise the result is `purchase-context-changed`. So the purchase may be decided on data that were
   * read at any earlier time. A ticket that is stored while its occurrence is being removed is read as cancelled from then
   * on. Adding a stored ticket again stores nothing and returns the ticket.
   *
   * With a limit, which must be the one in force, the ticket is stored only while fewer tickets than its capacity are sold
   * for the date (of the event, or for general entry): otherwise the result is `no-place-left`. Without one, no limit may be
   * in force. Of tickets that are added at the same time, the first ones get the places.
   */
  add(
    ticket: Ticket,
    limit?: PlaceLimit,
  ): Promise<Ticket | PurchaseContextChanged | NoPlaceLeft | ConfirmationCodeTaken>
  /** The same, together with a record: either both are stored or neither. */
  addWithRecord(
    ticket: Ticket,
    record: IdempotencyRecord,
    limit?: PlaceLimit,
  ): Promise<Ticket | PurchaseContextChanged | NoPlaceLeft | ConfirmationCodeTaken | RequestInProgress>
  /** Returns a ticket in the state that it has at the moment of reading: see `ticketState`. */
  find(ticketId: TicketId): Promise<Ticket | undefined>
  /** The same for the ticket with a confirmation code. */
  findByConfirmationCode(confirmationCode: ConfirmationCode): Promise<Ticket | undefined>
  /** One page of the tickets that match, in ascending order of their ticketId, which is that of their sale. */
  list(filter: TicketFilter, page: PageRequest): Promise<Page<Ticket>>
  /**
   * The first `limit` tickets of an event, which may be removed, after a position, or of all its tickets, in ascending order
   * of the date and the ticketId.
   */
  ofEvent(eventId: EventId, position: EventTicketPosition | undefined, limit: number): Promise<readonly TicketOfEvent[]>
  /**
   * Cancels a ticket unless `permit` refuses, gives its place back, and stores the audit entry: all of it or nothing. A
   * ticket that was cancelled individually before stays as it is, without an entry; one whose occurrence was removed is
   * cancelled also for the case that its event is restored.
   */
  cancel<R extends Refusal>(
    ticketId: TicketId,
    permit: (current: Ticket) => R | undefined,
    entryOf: (before: Ticket) => NewAuditEntry,
  ): Promise<Ticket | R | TicketNotFound>
  /** The first date from `date` on for which tickets may be sold; `undefined` when there is none. */
  nextDate(date: CalendarDate): Promise<CalendarDate | undefined>
  /** The number of valid tickets for a date. Tickets of each type are counted to at most `maxCountedItems`. */
  countValid(date: CalendarDate): Promise<TicketCount>
  /** The number of valid and admitted tickets for a date. */
  countSold(date: CalendarDate): Promise<number>
}
