import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = (name: string) => fileURLToPath(new URL(`../src/commands/${name}.ts`, import.meta.url))

/** A program of the server as a process of its own, in a folder of its own; `stdout` may be an open file instead. */
export const run = (
  name: string,
  folder: string,
  environment: Record<string, string> = {},
  args: readonly string[] = [],
  stdout: 'pipe' | number = 'pipe',
) => {
  // What the tests run under is not what the program runs under.
  const inherited = Object.entries(process.env).filter(([key]) => !/^(MUSEUM_|TEST_|NODE_OPTIONS|JEST_)/.test(key))
  const child: ChildProcess = spawn(process.execPath, ['--conditions=@museum/source', program(name), ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', stdout, 'pipe'],
  })
  const output = { text: '' }
  const exited = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }))
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output.text += chunk.toString()
    })
  /** Waits for a line of the output; throws when the process ends without it. */
  const said = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output.text)
      if (found) return found
      const next = new Promise((resolve) => child.stdout!.once('data', resolve))
      const ended = await Promise.race([next.then(() => false), exited.then(() => true)])
      if (ended && !pattern.test(output.text))
        throw new Error(`the process ended without saying ${pattern}:\n${output.text}`)
    }
  }
  return { child, output, exited, said }
}

/** A folder for a museum; `remove` when it is no longer needed. */
export const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'museum-server-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A server that listens on a free port, and an administrator who asks it. */
export const aServer = async (folder: string, environment: Record<string, string> = {}) => {
  const server = run('serve', folder, { MUSEUM_PORT: '0', ...environment })
  const [, origin] = await server.said(/"address":"(http:\/\/127\.0\.0\.1:\d+)\/v1\.1"/)
  const password =
    environment['MUSEUM_ADMIN_PASSWORD'] ??
    (await readFile(join(folder, 'data/admin-password'), 'utf8').catch(() => '')).trim()
  const as = (username: string, secret: string) => `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
  const authorization = as(environment['MUSEUM_ADMIN_USERNAME'] ?? 'admin', password)
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/v1.1${path}`, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    server.child.kill(signal)
    return server.exited
  }
  return { ...server, origin: origin!, password, authorization, as, ask, stop }
}

/** A socket, and what was read from it so far. */
export const speak = (origin: string) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  let read = ''
  socket.on('data', (chunk) => {
    read += chunk.toString()
  })
  return { socket, text: () => read }
}

/** Sends bytes over a socket and reads the answer to its end. */
export const raw = async (origin: string, request: string) => {
  const { socket, text } = speak(origin)
  socket.write(request)
  await once(socket, 'close')
  const [head, body] = text().split('\r\n\r\n') as [string, string]
  return { head, status: Number(head.split(' ')[1]), record: JSON.parse(body) as Record<string, unknown> }
}
