import { MuseumCommand } from '../command-line/museum-command.ts'
import { cancelCommand } from './tickets/cancel.ts'
import { exportCommand } from './tickets/export.ts'
import { findCommand } from './tickets/find.ts'
import { showCommand } from './tickets/show.ts'

export const ticketsCommand = (): MuseumCommand =>
  new MuseumCommand('tickets')
    .describe('Finds, shows, cancels and exports tickets that are sold.')
    .addCommand(findCommand())
    .addCommand(showCommand())
    .addCommand(cancelCommand())
    .addCommand(exportCommand())
    .example('tickets find --email visitor@example.org', 'Find the tickets of a visitor who lost them.')
    .example('tickets show 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Show a ticket, and whether it was used.')
