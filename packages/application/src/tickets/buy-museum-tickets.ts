import type { PurchaseRefusal, Ticket, TicketOrder } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import type { SellTicket } from './sell-ticket.ts'

/**
 * Sells one ticket and returns it. `actor` is who sells it, where that is known.
 * The refusals are those of `Ticket.purchase`.
 */
export type BuyMuseumTickets = (order: TicketOrder, actor?: Actor) => Promise<Ticket | PurchaseRefusal>

export const buyMuseumTickets =
  (sell: SellTicket, { tickets }: Pick<MuseumPorts, 'tickets'>): BuyMuseumTickets =>
  (order, actor) =>
    sell<never>(order, actor?.username, (ticket, limit) => tickets.add(ticket, limit))
