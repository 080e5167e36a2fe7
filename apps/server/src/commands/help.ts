import type { Command } from 'commander'
import { MuseumCommand } from '../command-line/museum-command.ts'

export const helpCommand = (program: MuseumCommand): MuseumCommand =>
  new MuseumCommand('help')
    .describe('Shows the help of a command.')
    .argument('[command...]', 'the names of the command')
    .example('help hours week', 'Show the arguments, options and examples of `hours week`.')
    .action(async (names: readonly string[]) => {
      let command: Command = program
      for (const name of names) command = command.commands.find((sub) => sub.name() === name) ?? unknown(command, name)
      command.outputHelp()
    })

/** Reports a name that a group of commands does not have, with the nearest one. */
const unknown = (group: Command, name: string): never => {
  group.args = [name]
  return (group as MuseumCommand).unknownCommand()
}
