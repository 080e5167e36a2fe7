import { startCommand } from './start-server.ts'

/** The password of the administrator in the tests of start errors. */
export const password = 'correct horse battery staple'

/** The exit code and the output of a command that does not start with this database. */
export const printedBy = async (
  name: string,
  folder: string,
  url: string,
  environment: Readonly<Record<string, string>> = {},
) => {
  const settings = { MUSEUM_PORT: '0', MUSEUM_DATABASE_URL: url, MUSEUM_ADMIN_PASSWORD: password, ...environment }
  const command = startCommand(name, folder, { environment: settings })
  // A server that starts is killed, so that the test does not wait for it.
  command.waitForOutput(/the server is listening/).then(
    () => command.child.kill('SIGKILL'),
    () => undefined,
  )
  const { code } = await command.exited
  await command.closed
  return { code, text: command.output.text }
}

/** What a command prints and exits with that cannot start. */
export const startError = (sentence: string) => ({ code: 1, text: `${sentence}\n` })

/** The start error of every command when a newer version has migrated the database. */
export const newerVersion = startError(
  'The database was migrated by a newer version of the museum (2999-01-01-later). Start that version, or a later one.',
)
