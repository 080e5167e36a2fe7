import {
  type CalendarDate,
  type Cancellation,
  type CancellationReason,
  type ConfirmationCode,
  type ConfirmationCodes,
  type Email,
  type EventId,
  type EventName,
  type EventTicket,
  type Order,
  type Places,
  type Refusal,
  type Settlement,
  type Ticket,
  type TicketId,
  refuse,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotencyRecord } from '../idempotency/idempotency-record.ts'
import type { ListRequest, Page } from '../lists.ts'

/** How many valid tickets there are for a date, by type. */
export type TicketCount = Readonly<{ date: CalendarDate; general: number; event: number }>

/**
 * The tickets of a date for general entry, or for an event. `sold` is the number of the valid and the admitted ones, at least 1;
 * `admitted` that of the admitted ones. `eventName` is the current name of the event, or the last one of a deleted event.
 */
export type Attendance = Readonly<{ sold: number; admitted: number }> &
  (Readonly<{ ticketType: 'general' }> | Readonly<{ ticketType: 'event'; eventId: EventId; eventName: EventName }>)

/** Which tickets: those with one of these codes, those of a purchaser, or those for a date of an event, also of a deleted one. */
export type TicketFilter =
  | Readonly<{ confirmationCodes: ConfirmationCodes }>
  /** Compared in the form of `comparableEmail`. */
  | Readonly<{ email: Email }>
  | Readonly<{ eventId: EventId; date: CalendarDate }>

/** How a ticket was cancelled and, if it was refunded, how. */
export type TicketCancellation = Cancellation & Readonly<{ settlement?: Settlement }>

/** A ticket of an event and, if its state is `cancelled`, how it was cancelled. */
export type TicketOfEvent = Readonly<{ ticket: EventTicket; cancellation?: TicketCancellation }>

/** The position of a ticket among the tickets of its event. */
export type EventTicketPosition = Pick<EventTicket, 'ticketDate' | 'ticketId'>

/** The refusal for a sale of a ticket whose confirmation code is taken. */
export const confirmationCodeTaken = (confirmationCode: ConfirmationCode): Refusal<'confirmation-code-taken'> =>
  refuse('confirmation-code-taken', `Another ticket has the confirmation code ${confirmationCode}.`)

/**
 * Too few places are left for a sale; `places` has, for each of its tickets, the capacity of the date and the number of
 * sold tickets that were read.
 */
export type NoPlaceLeftRefusal = Refusal<'no-place-left'> & Readonly<{ places: readonly Places[] }>
/** The refusal for a sale for which too few places are left. */
export const noPlaceLeft = ({ tickets }: TicketSale, places: readonly Places[]): NoPlaceLeftRefusal => ({
  ...refuse('no-place-left', `Too few places are left for ${ticketsText(tickets)}.`),
  places,
})

/**
 * The refusal for a sale that was decided on a stale snapshot: an event or the museum's hours have changed since.
 */
export const snapshotStale = ({ tickets }: TicketSale): Refusal<'snapshot-stale'> =>
  refuse(
    'snapshot-stale',
    `The special events or the museum hours on which ${ticketsText(tickets)} depend have changed.`,
  )

const ticketsText = (tickets: TicketSale['tickets']) =>
  tickets.length === 1 ? `ticket ${tickets[0].ticket.ticketId}` : `${tickets.length} tickets`

/** A ticket, and the revision of the special event, or of the museum's hours, on which its purchase was decided. */
export type DecidedTicket = Readonly<{ ticket: Ticket; revision: number }>

/** Tickets that are to be sold, with what is stored together with them: either everything or nothing. */
export type TicketSale = Readonly<{
  tickets: readonly [DecidedTicket, ...DecidedTicket[]]
  /** The order of these tickets; absent for a ticket that is bought alone. */
  order?: Pick<Order, 'orderId' | 'payment'> | undefined
  record?: IdempotencyRecord | undefined
}>

/** Why a sale is not stored. `request-in-progress`: another record with its key is stored, or is being stored. */
export type SaleRefusal =
  | Refusal<'snapshot-stale'>
  | NoPlaceLeftRefusal
  | Refusal<'confirmation-code-taken'>
  | Refusal<'request-in-progress'>

/** The tickets that were sold. None is ever removed. */
export interface TicketRepository {
  /**
   * Stores the tickets of a sale, and counts each as sold for its date, durably when it resolves. Returns why not
   * otherwise; nothing is stored then:
   *
   * - `snapshot-stale`, when the snapshot of a ticket is stale: the event of an event ticket, or the museum's
   *   hours for a general one, has another revision, or the event lacks the occurrence. So a sale may be decided on
   *   data that were read at any earlier time.
   * - `no-place-left`, when with these tickets more than the capacity would be sold for a date (of an event, or for
   *   general entry). Of sales at the same time, the first ones get the places.
   *
   * A ticket whose occurrence is removed later is read as cancelled from then on. A sale that is stored already stores
   * nothing, and its tickets are returned.
   */
  sell(sale: TicketSale): Promise<readonly Ticket[] | SaleRefusal>
  /** Returns a ticket in its current state: see `ticketState`. */
  find(ticketId: TicketId): Promise<Ticket | undefined>
  /** The same for the ticket with a confirmation code. */
  findByConfirmationCode(confirmationCode: ConfirmationCode): Promise<Ticket | undefined>
  /** A part of the tickets that match, in ascending order of their ticketId, which is the order of their sale. */
  list(filter: TicketFilter, request: ListRequest<Ticket>): Promise<Page<Ticket>>
  /**
   * The first `limit` tickets of an event, also of a deleted one, after a position, in ascending order of the date and
   * the ticketId. Without a position, from the first ticket on.
   */
  ofEvent(eventId: EventId, position: EventTicketPosition | undefined, limit: number): Promise<readonly TicketOfEvent[]>
  /**
   * Cancels a ticket unless `findRefusal` returns a refusal, gives its place back, and stores the reason and the audit
   * entry: all of it or nothing. A ticket that was cancelled individually before stays as it is, without an entry. A ticket whose
   * occurrence was removed is cancelled individually too, so that it stays cancelled when its event is restored.
   */
  cancel<R extends Refusal>(
    ticketId: TicketId,
    findRefusal: (current: Ticket) => R | undefined,
    entryOf: (before: Ticket) => NewAuditEntry,
    reason?: CancellationReason,
  ): Promise<Ticket | R | Refusal<'ticket-not-found'>>
  /** The first date from `date` on for which tickets may be sold; `undefined` when there is none. */
  nextDate(date: CalendarDate): Promise<CalendarDate | undefined>
  /** The number of valid tickets for a date. Tickets of each type are counted to at most `maxCountedItems`. */
  countValid(date: CalendarDate): Promise<TicketCount>
  /**
   * The valid and the admitted tickets for a date, counted at one moment: one item at most for general entry, and one for each
   * event, in no particular order.
   */
  countAttendance(date: CalendarDate): Promise<readonly Attendance[]>
}
