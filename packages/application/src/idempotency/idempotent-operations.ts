import type { PurchaseRefusal, SpecialEvent, SpecialEventDraft, Ticket, TicketOrder } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { newSpecialEvent } from '../special-events/create-special-event.ts'
import type { SellTicket } from '../tickets/sell-ticket.ts'
import { type Idempotent, idempotent } from './idempotent.ts'
import type { RequestInProgress } from './idempotency-record.ts'

/** The operations that take effect once under a key; each is named like the operation without a key. */
export type IdempotentOperations = Readonly<{
  createSpecialEvent: Idempotent<SpecialEventDraft, SpecialEvent>
  /** The principal is the one who sells the ticket. */
  buyMuseumTickets: Idempotent<TicketOrder, Ticket, PurchaseRefusal>
}>

export const idempotentOperations = (sell: SellTicket, ports: MuseumPorts): IdempotentOperations => {
  const { specialEvents, tickets, idempotencyRecords } = ports
  return {
    createSpecialEvent: idempotent<SpecialEventDraft, SpecialEvent>(
      idempotencyRecords,
      'createSpecialEvent',
      (draft, principal, recordOf) => {
        const { event, entry } = newSpecialEvent(ports, draft, principal)
        return specialEvents.addWithRecord(event, recordOf(event), entry)
      },
    ),
    buyMuseumTickets: idempotent<TicketOrder, Ticket, PurchaseRefusal>(
      idempotencyRecords,
      'buyMuseumTickets',
      (order, { username }, recordOf) =>
        sell<RequestInProgress>(order, username, (ticket, limit) =>
          tickets.addWithRecord(ticket, recordOf(ticket), limit),
        ),
    ),
  }
}
