import type { Password } from '@museum/application'
import { askNewPassword } from '../../command-line/ask-new-password.ts'
import { canAsk } from '../../command-line/confirm.ts'
import type { MuseumCommand } from '../../command-line/museum-command.ts'
import { readGivenPassword } from '../../command-line/read-given-password.ts'

/** Where commands with `newPasswordOption` take the password from, for their help. */
export const passwordNote =
  'The password has at least 10 characters. It is asked for in a terminal, and is otherwise the first line of standard ' +
  'input.'

/**
 * Adds the option `--password-file` to a command. Returns the function that reads the new password of a user: from the
 * file, from standard input, or from the terminal. The faults of one that is not typed are reported with those of the
 * arguments.
 */
export const newPasswordOption = (command: MuseumCommand): ((username: string) => Promise<Password>) => {
  let given: Password | undefined
  command.option(
    '--password-file <file>',
    'Read the password from the first line of a file, or of standard input for -.',
  )
  command.checks.push(async () => {
    const { passwordFile } = command.opts<{ passwordFile?: string }>()
    const file = passwordFile === '-' ? undefined : passwordFile
    if (file === undefined && canAsk()) return []
    const read = await readGivenPassword(file, process.stdin)
    if (typeof read !== 'string') return [read.fault]
    given = read
    return []
  })
  // What is on standard output may go to a file.
  return async (username) => given ?? askNewPassword({ input: process.stdin, output: process.stderr }, username)
}
