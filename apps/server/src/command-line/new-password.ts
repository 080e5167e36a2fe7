import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { Password } from '@museum/application'
import { escapeForTerminal } from '../observability/log/escape-controls.ts'
import { CommandFailed, Interrupted } from './command-failed.ts'
import { type Terminal, canAsk, readFirstLine, terminal } from './input.ts'
import type { MuseumCommand } from './museum-command.ts'

/** For the help of commands with `addPasswordOption`: where they read the password. */
export const passwordNote =
  'The password has at least 10 characters. It is asked for in a terminal, and is otherwise the first line of standard ' +
  'input.'

/**
 * Adds the option `--password-file` to a command. Returns a function that reads the new password of a user from the file, from
 * standard input, or from the terminal. A fault of a password that is not typed is one of the arguments.
 */
export const addPasswordOption = (command: MuseumCommand): ((username: string) => Promise<Password>) => {
  command.option(
    '--password-file <file>',
    'Read the password from the first line of a file, or of standard input for -.',
  )
  return async (username) => {
    const { passwordFile } = command.opts<{ passwordFile?: string }>()
    const file = passwordFile === '-' ? undefined : passwordFile
    if (file === undefined && canAsk()) return askNewPassword(terminal, username)
    const read = await readGivenPassword(file, process.stdin)
    return typeof read === 'string' ? read : command.rejectUsage(read.fault)
  }
}

/**
 * Asks for a new password of a user twice, without displaying it, until both are equal and the password is allowed. Throws
 * `Interrupted` at Ctrl-C, and `CommandFailed` when the input ends.
 */
export const askNewPassword = async (terminal: Terminal, username: string): Promise<Password> => {
  const say = (sentence: string) => terminal.output.write(`${sentence}\n`)
  for (;;) {
    const password = await askHidden(terminal, `New password for ${escapeForTerminal(username)}: `)
    const fault = Password.faultOf(password)
    if (fault !== undefined) say(`The password ${fault.detail}.`)
    else if ((await askHidden(terminal, 'The same password again: ')) === password) return Password(password)
    else say('The two passwords differ.')
  }
}

// `read` and `@inquirer/password` are not used: after Ctrl-D, their promises stay pending.
const askHidden = ({ input, output }: Terminal, question: string): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // The terminal is in raw mode from here, so what is typed is displayed only where readline writes it.
  const lines = createInterface({ input, output: discard(), terminal: true, historySize: 0 })
  lines.once('line', resolve)
  lines.once('SIGINT', () => reject(new Interrupted()))
  lines.once('close', () => reject(new CommandFailed('No password was typed.')))
  for (const event of ['line', 'SIGINT']) lines.once(event, () => lines.close())
  output.write(question)
  return promise.finally(() => output.write('\n'))
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a new password: the first line of a file, or of the standard input if there is no file. Returns a fault as a
 * sentence, which does not contain the password.
 */
export const readGivenPassword = async (
  file: string | undefined,
  standardInput: Readable,
): Promise<Password | Readonly<{ fault: string }>> => {
  const source = file === undefined ? 'standard input' : JSON.stringify(file)
  let line: Buffer
  try {
    line = await readFirstLine(file === undefined ? standardInput : createReadStream(file))
  } catch (error) {
    return { fault: `--password-file: ${describeReadError(error as NodeJS.ErrnoException, source)}` }
  }
  if (line.length === 0)
    return {
      fault:
        file === undefined
          ? 'There is no password in the first line of standard input. Write it there, or use --password-file.'
          : `--password-file: there is no password in the first line of ${source}.`,
    }
  const password = decode(line)
  if (password === undefined) return { fault: `The password in the first line of ${source} is not UTF-8.` }
  const fault = Password.faultOf(password)
  return fault === undefined
    ? Password(password)
    : { fault: `The password in the first line of ${source} ${fault.detail}.` }
}

const describeReadError = ({ code }: NodeJS.ErrnoException, source: string) => {
  if (code === 'ENOENT') return `there is no file ${source}.`
  if (code === 'EISDIR') return `${source} is a folder.`
  return `${source} cannot be read (${code}).`
}

const decode = (bytes: Buffer) => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
