import type { TicketRepository } from '@museum/application'
import { type Refusal, type Ticket, isRefusal } from '@museum/domain'

/** The same repository; calls `onTicketSold` with each ticket that it adds. */
export const noteSales = (tickets: TicketRepository, onTicketSold: (ticket: Ticket) => void): TicketRepository => {
  const note = <Outcome extends Ticket | Refusal>(outcome: Outcome): Outcome => {
    const sold: Ticket | Refusal = outcome
    if (!isRefusal(sold)) onTicketSold(sold)
    return outcome
  }
  return {
    ...tickets,
    add: (ticket, limit) => tickets.add(ticket, limit).then(note),
    addWithRecord: (ticket, record, limit) => tickets.addWithRecord(ticket, record, limit).then(note),
  }
}
