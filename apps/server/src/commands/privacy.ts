import { MuseumCommand } from '../command-line/museum-command.ts'
import { eraseCommand } from './privacy/erase.ts'
import { expireCommand } from './privacy/expire.ts'

export const privacyCommand = (): MuseumCommand =>
  new MuseumCommand('privacy')
    .describe('Erases the e-mail addresses and phone numbers of visitors.')
    .addCommand(eraseCommand())
    .addCommand(expireCommand())
    .example('privacy erase --email visitor@example.org', 'Erase the data of a visitor who asks for it.')
    .example('privacy expire --before 2026-01-01', 'Erase the data on the tickets for the dates before a year.')
