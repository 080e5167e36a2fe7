import { type Command, CommanderError } from 'commander'
import { commandName } from '../command-line/command-name.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { handleOutputErrors } from '../command-line/output.ts'
import { serverVersion } from '../observability/server-version.ts'
import { auditCommand } from './audit.ts'
import { callCommand } from './call/call.ts'
import { backupCommand, restoreCommand } from './backup-and-restore.ts'
import { demoCommand } from './demo/demo.ts'
import { doctorCommand } from './doctor.ts'
import { eventsCommand } from './events.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { privacyCommand } from './privacy.ts'
import { salesCommand } from './sales.ts'
import { serveCommand } from './serve.ts'
import { ticketsCommand } from './tickets-export.ts'
import { usersCommand } from './users.ts'

/** The program with all its commands. `name` is what the user types to run it. */
export const museumProgram = (name: string): MuseumCommand => {
  const program = new MuseumCommand(name)
    .describe('Runs a museum: opening hours, special events, tickets, users, and who changed what.')
    .version(serverVersion(), '--version', 'Show the version.')
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(callCommand())
    .addCommand(usersCommand())
    .addCommand(eventsCommand())
    .addCommand(ticketsCommand())
    .addCommand(salesCommand())
    .addCommand(keysCommand())
    .addCommand(privacyCommand())
    .addCommand(auditCommand())
    .addCommand(doctorCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(demoCommand())
    .example('serve', 'Start the server.')
    .example('users add box-office-1 --role box-office', 'Give a colleague access.')
    .example('call', 'List the operations of the API, each of which is a command.')
    .example('call findTickets --email visitor@example.org', 'Find the tickets of a visitor who lost them.')
    .example('audit', 'Show who changed what.')
    .example('doctor', 'Find out what is wrong.')
    .example('call placeOrder --help', 'Show the arguments, options and examples of a command.')
    .note('The settings, such as MUSEUM_DATABASE_URL, are environment variables. The help of serve shows them.')
  return program.addCommand(helpCommand(program))
}

const helpCommand = (program: MuseumCommand): MuseumCommand =>
  new MuseumCommand('help')
    .describe('Shows the help of a command.')
    .argument('[command...]', 'the names of the command')
    .example('help users add', 'Show the arguments, options and examples of `users add`.')
    .action(async (names: readonly string[]) => {
      let command: Command = program
      for (const name of names) command = command.commands.find((sub) => sub.name() === name) ?? unknown(command, name)
      await (command as MuseumCommand).loadHelp()
      command.outputHelp()
    })

/** Reports an unknown name in a group of commands, with the nearest one. */
const unknown = (group: Command, name: string): never => {
  group.args = [name]
  return (group as MuseumCommand).unknownCommand()
}

/** Runs the command that these arguments name, and sets the exit code of the process. */
export const runMuseum = async (args: readonly string[]): Promise<void> => {
  handleOutputErrors()
  try {
    await museumProgram(commandName()).parseAsync(args, { from: 'user' })
  } catch (error) {
    // Help and usage errors, which are printed already.
    if (error instanceof CommanderError) process.exitCode = error.exitCode
    else (await import('../command-line/report-failure.ts')).reportFailure(error)
  }
}
