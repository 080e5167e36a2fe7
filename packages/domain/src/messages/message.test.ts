import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import {
  Email,
  Instant,
  OrderId,
  PaymentId,
  PaymentMail,
  type Reservation,
  type ReservationState,
  type Ticket,
  TicketId,
  TicketMail,
} from '../index.ts'

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

describe('the e-mail about a payment that is returned', () => {
  const [reservationId, paymentId] = [OrderId(exampleId(900)), PaymentId(exampleId(600))]
  const refund = { paymentId, requestedAt: at } as Parameters<typeof PaymentMail.about>[1]
  const about = (state: ReservationState, but: Partial<Reservation> = {}) =>
    PaymentMail.about({ reservationId, state, ...but } as Reservation, refund)
  const mail = { type: 'payment.returned', at, reservationId, paymentId }

  it('names the reservation and the payment, and no address', () => {
    for (const state of ['held', 'released', 'expired'] as const)
      expect(about(state, { purchaser: { email: Email('visitor@example.org') } })).toEqual(mail)
  })

  it('is not made without a purchaser, but for a reservation that is sold: its tickets have the address', () => {
    expect(about('expired')).toBeUndefined()
    expect(about('sold')).toEqual(mail)
  })
})
