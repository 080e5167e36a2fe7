import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import type { SupervisedTask } from './supervised-task.ts'

export type SupervisedServer = {
  /** Why the server ended without having been stopped; undefined while it runs. */
  readonly failure: () => string | undefined
  /** From now on, writes the supervisor's messages to standard error. */
  readonly forwardErrors: () => void
  /** Stops the server, and resolves when its folder is removed. */
  readonly stop: () => Promise<void>
}

/** Starts a supervisor process. It stops its server when `stop` is called, or when this process ends in any way. */
export const startSupervised = (task: SupervisedTask): SupervisedServer => {
  const { NODE_OPTIONS: _ofThisProcess, ...environment } = process.env
  const supervisor = spawn(process.execPath, [join(import.meta.dirname, 'supervisor.ts')], {
    cwd: '/',
    // In a session of its own, so that the Ctrl-C that ends a test run does not end the supervisor before it has cleaned up.
    detached: true,
    env: environment,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let messages = ''
  let ended = false
  let forwards = false
  const closed = once(supervisor, 'close').then(
    () => void (ended = true),
    (error: Error) => {
      messages += error.message
      ended = true
    },
  )
  supervisor.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    messages += chunk
    if (forwards) process.stderr.write(chunk)
  })
  supervisor.stdin.on('error', () => undefined)
  supervisor.stdin.write(`${JSON.stringify(task)}\n`)

  // The supervisor does not keep this process alive.
  supervisor.unref()
  for (const stream of [supervisor.stdin, supervisor.stderr]) (stream as Socket).unref()

  return {
    failure: () => (ended ? messages.trim() || 'The supervisor ended without a message.' : undefined),
    forwardErrors: () => void (forwards = true),
    stop: async () => {
      supervisor.ref()
      supervisor.stdin.end()
      await closed
    },
  }
}
