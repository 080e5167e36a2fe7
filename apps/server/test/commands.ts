import type { MuseumCommand } from '../src/command-line/museum-command.ts'
import { museumProgram } from '../src/commands/museum-program.ts'

/** A command and all below it, each with its names. */
const withSubcommands = (
  command: MuseumCommand,
  names: readonly string[] = [],
): (readonly [string, MuseumCommand])[] => [
  [names.join(' '), command],
  ...command.commands.flatMap((sub) => withSubcommands(sub as MuseumCommand, [...names, sub.name()])),
]

/** Every command of the program, with its names. */
export const commands = withSubcommands(museumProgram('museum'))
