import {
  type Argument,
  type ErrorOptions,
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
 * A command of the program, or a group of commands. Commander would stop at the first fault of the arguments. This class
 * reports all faults of a command together, before its action, and the process exits with 2.
 */
export class MuseumCommand extends Command {
  /** Checks of the input, which run before the action. Their faults are reported together with those of the arguments. */
  readonly checks: (() => Promise<readonly string[]>)[] = []
  readonly #faults: string[] = []
  #hasUnknownOption = false
  readonly #examples: [text: string, meaning: string][] = []
  #loadHelp?: (() => Promise<string>) | undefined
  /** A method of Commander that its types lack: adds the fault, with the nearest option. */
  declare readonly unknownOption: (flag: string) => void
  /**
   * A method of Commander that its types lack: adds the fault that the first of `args` is no command, with the nearest command.
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
    // Commander calls the hooks of the parent groups, too.
    this.hook('preAction', async (_, command) => (command === this ? this.#check() : undefined))
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

  /** Reports faults that commander cannot find, and ends the command. */
  rejectUsage(...faults: readonly string[]): never {
    this.#faults.push(...faults.map(escapeForTerminal))
    return this.#rejectFaults() as never
  }

  /** Reports the faults that an operation found in members which have the names of options, and ends the command. */
  rejectRefusal({ faults = [] }: Pick<Refusal, 'faults'>): never {
    return this.rejectUsage(...faults.map(({ member, detail }) => `--${member} ${detail}.`))
  }

  override addArgument(argument: Argument): this {
    return super.addArgument(this.#withFaults(argument, argument.name()))
  }

  override addOption(option: Option): this {
    return super.addOption(this.#withFaults(option, option.long ?? option.flags))
  }

  /** Reports every unknown option of a command. The word after it may be its value or an argument. */
  override parseOptions(args: string[]): ParseOptionsResult {
    const { operands, unknown } = super.parseOptions(args)
    const end = unknown.indexOf('--')
    const [beforeEnd, afterEnd] = end < 0 ? [unknown, []] : [unknown.slice(0, end), unknown.slice(end + 1)]
    if (this.#isGroup() || beforeEnd.some((arg) => arg === '-h' || arg === '--help')) return { operands, unknown }
    const isOption = (arg: string) => arg.length > 1 && arg.startsWith('-')
    for (const arg of beforeEnd.filter(isOption)) this.unknownOption(nameOf(arg))
    return { operands: [...operands, ...beforeEnd.filter((arg) => !isOption(arg)), ...afterEnd], unknown: [] }
  }

  override error(message: string, { code }: ErrorOptions = {}): never {
    if (code === 'commander.unknownOption') this.#hasUnknownOption = true
    // The value of an unknown option looks like an extra argument.
    if (code !== 'commander.excessArguments' || !this.#hasUnknownOption)
      this.#faults.push(escapeForTerminal(asSentence(withoutValues(message))))
    if (this.#isGroup()) this.#rejectFaults()
    // Commander goes on, with the other arguments and options, and then calls the hook `preAction`.
    return undefined as never
  }

  #isGroup() {
    return this.commands.length > 0
  }

  /** Makes the parser of an argument or option report its fault here, and return `undefined`, instead of throwing. */
  #withFaults<Target extends Argument | Option>(target: Target, name: string): Target {
    const { parseArg } = target
    if (parseArg === undefined) return target
    target.argParser((value: string | undefined, previous: unknown) => {
      // An option whose value is missing, which is reported elsewhere.
      if (value === undefined) return undefined
      try {
        return parseArg(value, previous)
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error
        this.#faults.push(escapeForTerminal(`${name}: ${error.message}`))
        return undefined
      }
    })
    return target
  }

  async #check() {
    for (const findFaults of this.checks) this.#faults.push(...(await findFaults()).map(escapeForTerminal))
    this.#rejectFaults()
  }

  #rejectFaults() {
    if (this.#faults.length === 0) return
    const text = [...this.#faults, `See: ${this.#fullName()} --help`].join('\n')
    this.configureOutput().writeErr?.(`${text}\n`)
    throw new CommanderError(wrongUsage, 'museum.wrongUsage', text)
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

/** The name of an unknown option without its value, which may be secret. */
const nameOf = (option: string) => /^(--[^=]*|-.)/s.exec(option)![0]

/** The message for too many arguments, without their values, which may be secret. */
const withoutValues = (message: string) => message.replace(/(but got \d+): .*/s, '$1.')

/** A message of Commander, `error: …` with the nearest name in parentheses on the next line, as one line. */
const asSentence = (message: string) => {
  const [text = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/(?<![.?])$/, '.')
  return suggestion === undefined ? sentence : `${sentence} ${suggestion.slice(1, -1)}`
}
