import type {
  DecideSale,
  IdempotencyRecord,
  SaleRefusal,
  TicketRepository,
  TicketSale,
  WantedTickets,
} from '@museum/application'
import {
  Availability,
  CalendarDate,
  EntryTimes,
  type Refusal,
  Slot,
  SpecialEvent,
  type Ticket,
  isRefusal,
  refuse,
} from '@museum/domain'

/** Why a sale of given tickets is refused: what they are for is not offered, or there are too few places. */
export type GivenTicketsRefusal = Refusal<'event-not-found' | 'validation-failed' | 'museum-closed' | 'sold-out'>

/**
 * The arguments of `TicketRepository.sell` for given tickets, which are stored as they are if their slots are offered and have
 * places. `record` is the record of an idempotency key.
 */
export const aSale = (
  sold: Ticket | readonly [Ticket, ...Ticket[]],
  { order, record }: Pick<TicketSale, 'order'> & Readonly<{ record?: IdempotencyRecord }> = {},
): [WantedTickets, DecideSale<GivenTicketsRefusal>] => {
  const tickets = [sold].flat() as [Ticket, ...Ticket[]]
  const items = tickets.map((ticket) => ({
    ticketType: ticket.ticketType,
    ticketDate: ticket.ticketDate,
    entryTime: ticket.entryTime,
    ...(ticket.ticketType === 'event' && { eventId: ticket.event.eventId }),
  }))
  const keys = tickets.map((ticket) => Slot.key(Slot.of(ticket)))
  const decide: DecideSale<GivenTicketsRefusal> = (offered) => {
    for (const [n, ticket] of tickets.entries()) {
      const slot = Slot.wanted(items[n]!, offered[n]!)
      if (ticket.ticketType === 'general' && slot === undefined) return refuse('museum-closed', 'The museum is closed.')
      if (ticket.ticketType === 'event' && offered[n]!.event === undefined)
        return SpecialEvent.notFound(ticket.event.eventId)
      if (slot === undefined || Slot.key(slot) !== keys[n])
        return refuse('validation-failed', 'The event does not have this occurrence.')
    }
    const isSoldOut = offered.some(
      (item, n) =>
        !Availability.hasPlacesFor(
          EntryTimes.placesOf(items[n]!, item) ?? { capacity: null, sold: 0 },
          keys.filter((key) => key === keys[n]).length,
        ),
    )
    if (isSoldOut) return refuse('sold-out', 'Too few places are left.')
    return { tickets, order, ...(record && { renderAnswer: () => record.answer }) }
  }
  return [
    { items, today: CalendarDate.first, identities: tickets, orderId: order?.orderId, ...(record && { once: record }) },
    decide,
  ]
}

/** Sells one ticket alone, as `aSale` says. */
export const sellAlone = async (
  tickets: Pick<TicketRepository, 'sell'>,
  ...sale: [ticket: Ticket, but?: Parameters<typeof aSale>[1]]
): Promise<Ticket | GivenTicketsRefusal | SaleRefusal> => {
  const outcome = await tickets.sell(...aSale(...sale))
  return isRefusal(outcome) ? outcome : outcome[0]!
}
