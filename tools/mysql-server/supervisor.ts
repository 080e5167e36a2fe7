/**
 * A process of its own that starts a server, watches it, stops it and removes its folder.
 *
 * It reads its task, a `SupervisedTask`, as one line of JSON from standard input. Its work ends when that pipe closes:
 * the kernel closes it when the process at the other end has exited, crashed or been killed.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { StepEvent, SupervisedStep, SupervisedTask } from './supervised-task.ts'

let running: ChildProcess | undefined
// A clean stop would only take time, since the data of the server are usually deleted.
let stopSignal: NodeJS.Signals = 'SIGKILL'
let stopping = false

const lastLines = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
  } catch {
    return ''
  }
}

/** Resolves with the signal that ended the program, or with its exit code. */
const run = async (
  folder: string,
  step: SupervisedStep,
  onStart = (_processId: number): void => undefined,
): Promise<string> => {
  const input = step.input === undefined ? 'ignore' : openSync(join(folder, step.input), 'r')
  const log = openSync(join(folder, 'log'), 'a')
  try {
    running = spawn(step.program, step.arguments, {
      cwd: folder,
      stdio: [input, log, log],
      env: { ...process.env, ...step.environment },
    })
    if (running.pid !== undefined) onStart(running.pid)
    const [code, signal] = (await once(running, 'exit')) as [number | null, NodeJS.Signals | null]
    return signal ?? `exit code ${code}`
  } finally {
    running = undefined
    closeSync(log)
    if (typeof input === 'number') closeSync(input)
  }
}

const runWithRestarts = async (folder: string, step: SupervisedStep): Promise<string> => {
  const end = await run(folder, step)
  return end === 'SIGKILL' && !stopping ? runWithRestarts(folder, step) : end
}

const tell = (event: StepEvent): void => void process.stdout.write(`${JSON.stringify(event)}\n`)

const runRequestedSteps = async (folder: string, lines: AsyncIterator<string>): Promise<void> => {
  for (;;) {
    const line = await lines.next()
    if (line.done || stopping) return
    const step = JSON.parse(line.value) as SupervisedStep
    tell({ ended: await run(folder, step, (processId) => tell({ started: processId })) })
  }
}

const perform = async (task: SupervisedTask, lines: AsyncIterator<string>): Promise<void> => {
  if (task.keepsData) stopSignal = 'SIGTERM'
  mkdirSync(task.folder, { mode: 0o700 })
  try {
    for (const folder of task.folders) mkdirSync(join(task.folder, folder))
    for (const [name, content] of Object.entries(task.files)) writeFileSync(join(task.folder, name), content)
    for (const [index, step] of task.steps.entries()) {
      if (stopping) return
      const isServer = !task.acceptsSteps && index === task.steps.length - 1
      const end = await (isServer && task.restartsWhenKilled
        ? runWithRestarts(task.folder, step)
        : run(task.folder, step))
      if (!stopping && (isServer || end !== 'exit code 0')) {
        process.stderr.write(`${step.program} ended with ${end}:\n${lastLines(join(task.folder, 'log'))}\n`)
        process.exitCode = 1
        return
      }
    }
    if (task.acceptsSteps) await runRequestedSteps(task.folder, lines)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    stopping = true
    if (task.cleanup) await run(task.folder, task.cleanup).catch(() => undefined)
    rmSync(task.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const stop = (): void => {
  if (stopping) return
  stopping = true
  running?.kill(stopSignal)
}

const main = async (): Promise<void> => {
  // The process that reads this output may have ended.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

  const input = createInterface({ input: process.stdin })
  input.once('close', stop)
  const lines = input[Symbol.asyncIterator]()
  const task = await lines.next()
  if (!task.done) await perform(JSON.parse(task.value) as SupervisedTask, lines)
  process.stdin.destroy()
}

await main()
