import { type ChildProcess, spawn } from 'node:child_process'
import { commandRunnerProgram } from './programs.ts'

export type CommandToRun = Readonly<{
  words: readonly string[]
  folder: string
  environment: Readonly<Record<string, string | undefined>>
  /** A text on the standard input, which stays open after it; by default the standard input is empty. */
  input: string | undefined
}>

/** What a command printed, `text` in the order in which it was written, and its exit code. */
export type CommandOutput = Readonly<{ code: number; text: string; stdout: string; stderr: string }>

/**
 * A process that runs commands one after another, for tests of what a command prints and does. It starts with the first
 * command. Tests of the process itself (its end, signals or terminal, or concurrent commands) start a process for each command.
 */
export const commandRunner = () => {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()

  const start = () => {
    const started = spawn(process.execPath, ['--conditions=@museum/source', commandRunnerProgram], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    return started
  }
  const send = (command: CommandToRun): Promise<CommandOutput> => {
    const runner = (child ??= start())
    const { promise, resolve, reject } = Promise.withResolvers<CommandOutput>()
    const onExit = () =>
      reject(new Error(`the command ${command.words.join(' ')} ended the process that runs commands`))
    runner.once('exit', onExit)
    runner.once('message', (output) => resolve(output as CommandOutput))
    runner.send(command)
    return promise.finally(() => runner.off('exit', onExit))
  }
  return {
    run: (command: CommandToRun): Promise<CommandOutput> => {
      const running = last.then(() => send(command))
      last = running.catch(() => undefined)
      return running
    },
    stop: () => child?.kill('SIGKILL'),
  }
}
