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
  type OrderId,
  type OrderRecord,
  type Price,
  type PurchaseContext,
  type Refusal,
  type Ticket,
  type TicketId,
  type TicketIdentity,
  type TicketOrder,
  type TimeOfDay,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotentRequest } from '../idempotency/idempotency-record.ts'
import type { ListRequest, Page } from '../lists.ts'

/** How many valid tickets there are for a date, by type. */
export type TicketCount = Readonly<{ date: CalendarDate; general: number; event: number }>

/** The tickets of an entry time, or without one. */
export type AttendanceOfTime = Readonly<{ entryTime: TimeOfDay | null; sold: number; admitted: number }>

/**
 * The tickets of a date for general entry, or for an event. `sold` is the number of the valid and the admitted ones, at least 1;
 * `admitted` the number of admitted ones. `eventName` is the current name of the event, or the last one of a deleted event.
 * `entryTimes` has the same by entry time, ascending, those without one first; absent where no ticket has an entry time.
 */
export type Attendance = Readonly<{ sold: number; admitted: number; entryTimes?: readonly AttendanceOfTime[] }> &
  (Readonly<{ ticketType: 'general' }> | Readonly<{ ticketType: 'event'; eventId: EventId; eventName: EventName }>)

/** Sums of attendances. */
export const Attendance = {
  /** The attendance by entry time of these counts, added up by entry time; undefined where no ticket has an entry time. */
  byTime(counts: readonly AttendanceOfTime[]): readonly AttendanceOfTime[] | undefined {
    const sums = new Map<TimeOfDay | null, AttendanceOfTime>()
    for (const { entryTime, sold, admitted } of counts) {
      const before = sums.get(entryTime) ?? { sold: 0, admitted: 0 }
      sums.set(entryTime, { entryTime, sold: before.sold + sold, admitted: before.admitted + admitted })
    }
    if ([...sums.keys()].every((entryTime) => entryTime === null)) return undefined
    return [...sums.values()].toSorted((a, b) => ((a.entryTime ?? '') < (b.entryTime ?? '') ? -1 : 1))
  },
  /** The sums of these counts of one offer. */
  of(counts: readonly AttendanceOfTime[]): Pick<Attendance, 'sold' | 'admitted' | 'entryTimes'> {
    const entryTimes = Attendance.byTime(counts)
    return {
      sold: counts.reduce((sum, { sold }) => sum + sold, 0),
      admitted: counts.reduce((sum, { admitted }) => sum + admitted, 0),
      ...(entryTimes && { entryTimes }),
    }
  },
}

/** Which tickets: with one of these codes, of a purchaser, or for a date of an event, also of a deleted one. */
export type TicketFilter =
  | Readonly<{ confirmationCodes: ConfirmationCodes }>
  /** Compared in the form of `comparableEmail`. */
  | Readonly<{ email: Email }>
  | Readonly<{ eventId: EventId; date: CalendarDate }>

/** A ticket of an event and, if its state is `cancelled`, how it was cancelled. */
export type TicketOfEvent = Readonly<{ ticket: EventTicket; cancellation?: Cancellation }>

/** The position of a ticket among the tickets of its event. */
export type EventTicketPosition = Pick<EventTicket, 'ticketDate' | 'ticketId'>

/** What a purchase asks for, and the identities of its tickets, which stay the same in all attempts. */
export type WantedTickets = Readonly<{
  /** Equal tickets may share an item. */
  items: readonly TicketOrder[]
  /** The first date for which tickets are offered. */
  today: CalendarDate
  /** One for each ticket, in the order in which the tickets are decided. */
  identities: readonly TicketIdentity[]
  /** The order that they are sold with. */
  orderId?: OrderId | undefined
  /** The request under whose key they are sold once. */
  once?: IdempotentRequest | undefined
}>

/**
 * What is stored about an item: what it is for, with the price of general entry where one is stored, and the places of its slot;
 * without places where they need not be counted.
 */
export type OfferedItem = Pick<PurchaseContext, 'event' | 'openingHours' | 'entryTimes' | 'places'> &
  Readonly<{ generalPrice?: Price | undefined }>

/** Tickets that are to be sold, with what is stored together with them: either everything or nothing. */
export type TicketSale = Readonly<{
  tickets: readonly [Ticket, ...Ticket[]]
  /** The order of these tickets; absent for a ticket that is bought alone. */
  order?: (Pick<Order, 'orderId'> & OrderRecord) | undefined
  /** The response to the request under a key, which is stored with the key. */
  renderAnswer?: (() => string) | undefined
}>

/**
 * Decides a sale by the rules of the domain: the tickets, with the wanted identities, or why they are not sold. A pure function,
 * which is called with the offers of the items, in their order; perhaps several times.
 */
export type DecideSale<R extends Refusal> = (offered: readonly OfferedItem[]) => TicketSale | R

/** Why a sale is not stored. `request-in-progress`: another record with its key is stored, or is being stored. */
export type SaleRefusal = Refusal<'confirmation-code-taken'> | Refusal<'request-in-progress'>

/** The tickets that were sold. None is ever removed. */
export interface TicketRepository {
  /**
   * Locks the slots of the items, lets `decide` decide on what is stored then, stores its tickets, and counts each as sold in its
   * slot, durably when it resolves to the tickets. Of sales at the same time, the first ones get the places. Otherwise it returns
   * why not, and nothing is stored. What `decide` refuses is not stored either, and decided on data that were read after the call.
   *
   * A ticket whose occurrence is removed later is read as cancelled from then on. Where tickets with these identities are stored
   * already, nothing is stored, and these tickets are returned as they were sold.
   */
  sell<R extends Refusal>(wanted: WantedTickets, decide: DecideSale<R>): Promise<readonly Ticket[] | R | SaleRefusal>
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
