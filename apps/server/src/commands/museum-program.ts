import { Price } from '@museum/domain'
import { type Command, CommanderError } from 'commander'
import { commandName } from '../command-line/command-name.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { handleOutputErrors, print } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'
import { textForTerminal } from '../observability/log/escape-controls.ts'
import { serverVersion } from '../observability/server-version.ts'
import { auditCommand } from './audit.ts'
import { attendanceCommand, availabilityCommand } from './availability.ts'
import { callCommand } from './call/call.ts'
import { backupCommand, restoreCommand } from './backup-and-restore.ts'
import { demoCommand } from './demo/demo.ts'
import { doctorCommand } from './doctor.ts'
import { eventsCommand } from './events.ts'
import { hoursCommand } from './hours.ts'
import { keysCommand } from './keys.ts'
import { mailCommand } from './mail.ts'
import { migrateCommand } from './migrate.ts'
import { ordersCommand } from './orders.ts'
import { pricesCommand } from './prices.ts'
import { privacyCommand } from './privacy.ts'
import { refundsCommand } from './refunds.ts'
import { salesCommand } from './sales.ts'
import { serveCommand } from './serve.ts'
import { ticketsCommand } from './tickets.ts'
import { usersCommand } from './users.ts'
import { webhooksCommand } from './webhooks.ts'

/** The program with all its commands. `name` is what the user types to run it. */
export const museumProgram = (name: string): MuseumCommand => {
  const program = new MuseumCommand(name)
    .describe('Runs a museum: opening hours, special events, tickets, users, and who changed what.')
    .version(serverVersion(), '--version', 'Show the version.')
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(infoCommand())
    .addCommand(callCommand())
    .addCommand(usersCommand())
    .addCommand(hoursCommand())
    .addCommand(eventsCommand())
    .addCommand(availabilityCommand())
    .addCommand(pricesCommand())
    .addCommand(ticketsCommand())
    .addCommand(ordersCommand())
    .addCommand(refundsCommand())
    .addCommand(salesCommand())
    .addCommand(attendanceCommand())
    .addCommand(keysCommand())
    .addCommand(webhooksCommand())
    .addCommand(mailCommand())
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

const infoCommand = (): MuseumCommand =>
  new MuseumCommand('info')
    .describe(
      'Shows what clients of the API are told: name, time zone, current date, price of general entry and language of the museum.',
    )
    .option('--json', 'Print JSON.')
    .example('info', 'Show the museum as clients see it with these settings.')
    .action((options: Readonly<{ json?: true }>) =>
      withMuseum(['getMuseum'], async ({ museum, principal }) => {
        const { toMuseumBody } = await import('@museum/adapters-http')
        const profile = await museum.getMuseum()
        const { name, timeZone, today, generalPrice, currency, language } = profile
        print(options, toMuseumBody(profile, principal), () =>
          [
            `Name           ${textForTerminal(name)}`,
            `Time zone      ${timeZone}`,
            `Today          ${today}`,
            `General entry  ${Price.toAmount(generalPrice).toFixed(2)} ${currency}`,
            `Language       ${language}`,
          ].join('\n'),
        )
      }),
    )

const helpCommand = (program: MuseumCommand): MuseumCommand =>
  new MuseumCommand('help')
    .describe('Shows the help of a command.')
    .argument('[command...]', 'the names of the command')
    .example('help hours week', 'Show the arguments, options and examples of `hours week`.')
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
