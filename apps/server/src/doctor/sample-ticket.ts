import { CalendarDate, ConfirmationCode, Email, Instant, type Ticket, TicketId } from '@museum/domain'
import type { Config } from '../configuration/config.ts'

/** A ticket that was never sold. */
export const sampleTicket = ({ generalPrice, currency }: Config): Ticket => ({
  ticketType: 'general',
  ticketId: TicketId('01940000-0000-7000-8000-000000000000'),
  confirmationCode: ConfirmationCode('ticket-general-00000-00000'),
  ticketDate: CalendarDate('2030-01-01'),
  purchaser: { email: Email('visitor@example.org') },
  price: generalPrice,
  currency,
  state: 'valid',
  soldAt: Instant(0),
})
