import { canvasTicketRenderer } from '@museum/adapters-imaging'
import { type Ticket, CalendarDate, ConfirmationCode, Email, Instant, TicketId } from '@museum/domain'
import type { Config } from '../settings/settings.ts'

/**
 * Draws a ticket that was not sold, in the drawing thread of the process, which starts for it and reads its fonts. Rejects as the
 * renderer does.
 */
export const drawSampleTicket = async (config: Config): Promise<void> => {
  await canvasTicketRenderer().render(sampleTicket(config), 'a code', config)
}

const sampleTicket = ({ generalPrice, currency }: Config): Ticket => ({
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
