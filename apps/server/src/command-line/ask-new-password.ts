import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Password } from '@museum/application'
import { escapeForTerminal } from '../system/escape-controls.ts'
import { CommandFailed } from './command-failed.ts'
import { Interrupted } from './interrupted.ts'

/** The terminal of a command: where the user types, and where questions are displayed. */
export type Terminal = Readonly<{ input: NodeJS.ReadableStream; output: NodeJS.WritableStream }>

/**
 * Asks for a new password of a user twice, without displaying it, until both are equal and it may be one. Throws
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

// Not by `read` or `@inquirer/password`: after Ctrl-D, their promises stay pending.
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
