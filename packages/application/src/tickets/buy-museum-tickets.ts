import type { PurchaseRefusal, Ticket, TicketOrder } from '@museum/domain'
import type { Principal } from '../access/credential-verifier.ts'
import type { MuseumPorts } from '../ports.ts'
import type { SellTicket } from './sell-ticket.ts'

/**
 * Sells one ticket and returns it. `principal` is the user who sells it, where there is one.
 * The refusals are those of `Ticket.purchase`.
 */
export type BuyMuseumTickets = (order: TicketOrder, principal?: Principal) => Promise<Ticket | PurchaseRefusal>

export const buyMuseumTickets =
  (sell: SellTicket, { tickets }: Pick<MuseumPorts, 'tickets'>): BuyMuseumTickets =>
  (order, principal) =>
    sell<never>(order, principal?.username, (ticket) => tickets.add(ticket))
