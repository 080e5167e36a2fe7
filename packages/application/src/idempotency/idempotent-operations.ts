import {
  EventId,
  type PurchaseRefusal,
  SpecialEvent,
  type SpecialEventDraft,
  type Ticket,
  type TicketOrder,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { SellTicket } from '../tickets/sell-ticket.ts'
import { type Idempotent, idempotent } from './idempotent.ts'
import type { RequestInProgress } from './idempotency-record.ts'

/** The operations that take effect once under a key; each is named like the operation without a key. */
export type IdempotentOperations = Readonly<{
  createSpecialEvent: Idempotent<SpecialEventDraft, SpecialEvent>
  /** The user of the key is the one who sells the ticket. */
  buyMuseumTickets: Idempotent<TicketOrder, Ticket, PurchaseRefusal>
}>

export const idempotentOperations = (
  sell: SellTicket,
  { specialEvents, tickets, newId, idempotencyRecords }: MuseumPorts,
): IdempotentOperations => ({
  createSpecialEvent: idempotent<SpecialEventDraft, SpecialEvent>(idempotencyRecords, (draft, _request, recordOf) => {
    const event = SpecialEvent.create(EventId(newId()), draft)
    return specialEvents.addWithRecord(event, recordOf(event))
  }),
  buyMuseumTickets: idempotent<TicketOrder, Ticket, PurchaseRefusal>(
    idempotencyRecords,
    (order, { username }, recordOf) =>
      sell<RequestInProgress>(order, username, (ticket) => tickets.addWithRecord(ticket, recordOf(ticket))),
  ),
})
