import { MuseumCommand } from '../command-line/museum-command.ts'
import { exportCommand } from './events/export.ts'
import { importCommand } from './events/import.ts'
import { listCommand } from './events/list.ts'
import { restoreCommand } from './events/restore.ts'
import { showCommand } from './events/show.ts'

export const eventsCommand = (): MuseumCommand =>
  new MuseumCommand('events')
    .describe('Shows, imports, exports and restores special events.')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(restoreCommand())
    .example('events list', 'Show the events from today on.')
    .example('events import season.csv', 'Create the events of a file.')
    .example('events export --format csv', 'Print all events as CSV.')
