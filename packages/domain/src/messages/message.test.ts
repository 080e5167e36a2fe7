import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { Instant, OrderId, type Ticket, TicketId, TicketMail } from '../index.ts'

const at = Instant(Date.UTC(2030, 4, 1, 10))
const ids = [1, 2, 3].map((n) => TicketId(exampleId(n))) as [TicketId, TicketId, TicketId]
const tickets = (but: Partial<Ticket> = {}) => ids.map((ticketId) => aGeneralTicket({ ticketId, ...but } as object))
const withoutAddress = (sold: Ticket) => {
  const { purchaser: _, ...ticket } = sold
  return ticket as Ticket
}

describe('the e-mail about tickets that were sold together', () => {
  it('is about the tickets that have an address, in their order', () => {
    const [a, b, c] = tickets() as [Ticket, Ticket, Ticket]
    expect(TicketMail.about('tickets.cancelled', [c, withoutAddress(b), a], at)).toEqual({
      type: 'tickets.cancelled',
      at,
      ticketIds: [ids[2], ids[0]],
    })
  })

  it('names their order', () => {
    const orderId = OrderId(exampleId(900))
    expect(TicketMail.about('tickets.sold', tickets({ orderId }), at)).toEqual({
      type: 'tickets.sold',
      at,
      ticketIds: ids,
      orderId,
    })
  })

  it('is not made when no ticket has an address', () => {
    expect(TicketMail.about('tickets.sold', tickets().map(withoutAddress), at)).toBeUndefined()
    expect(TicketMail.about('tickets.sold', [], at)).toBeUndefined()
  })
})
