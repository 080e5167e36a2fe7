import { canvasTicketRenderer, findFontFaults } from '@museum/adapters-imaging'
import type { Config } from '../configuration/config.ts'
import { type Finding, findingsOf } from './finding.ts'
import { sampleTicket } from './sample-ticket.ts'

const { ok, serious } = findingsOf('fonts')

/** Whether the fonts of all scripts are there, and a ticket can be drawn. */
export const checkFonts = async (config: Config): Promise<readonly Finding[]> => {
  const faults = await findFontFaults()
  if (faults.length > 0)
    return faults.map(({ script, reason }) =>
      serious(`${script} cannot be drawn on tickets. ${reason}`, 'Install the packages of the museum again.'),
    )
  await canvasTicketRenderer(config).render(sampleTicket(config), 'a code')
  return [ok('A ticket was drawn, and the fonts of all scripts are there.')]
}
