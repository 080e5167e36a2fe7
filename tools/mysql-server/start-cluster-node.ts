import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningStep, startSupervised } from './start-supervised.ts'
import type { SupervisedStep, SupervisedTask } from './supervised-task.ts'

/** The folder of a node, and its process, which can end and start again. */
export type NodeProcess = {
  readonly folder: string
  readonly isRunning: () => boolean
  /** Runs a program until it ends; resolves with what it wrote. Throws an error unless its exit code is 0. */
  readonly run: (step: SupervisedStep) => Promise<string>
  /**
   * Starts the server, and waits until the condition is met. If the server ends before, throws an error with the end of
   * its log.
   */
  readonly start: (step: SupervisedStep, isReady: () => Promise<boolean>) => Promise<void>
  readonly kill: () => Promise<void>
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  readonly stop: () => Promise<void>
}

const startTimeoutMilliseconds = 60_000

/** Starts a supervisor that runs the programs of one node, and removes the folder at the end. */
export const startClusterNode = (task: Omit<SupervisedTask, 'steps' | 'acceptsSteps'>): NodeProcess => {
  const supervised = startSupervised({ ...task, steps: [], acceptsSteps: true })
  let running: RunningStep | undefined
  const isRunning = () => running !== undefined && running.end() === undefined
  const log = () => readFileSync(join(task.folder, 'log'), 'utf8')
  const lastLines = (text: string) => text.trimEnd().split('\n').slice(-30).join('\n')
  const signal = (name: NodeJS.Signals) => {
    if (running === undefined || !isRunning()) throw new Error('The node does not run.')
    process.kill(running.processId, name)
  }
  const untilEnd = async (step: RunningStep): Promise<string> => {
    for (;;) {
      const end = step.end()
      if (end !== undefined) return end
      await sleep(5)
    }
  }
  const kill = async () => {
    if (running === undefined || !isRunning()) return
    signal('SIGKILL')
    await untilEnd(running)
  }
  return {
    folder: task.folder,
    isRunning,
    async run(step) {
      running = await supervised.run(step)
      const end = await untilEnd(running)
      const text = log()
      if (end !== 'exit code 0') throw new Error(`${step.program} ended with ${end}:\n${lastLines(text)}`)
      return text
    },
    async start(step, isReady) {
      running = await supervised.run(step)
      const deadline = Date.now() + startTimeoutMilliseconds
      while (!(await isReady().catch(() => false))) {
        const end = running.end()
        if (end !== undefined) throw new Error(`The node ended with ${end}:\n${lastLines(log())}`)
        if (Date.now() > deadline) {
          await kill()
          throw new Error(`The node was not ready after ${startTimeoutMilliseconds} ms:\n${lastLines(log())}`)
        }
        await sleep(25)
      }
    },
    kill,
    async pause() {
      signal('SIGSTOP')
      // It may run on for a moment.
      while (stateOf(running!.processId) !== 'T') await sleep(1)
    },
    resume: async () => signal('SIGCONT'),
    stop: supervised.stop,
  }
}

/** The state of a process as in `man 5 proc`: `T` when it is stopped. */
const stateOf = (processId: number) => readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)![0]
