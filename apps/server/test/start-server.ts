import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withSocket } from '../../../tools/bind-socket.ts'
import { program } from './programs.ts'

type CommandOptions = Readonly<{
  environment?: Readonly<Record<string, string>>
  args?: readonly string[]
  /** An open file for the standard output; by default it is kept in `output`. */
  stdout?: 'pipe' | number
  /** A text on the standard input, which stays open after it; by default the standard input is empty. */
  input?: string
  /**
   * Runs the command in a pseudo-terminal with this number of columns. `input` is what is typed, and the settings of the
   * terminal after the command are the end of the output.
   */
  terminalColumns?: number
  /** The descriptor of a socket that the process inherits as systemd passes it. */
  socket?: number | undefined
  /** How many files the process may open. */
  openFiles?: number | undefined
}>

/**
 * A command in a pseudo-terminal. Node cannot make one; the program `script` can, and belongs to the base systems of
 * Debian and macOS.
 */
export const inTerminal = (columns: number, words: readonly string[]): readonly string[] => {
  const shell = ['/bin/sh', '-c', `stty cols ${columns}; "$@"; code=$?; stty -a; exit $code`, 'sh', ...words]
  return process.platform === 'darwin'
    ? ['script', '-q', '/dev/null', ...shell]
    : ['script', '-qefc', shell.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' '), '/dev/null']
}

/** Starts a command of the program `museum`, such as `users list`, as a process with this working directory. */
export const startCommand = (
  command: string,
  folder: string,
  { args = [], terminalColumns, openFiles, ...options }: CommandOptions = {},
) => {
  const words = [process.execPath, '--conditions=@museum/source', program, ...command.split(' '), ...args]
  if (options.socket !== undefined) words.unshift(...withSocket)
  if (openFiles !== undefined) words.unshift('/bin/sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh')
  return startProgram(terminalColumns === undefined ? words : inTerminal(terminalColumns, words), folder, options)
}

/** The environment of a command, without the settings of the test run. */
export const environmentOf = (settings: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^(MUSEUM_|TEST_|NODE_OPTIONS|JEST_|FORCE_COLOR|NO_COLOR|CI$|OTEL_|LISTEN_)/.test(key),
    ),
  ),
  ...settings,
})

/** Starts a program, its name and arguments, as a process with this working directory. */
export const startProgram = (
  [file, ...args]: readonly string[],
  folder: string,
  {
    environment = {},
    stdout = 'pipe',
    input,
    socket,
  }: Omit<CommandOptions, 'args' | 'terminalColumns' | 'openFiles'> = {},
) => {
  const child: ChildProcess = spawn(file!, args, {
    cwd: folder,
    env: environmentOf(environment),
    stdio: [input === undefined ? 'ignore' : 'pipe', stdout, 'pipe', ...(socket === undefined ? [] : [socket])],
  })
  if (input !== undefined) {
    // The process may end before it reads.
    child.stdin!.on('error', () => undefined)
    child.stdin!.write(input)
  }
  const [output, stdoutText, stderrText] = [{ text: '' }, { text: '' }, { text: '' }]
  /** Resolves after `exited`, when the output is complete. */
  const closed = once(child, 'close')
  const exited = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }))
  for (const [stream, text] of [
    [child.stdout, stdoutText],
    [child.stderr, stderrText],
  ] as const)
    stream?.on('data', (chunk: Buffer) => {
      output.text += chunk.toString()
      text.text += chunk.toString()
    })
  /** Resolves when the output matches. Rejects when the process ends before. */
  const waitForOutput = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output.text)
      if (found) return found
      const next = new Promise((resolve) => child.stdout!.once('data', resolve))
      const hasExited = await Promise.race([next.then(() => false), exited.then(() => true)])
      if (hasExited && !pattern.test(output.text))
        throw new Error(`the process ended without the output ${pattern}:\n${output.text}`)
    }
  }
  return { child, output, stdout: stdoutText, stderr: stderrText, exited, closed, waitForOutput }
}

/** The value of an `Authorization` header. */
export const basicAuth = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** What a server inherits. */
export type Inherited = Pick<CommandOptions, 'socket' | 'openFiles'>

/** Starts a server on a free port, or at a socket that it inherits; `request` sends requests with the credentials of its administrator. */
export const startServer = async (
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  inherited: Inherited = {},
) => {
  const server = startCommand('serve', folder, { environment: { MUSEUM_PORT: '0', ...environment }, ...inherited })
  const [, origin] = await server.waitForOutput(/"address":"(http:\/\/127\.0\.0\.1:\d+)\/v1\.1"/)
  const password =
    environment['MUSEUM_ADMIN_PASSWORD'] ??
    (await readFile(join(folder, 'data/admin-password'), 'utf8').catch(() => '')).trim()
  const authorization = basicAuth(environment['MUSEUM_ADMIN_USERNAME'] ?? 'admin', password)
  // Without keep-alive: a stopping server waits 3 seconds for an idle connection.
  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/v1.1${path}`, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json', Connection: 'close', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    server.child.kill(signal)
    return server.exited
  }
  return { ...server, origin: origin!, password, authorization, request, stop }
}

export type StartedServer = Awaited<ReturnType<typeof startServer>>
