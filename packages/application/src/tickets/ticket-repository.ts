import {
  type CalendarDate,
  type ConfirmationCode,
  type Email,
  type EventId,
  type EventTicket,
  type Instant,
  type Places,
  type Refusal,
  type Ticket,
  type TicketId,
  refuse,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotencyRecord } from '../idempotency/idempotency-record.ts'
import type { Page, PageRequest } from '../lists.ts'

/** How many valid tickets there are for a date, by type. */
export type TicketCount = Readonly<{ date: CalendarDate; general: number; event: number }>

/** Which tickets: the one with a code, those of a purchaser, or those for a date of an event, also of a deleted one. */
export type TicketFilter =
  | Readonly<{ confirmationCode: ConfirmationCode }>
  /** Compared in the form of `comparableEmail`. */
  | Readonly<{ email: Email }>
  | Readonly<{ eventId: EventId; date: CalendarDate }>

/** How a ticket was cancelled. */
export type TicketCancellation = Readonly<{
  /** The ticket itself was cancelled; or its event was deleted, or lost the date. */
  of: 'ticket' | 'event'
  /** Exact to the second. Absent if it is not known. */
  at?: Instant
  /** The reason that was given for the cancellation of the ticket itself. */
  reason?: string
}>

/** A ticket of an event and, if its state is `cancelled`, how it was cancelled. */
export type TicketOfEvent = Readonly<{ ticket: EventTicket; cancellation?: TicketCancellation }>

/** The position of a ticket among the tickets of its event. */
export type EventTicketPosition = Pick<EventTicket, 'ticketDate' | 'ticketId'>

/** The refusal for a ticket whose confirmation code is taken. */
export const confirmationCodeTaken = ({
  confirmationCode,
}: Pick<Ticket, 'confirmationCode'>): Refusal<'confirmation-code-taken'> =>
  refuse('confirmation-code-taken', `Another ticket has the confirmation code ${confirmationCode}.`)

/**
 * No place is left for the date of a ticket; `places` is the capacity and the number of sold tickets that were read.
 */
export type NoPlaceLeftRefusal = Refusal<'no-place-left'> & Readonly<{ places: Places }>
/** The refusal for a ticket for which no place is left. */
export const noPlaceLeft = ({ ticketDate }: Pick<Ticket, 'ticketDate'>, places: Places): NoPlaceLeftRefusal => ({
  ...refuse('no-place-left', `No place is left on ${ticketDate}.`),
  places,
})

/**
 * The refusal for a ticket that was decided on a stale snapshot: the event or the museum's hours have changed since.
 */
export const purchaseContextChanged = ({ ticketId }: Pick<Ticket, 'ticketId'>): Refusal<'purchase-context-changed'> =>
  refuse(
    'purchase-context-changed',
    `The special event or the museum hours on which ticket ${ticketId} depends have changed.`,
  )

/** A ticket that is to be sold. */
export type TicketSale = Readonly<{
  ticket: Ticket
  /** The revision of the special event, or of the museum's hours, on which the purchase was decided. */
  revision: number
  /** Stored together with the ticket: either both or neither. */
  record?: IdempotencyRecord | undefined
}>

/** Why a sale is not stored. `request-in-progress`: another record with its key is stored, or is being stored. */
export type SaleRefusal =
  | Refusal<'purchase-context-changed'>
  | NoPlaceLeftRefusal
  | Refusal<'confirmation-code-taken'>
  | Refusal<'request-in-progress'>

/** The tickets that were sold. None is ever removed. */
export interface TicketRepository {
  /**
   * Stores a ticket, and counts it as sold for its date, durably when it resolves. Returns why not otherwise:
   *
   * - `purchase-context-changed`, and nothing is stored, when the snapshot of the purchase is stale: the event of an
   *   event ticket, or the museum's hours for a general one, has another revision, or the event lacks the occurrence.
   *   So a purchase may be decided on data that were read at any earlier time.
   * - `no-place-left`, and nothing is stored, when as many tickets as the capacity are sold for the date (of the event,
   *   or for general entry). Of tickets that are sold at the same time, the first ones get the places.
   *
   * A ticket whose occurrence is removed later is read as cancelled from then on. Selling a stored ticket again stores
   * nothing and returns the ticket.
   */
  sell(sale: TicketSale): Promise<Ticket | SaleRefusal>
  /** Returns a ticket in its current state: see `ticketState`. */
  find(ticketId: TicketId): Promise<Ticket | undefined>
  /** The same for the ticket with a confirmation code. */
  findByConfirmationCode(confirmationCode: ConfirmationCode): Promise<Ticket | undefined>
  /** One page of the tickets that match, in ascending order of their ticketId, which is the order of their sale. */
  list(filter: TicketFilter, page: PageRequest): Promise<Page<Ticket>>
  /**
   * The first `limit` tickets of an event, also of a deleted one, after a position, in ascending order of the date and
   * the ticketId. Without a position, from the first ticket on.
   */
  ofEvent(eventId: EventId, position: EventTicketPosition | undefined, limit: number): Promise<readonly TicketOfEvent[]>
  /**
   * Cancels a ticket unless `findRefusal` returns a refusal, gives its place back, and stores the audit entry: all of
   * it or nothing. A ticket that was cancelled individually before stays as it is, without an entry. A ticket whose
   * occurrence was removed is cancelled individually too, so that it stays cancelled when its event is restored.
   */
  cancel<R extends Refusal>(
    ticketId: TicketId,
    findRefusal: (current: Ticket) => R | undefined,
    entryOf: (before: Ticket) => NewAuditEntry,
  ): Promise<Ticket | R | Refusal<'ticket-not-found'>>
  /** The first date from `date` on for which tickets may be sold; `undefined` when there is none. */
  nextDate(date: CalendarDate): Promise<CalendarDate | undefined>
  /** The number of valid tickets for a date. Tickets of each type are counted to at most `maxCountedItems`. */
  countValid(date: CalendarDate): Promise<TicketCount>
  /** The number of valid and admitted tickets for a date. */
  countSold(date: CalendarDate): Promise<number>
}
