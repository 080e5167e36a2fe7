import { canvasTicketRenderer, findFontFaults } from '@museum/adapters-imaging'
import { type Ticket, CalendarDate, ConfirmationCode, Email, Instant, TicketId } from '@museum/domain'
import type { Config } from '../settings/config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, serious } = findingsOf('fonts')

/** Checks that the fonts of all scripts are installed, and that a ticket can be drawn. */
export const checkFonts = async (config: Config): Promise<readonly Finding[]> => {
  const faults = await findFontFaults()
  if (faults.length > 0)
    return faults.map(({ script, reason }) =>
      serious(`${script} cannot be drawn on tickets. ${reason}`, 'Install the packages of the museum again.'),
    )
  await canvasTicketRenderer(config).render(sampleTicket(config), 'a code')
  return [ok('A ticket was drawn, and the fonts of all scripts are there.')]
}

/** A sample ticket for the drawing. */
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
