/**
 * A process of its own which starts a server, watches it and clears up after it.
 *
 * Run as `node guard.ts` with its work as one line of JSON on standard input. The line is followed by nothing; what
 * counts is when the pipe closes. The kernel closes it when the process at the other end is gone, be it finished,
 * crashed or killed with -9, and the guard then stops the server and removes its folder.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import process from 'node:process'

/** One program to run; its output goes to the file `log` in the folder. */
export type GuardedStep = {
  readonly program: string
  readonly arguments: readonly string[]
  /** A file in the folder which the program reads as its standard input. */
  readonly input?: string
}

/** What a guard does for its starter. */
export type GuardedWork = {
  /** Made at the beginning, readable by its owner only, and removed at the end. */
  readonly folder: string
  /** Folders to make inside it. */
  readonly folders: readonly string[]
  /** Files to write inside it, by name. */
  readonly files: Readonly<Record<string, string>>
  /** Run one after the other; the last one is the server and stays until the end. */
  readonly steps: readonly GuardedStep[]
  /** Whether the server's data is to be used again: then it is stopped cleanly. */
  readonly keepsData?: boolean
  /** Whether the server is started again whenever somebody has killed it with -9. */
  readonly restartsWhenKilled?: boolean
  /** Run at the end, for a server that outlives the program which started it. */
  readonly farewell?: GuardedStep
}

let running: ChildProcess | undefined
let signal: NodeJS.Signals = 'SIGKILL'
let ending = false

const lastLines = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
  } catch {
    return ''
  }
}

const run = async (folder: string, step: GuardedStep): Promise<string> => {
  const input = step.input === undefined ? 'ignore' : openSync(join(folder, step.input), 'r')
  const log = openSync(join(folder, 'log'), 'a')
  try {
    running = spawn(step.program, step.arguments, { cwd: folder, stdio: [input, log, log] })
    const [code, signal] = (await once(running, 'exit')) as [number | null, NodeJS.Signals | null]
    return signal ?? `exit code ${code}`
  } finally {
    running = undefined
    closeSync(log)
    if (typeof input === 'number') closeSync(input)
  }
}

const runAgain = async (folder: string, step: GuardedStep): Promise<string> => {
  const end = await run(folder, step)
  return end === 'SIGKILL' && !ending ? runAgain(folder, step) : end
}

const doWork = async (work: GuardedWork): Promise<void> => {
  if (work.keepsData) signal = 'SIGTERM'
  mkdirSync(work.folder, { mode: 0o700 })
  try {
    for (const folder of work.folders) mkdirSync(join(work.folder, folder))
    for (const [name, content] of Object.entries(work.files)) writeFileSync(join(work.folder, name), content)
    for (const [index, step] of work.steps.entries()) {
      if (ending) return
      const isServer = index === work.steps.length - 1
      const end = await (isServer && work.restartsWhenKilled ? runAgain(work.folder, step) : run(work.folder, step))
      if (!ending && (isServer || end !== 'exit code 0')) {
        process.stderr.write(`${step.program} ended with ${end}:\n${lastLines(join(work.folder, 'log'))}\n`)
        process.exitCode = 1
        return
      }
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    ending = true
    if (work.farewell) await run(work.folder, work.farewell).catch(() => undefined)
    rmSync(work.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const end = (): void => {
  if (ending) return
  ending = true
  // Nothing of a throw-away server is to be saved, so there is no reason to wait for a clean stop.
  running?.kill(signal)
}

const main = async (): Promise<void> => {
  // The reader of our words may be gone already.
  process.stderr.on('error', () => undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)

  const lines = createInterface({ input: process.stdin })
  lines.once('close', end)
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string | undefined]
  if (line !== undefined) await doWork(JSON.parse(line) as GuardedWork)
  process.stdin.destroy()
}

await main()
