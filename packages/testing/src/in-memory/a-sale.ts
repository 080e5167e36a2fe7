import type { DecidedTicket, SaleRefusal, TicketRepository, TicketSale } from '@museum/application'
import { type Ticket, isRefusal } from '@museum/domain'

/**
 * A sale of a ticket, or of several. The revision is that of the event in which the date was added, or that of the default
 * hours; say what should differ.
 */
export const aSale = (
  sold: Ticket | readonly [Ticket, ...Ticket[]],
  { revision, ...but }: Partial<Omit<TicketSale, 'tickets'>> & Readonly<{ revision?: number }> = {},
): TicketSale => {
  const decided = (ticket: Ticket): DecidedTicket => ({
    ticket,
    revision: revision ?? (ticket.ticketType === 'event' ? ticket.occurrenceNumber : 0),
  })
  const [first, ...others] = [sold].flat() as [Ticket, ...Ticket[]]
  return { tickets: [decided(first), ...others.map(decided)], ...but }
}

/** Sells one ticket alone, as `aSale` says. */
export const sellAlone = async (
  tickets: Pick<TicketRepository, 'sell'>,
  ...sale: [ticket: Ticket, but?: Parameters<typeof aSale>[1]]
): Promise<Ticket | SaleRefusal> => {
  const outcome = await tickets.sell(aSale(...sale))
  return isRefusal(outcome) ? outcome : outcome[0]!
}
