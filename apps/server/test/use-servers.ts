import { afterAll, afterEach, beforeEach } from '@jest/globals'
import { aTemporaryFolder } from './a-temporary-folder.ts'
import { commandRunner } from './command-runner.ts'
import type { NewDatabase } from './databases.ts'
import { type Inherited, type StartedServer, environmentOf, startCommand, startServer } from './start-server.ts'

type Settings = Readonly<Record<string, string>>

/**
 * For each test of a file or a block: a folder in which servers and commands run, and a database if `newDatabase` makes
 * one. The servers are killed after the test.
 */
export const useServers = (newDatabase?: NewDatabase) => {
  let [folder, databaseUrl]: [string, string | undefined] = ['', undefined]
  let cleanUps: (() => Promise<unknown>)[] = []
  const runner = commandRunner()
  afterAll(() => void runner.stop())
  beforeEach(async () => {
    const made = await aTemporaryFolder()
    folder = made.folder
    cleanUps = [made.remove]
    const database = await newDatabase?.(folder)
    databaseUrl = database?.url
    if (database !== undefined) cleanUps.push(database.drop)
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })
  const withDatabase = (settings: Settings): Settings => ({
    ...(databaseUrl !== undefined && { MUSEUM_DATABASE_URL: databaseUrl }),
    ...settings,
  })
  const runInTurn = (input: string | undefined, name: string, settings: Settings, args: readonly string[]) =>
    runner.run({
      words: [...name.split(' '), ...args],
      folder,
      environment: environmentOf(withDatabase(settings)),
      input,
    })
  return {
    folder: () => folder,
    /** The URL of the database that `newDatabase` made. */
    databaseUrl: () => databaseUrl!,
    /** Calls a function after the test. */
    after: (cleanUp: () => Promise<unknown>) => void cleanUps.push(cleanUp),
    start: async (settings: Settings = {}, inherited: Inherited = {}): Promise<StartedServer> => {
      const server = await startDespiteLoad(folder, withDatabase(settings), inherited)
      cleanUps.push(() => server.stop('SIGKILL'))
      return server
    },
    startCommand: (name: string, settings: Settings = {}, ...args: readonly string[]) =>
      startCommand(name, folder, { environment: withDatabase(settings), args }),
    /** Starts a command with this text on its standard input, which stays open after it. */
    startWithInput: (input: string, name: string, settings: Settings = {}, ...args: readonly string[]) =>
      startCommand(name, folder, { environment: withDatabase(settings), args, input }),
    /** Starts a command in a terminal with this number of columns. */
    startInTerminal: (terminalColumns: number, name: string, settings: Settings = {}, ...args: readonly string[]) =>
      startCommand(name, folder, { environment: withDatabase(settings), args, terminalColumns, input: '' }),
    /** Runs a command to its end. Concurrent calls run one after another. */
    run: (name: string, settings: Settings = {}, ...args: readonly string[]) =>
      runInTurn(undefined, name, settings, args),
    /** As `run`, with this text on its standard input, which stays open after it. */
    runWithInput: (input: string, name: string, settings: Settings = {}, ...args: readonly string[]) =>
      runInTurn(input, name, settings, args),
    /** Runs a command to its end in a process of its own. */
    runProcess: (name: string, settings: Settings = {}, ...args: readonly string[]) =>
      toEnd(startCommand(name, folder, { environment: withDatabase(settings), args })),
    /** As `runProcess`, with this text on its standard input, which stays open after it. */
    runProcessWithInput: (input: string, name: string, settings: Settings = {}, ...args: readonly string[]) =>
      toEnd(startCommand(name, folder, { environment: withDatabase(settings), args, input })),
  }
}

/** Starts a server again if its first connection to the database came too late, on a slow machine. */
const startDespiteLoad = async (
  folder: string,
  settings: Settings,
  inherited: Inherited,
  attempts = 5,
): Promise<StartedServer> => {
  try {
    return await startServer(folder, settings, inherited)
  } catch (error) {
    if (attempts === 1 || !(error as Error).message.includes('(no connection came in time)')) throw error
    return startDespiteLoad(folder, settings, inherited, attempts - 1)
  }
}

const toEnd = async ({ exited, closed, output, stdout, stderr }: ReturnType<typeof startCommand>) => {
  const { code } = await exited
  await closed
  return { code, text: output.text, stdout: stdout.text, stderr: stderr.text }
}
