import {
  type CalendarDate,
  type CancellationReason,
  type EventId,
  Instant,
  type Refusal,
  SpecialEvent,
  Ticket,
  type TicketId,
} from '@museum/domain'
import type { Actor, Caller } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'
import type { MuseumSettingOperations } from '../museum-settings/museum-setting-operations.ts'
import type { MuseumPorts } from '../ports.ts'
import { isFoundBy } from '../reservations/found-by.ts'
import type { AdmissionCodes } from '../ticket-keys/admission-codes.ts'
import type { TicketFilter, TicketOfEvent, TicketRepository } from './ticket-repository.ts'
import type { TicketRevocations } from './ticket-revocation-repository.ts'

/** A ticket and its image: the bytes of a PNG, with the signed code. */
export type TicketImage = Readonly<{ ticket: Ticket; image: Uint8Array }>

export const ticketOperations = (
  ports: MuseumPorts,
  { codeOf }: AdmissionCodes,
  { museumSettings }: Pick<MuseumSettingOperations, 'museumSettings'>,
) => {
  const { tickets, specialEvents, ticketRevocations, ticketRenderer, now } = ports
  /** A shop finds the tickets of the orders of shops. */
  const find = async (ticketId: TicketId, caller: Caller | undefined) => {
    const ticket = await tickets.find(ticketId)
    return ticket !== undefined && (await isFoundBy(ports, ticket.orderId, caller)) ? ticket : undefined
  }
  return {
    /**
     * Returns a ticket and its image. A cancelled ticket has no image; a ticket for a past date has one. `caller` is who
     * requests the image, if known; the renderer may divide its capacity by it. A shop finds the tickets of shops.
     */
    getTicketCode: async (
      ticketId: TicketId,
      caller?: Caller,
    ): Promise<TicketImage | Refusal<'ticket-not-found' | 'ticket-cancelled'>> => {
      const ticket = await find(ticketId, caller)
      if (ticket === undefined) return Ticket.notFound(ticketId)
      if (ticket.state === 'cancelled') return Ticket.alreadyCancelled(ticketId)
      const [code, style] = [await codeOf(ticket), await museumSettings()]
      return { ticket, image: await ticketRenderer.render(ticket, code, style, caller?.username) }
    },

    /** Returns a ticket in its current state; a shop finds the tickets of shops. */
    getTicket: async (ticketId: TicketId, caller?: Caller): Promise<Ticket | Refusal<'ticket-not-found'>> =>
      (await find(ticketId, caller)) ?? Ticket.notFound(ticketId),

    /** Returns a part of the tickets that match, in the order in which they were sold. */
    findTickets: (filter: TicketFilter, request: ListRequest<Ticket>): Promise<Page<Ticket>> =>
      tickets.list(filter, request),

    /**
     * Returns every ticket of an event, also of a deleted one, as it is when it is read, in ascending order of the date
     * and the ticketId. Returns `event-not-found` when there never was such an event.
     */
    exportTickets: async (eventId: EventId): Promise<AsyncIterable<TicketOfEvent> | Refusal<'event-not-found'>> => {
      const first = await tickets.ofEvent(eventId, undefined, chunkSize)
      return first.length > 0 || (await specialEvents.isKnown(eventId))
        ? following(eventId, first, tickets)
        : SpecialEvent.notFound(eventId)
    },

    /**
     * Cancels a ticket and gives its place back; it cannot be undone. A ticket that was cancelled before stays as it is.
     * Returns `ticket-admitted` for one that was used.
     */
    cancelTicket: (
      ticketId: TicketId,
      reason: CancellationReason | undefined,
      actor: Actor,
    ): Promise<Ticket | Refusal<'ticket-not-found' | 'ticket-admitted'>> =>
      tickets.cancel(
        ticketId,
        Ticket.cancellationRefusal,
        ({ state }) =>
          recordChange({ now }, actor, { kind: 'ticket', id: ticketId }, 'cancelTicket', {
            before: { state },
            after: { state: 'cancelled', ...(reason !== undefined && { reason }) },
          }),
        reason,
      ),

    /**
     * Returns the tickets and occurrences that an offline gate must refuse from a date on, although the signature of a
     * code is valid. With the `cursor` of an earlier result, it returns revocations that are new since then, and may repeat
     * some: a client merges them by identifier. `latest` is left out.
     */
    getTicketRevocations: async (
      date: CalendarDate,
      cursor: Instant = Instant(0),
    ): Promise<Omit<TicketRevocations, 'latest'> & Readonly<{ cursor: Instant }>> => {
      const { latest, ...revocations } = await ticketRevocations.list(date, cursor)
      return { ...revocations, cursor: Instant(Math.max(cursor, (latest ?? 0) - overlapMilliseconds)) }
    },
  }
}

/** How many tickets are read at a time for an export. */
const chunkSize = 500

async function* following(
  eventId: EventId,
  first: readonly TicketOfEvent[],
  tickets: TicketRepository,
): AsyncIterable<TicketOfEvent> {
  for (let chunk = first; ;) {
    yield* chunk
    if (chunk.length < chunkSize) return
    chunk = await tickets.ofEvent(eventId, chunk.at(-1)?.ticket, chunkSize)
  }
}

/**
 * Transactions do not commit in the order of their times, so the next result of `getTicketRevocations` begins this much
 * earlier, in milliseconds: 8 s for the longest write, 1 s since times are rounded down, and 6 s by which the clocks of
 * two nodes may differ.
 */
const overlapMilliseconds = 15_000
