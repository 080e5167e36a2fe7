import { MuseumCommand } from '../command-line/museum-command.ts'
import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { eventsCommand } from './events.ts'
import { helpCommand } from './help.ts'
import { hoursCommand } from './hours.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { privacyCommand } from './privacy.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { ticketsCommand } from './tickets.ts'
import { usersCommand } from './users.ts'
import { serverVersion } from '../system/server-version.ts'

/** The program with all its commands. `name` is how the user types it. */
export const museumProgram = (name: string): MuseumCommand => {
  const program = new MuseumCommand(name)
    .describe('Runs a museum: opening hours, special events, tickets, users, and who changed what.')
    .version(serverVersion(), '--version', 'Show the version.')
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(usersCommand())
    .addCommand(hoursCommand())
    .addCommand(eventsCommand())
    .addCommand(ticketsCommand())
    .addCommand(keysCommand())
    .addCommand(privacyCommand())
    .addCommand(auditCommand())
    .addCommand(doctorCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(demoCommand())
    .example('serve', 'Start the server.')
    .example('users add box-office-1 --role box-office', 'Give a colleague access.')
    .example('hours show', 'Show when the museum is open.')
    .example('tickets find --email visitor@example.org', 'Find the tickets of a visitor who lost them.')
    .example('audit', 'Show who changed what.')
    .example('doctor', 'Find out what is wrong.')
    .example('hours week --help', 'Show the arguments, options and examples of a command.')
    .note('The settings, such as MUSEUM_DATABASE_URL, are environment variables. The help of serve shows them.')
  return program.addCommand(helpCommand(program))
}
