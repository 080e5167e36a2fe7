import { findFontFaults } from '@museum/adapters-imaging'
import { drawSampleTicket } from '../startup/draw-sample-ticket.ts'
import type { Config } from '../settings/settings.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, serious } = findingsOf('fonts')

/** Checks that the fonts of all scripts are installed, and that a ticket can be drawn. */
export const checkFonts = async (config: Config): Promise<readonly Finding[]> => {
  const faults = await findFontFaults()
  if (faults.length > 0)
    return faults.map(({ script, reason }) =>
      serious(`${script} cannot be drawn on tickets. ${reason}`, 'Install the packages of the museum again.'),
    )
  await drawSampleTicket(config)
  return [ok('A ticket was drawn, and the fonts of all scripts are there.')]
}
