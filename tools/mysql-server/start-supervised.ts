import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StepEvent, SupervisedStep, SupervisedTask } from './supervised-task.ts'

/** A step that the supervisor runs by request. */
export type RunningStep = {
  readonly processId: number
  /** The signal that ended the process, or its exit code; undefined while it runs. */
  readonly end: () => string | undefined
}

export type SupervisedServer = {
  /** Why the server ended without having been stopped; undefined while it runs. */
  readonly failure: () => string | undefined
  /** Writes the supervisor's messages to standard error from now on. */
  readonly forwardErrors: () => void
  /**
   * Runs a step of a task that `acceptsSteps`; resolves when the process has started. Only one step can run at a time.
   */
  readonly run: (step: SupervisedStep) => Promise<RunningStep>
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
    stdio: ['pipe', 'pipe', 'pipe'],
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

  // One step runs at a time: these are the events of the last one.
  let events: StepEvent[] = []
  createInterface({ input: supervisor.stdout }).on('line', (line) => events.push(JSON.parse(line) as StepEvent))

  // The supervisor does not keep this process alive.
  supervisor.unref()
  for (const stream of [supervisor.stdin, supervisor.stdout, supervisor.stderr]) (stream as Socket).unref()

  const failure = () => (ended ? messages.trim() || 'The supervisor ended without a message.' : undefined)
  return {
    failure,
    run: async (step) => {
      const answers: StepEvent[] = []
      events = answers
      supervisor.stdin.write(`${JSON.stringify(step)}\n`)
      for (;;) {
        const [start] = answers
        const end = () => answers.find((event) => 'ended' in event)?.ended ?? failure()
        if (start !== undefined && 'started' in start) return { processId: start.started, end }
        const reason = end()
        if (reason !== undefined) throw new Error(reason)
        await sleep(5)
      }
    },
    forwardErrors: () => void (forwards = true),
    stop: async () => {
      supervisor.ref()
      supervisor.stdin.end()
      await closed
    },
  }
}
