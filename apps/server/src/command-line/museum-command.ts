import {
  type Argument,
  type Option,
  type ParseOptionsResult,
  Command,
  CommanderError,
  InvalidArgumentError,
} from 'commander'
import type { Refusal } from '@museum/domain'
import { escapeForTerminal } from '../observability/log/escape-controls.ts'

/** The exit code for usage errors. */
const wrongUsage = 2

const exampleIndent = ' '.repeat(6)
/** Descriptions are wrapped if they have at least this number of columns. */
const minWidthToWrap = 15

/**
 * A command of the program, or a group of commands. It prints the first fault of its arguments without values, which may be
 * secret, and the process exits with 2.
 */
export class MuseumCommand extends Command {
  readonly #examples: [text: string, meaning: string][] = []
  #loadHelp?: (() => Promise<string>) | undefined
  /**
   * A method of Commander that its types lack: reports that the first of `args` is no command, with the nearest command.
   */
  declare readonly unknownCommand: () => never

  constructor(name: string) {
    super(name)
    this.exitOverride(({ exitCode, code, message }) => {
      throw new CommanderError(exitCode === 0 ? 0 : wrongUsage, code, message)
    })
    this.enablePositionalOptions()
    this.helpCommand(false)
    this.helpOption('-h, --help', 'Show this help.')
    // The list of commands shows only their names; the help of each shows its arguments.
    this.configureHelp({ subcommandTerm: (command) => command.name(), optionDescription, minWidthToWrap })
    this.addHelpText('after', ({ error }) => this.#exampleText(error))
    this.hook('preSubcommand', async (_, command) => (command as MuseumCommand).loadHelp())
  }

  /** Sets the description in the help. The list of commands shows its first sentence. */
  describe(text: string): this {
    return this.summary(/^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text).description(text)
  }

  /** Adds an example to the help: the text after the program's name, and what it does. */
  example(text: string, meaning: string): this {
    this.#examples.push([text, meaning])
    return this
  }

  /** Adds a sentence below the examples of the help. */
  note(text: string): this {
    return this.addHelpText('after', ({ error }) => ['', ...this.#wrap(text, error)].join('\n'))
  }

  /** Adds a text to the end of the help, whose modules are loaded only for this command. */
  helpOf(load: () => Promise<string>): this {
    this.#loadHelp = load
    return this
  }

  /** Loads the text that `helpOf` adds, if it is not loaded yet. */
  async loadHelp(): Promise<void> {
    const load = this.#loadHelp
    this.#loadHelp = undefined
    if (load !== undefined) this.addHelpText('after', `\n${await load()}`)
  }

  /** The examples of the help, without the program's name. */
  get examples(): readonly string[] {
    return this.#examples.map(([text]) => text)
  }

  /** Reports a fault, and ends the command. */
  rejectUsage(fault: string): never {
    const text = `${escapeForTerminal(fault)}\nSee: ${this.#fullName()} --help`
    this.configureOutput().writeErr?.(`${text}\n`)
    throw new CommanderError(wrongUsage, 'museum.wrongUsage', text)
  }

  /** Reports the faults that an operation found in members which have the names of options, and ends the command. */
  rejectRefusal({ faults = [] }: Pick<Refusal, 'faults'>): never {
    const [fault] = faults.map(({ member, detail }) => `--${member} ${detail}.`)
    return this.rejectUsage(fault!)
  }

  override addArgument(argument: Argument): this {
    return super.addArgument(this.#withName(argument, argument.name()))
  }

  override addOption(option: Option): this {
    return super.addOption(this.#withName(option, option.long ?? option.flags))
  }

  override parseOptions(args: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(args)
    // A group passes them to its commands.
    return this.commands.length > 0 ? parsed : { ...parsed, unknown: parsed.unknown.map(withoutValue) }
  }

  override error(message: string): never {
    return this.rejectUsage(asSentence(withoutValues(message)))
  }

  /** Makes the fault of a parser begin with the name of its argument or option. */
  #withName<Target extends Argument | Option>(target: Target, name: string): Target {
    const { parseArg } = target
    if (parseArg === undefined) return target
    target.argParser((value: string, previous: unknown) => {
      try {
        return parseArg(value, previous)
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error
        return this.rejectUsage(`${name}: ${error.message}`)
      }
    })
    return target
  }

  #fullName(): string {
    return [...this.#parents(), this].map((command) => command.name()).join(' ')
  }

  #parents() {
    const parents: Command[] = []
    for (let { parent } = this as Command; parent !== null; { parent } = parent) parents.unshift(parent)
    return parents
  }

  #exampleText(error: boolean) {
    const program = this.#parents()[0] ?? this
    // Only the meaning is wrapped, so that the example can be copied.
    const lines = this.#examples.flatMap(([text, meaning]) => [
      `  ${program.name()} ${text}`,
      ...this.#wrap(meaning, error, exampleIndent.length).map((line) => exampleIndent + line),
    ])
    return lines.length === 0 ? '' : ['\nExamples:', ...lines].join('\n')
  }

  /** The lines of a text, beside an indentation, in the width of the terminal. */
  #wrap(text: string, error: boolean, indentation = 0) {
    const { getErrHelpWidth, getOutHelpWidth } = this.configureOutput()
    const width = (error ? getErrHelpWidth?.() : getOutHelpWidth?.()) ?? 80
    return this.createHelp()
      .boxWrap(text, width - indentation)
      .split('\n')
  }
}

const optionDescription = ({ description, defaultValue }: Option) =>
  defaultValue === undefined ? description : `${description} By default ${defaultValue}.`

/** An unknown option without its value. */
const withoutValue = (option: string) => /^(--[^=]*|-[^-])/s.exec(option)?.[0] ?? option

/** The message for too many arguments, without their values. */
const withoutValues = (message: string) => message.replace(/(but got \d+): .*/s, '$1.')

/** A message of Commander, `error: …` with the nearest name in parentheses on the next line, as one line. */
const asSentence = (message: string) => {
  const [text = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/(?<![.?])$/, '.')
  return suggestion === undefined ? sentence : `${sentence} ${suggestion.slice(1, -1)}`
}
