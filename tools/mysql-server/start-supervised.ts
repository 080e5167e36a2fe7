import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import type { GuardedWork } from './supervisor.ts'

/** A server under guard. */
export type Guarded = {
  /** What the guard said when the server ended although nobody had stopped it; undefined while all is well. */
  readonly failure: () => string | undefined
  /** From now on, whatever the guard says is shown on standard error. */
  readonly showWords: () => void
  /** Stops the server; its folder is gone when the promise is fulfilled. */
  readonly stop: () => Promise<void>
}

/** Starts a guard with the given work. It ends its server when stopped, or when this process ends in any way. */
export const startGuarded = (work: GuardedWork): Guarded => {
  const { NODE_OPTIONS: _meantForThisProcess, ...environment } = process.env
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'supervisor.ts')], {
    cwd: '/',
    // A session of its own: the Ctrl-C that ends a test run must not end the guard before it has cleared up.
    detached: true,
    env: environment,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let words = ''
  let ended = false
  let shown = false
  const gone = once(guard, 'close').then(
    () => void (ended = true),
    (error: Error) => {
      words += error.message
      ended = true
    },
  )
  guard.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    words += chunk
    if (shown) process.stderr.write(chunk)
  })
  guard.stdin.on('error', () => undefined)
  guard.stdin.write(`${JSON.stringify(work)}\n`)

  // The server must not keep a process alive which has nothing else to do.
  guard.unref()
  for (const stream of [guard.stdin, guard.stderr]) (stream as Socket).unref()

  return {
    failure: () => (ended ? words.trim() || 'It ended without a word.' : undefined),
    showWords: () => void (shown = true),
    stop: async () => {
      guard.ref()
      guard.stdin.end()
      await gone
    },
  }
}
