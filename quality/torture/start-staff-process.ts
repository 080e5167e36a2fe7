import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { endWithSuite, isRunning } from './spawn-server.ts'

/** A process that changes hours, entry times, users and events of its own. */
export type StaffProcess = Readonly<{
  /** Ends the process with SIGKILL, and starts another one. */
  replace: () => Promise<void>
  /** Ends the process with SIGTERM. Resolves to a fault when it ended otherwise. */
  stop: () => Promise<string | undefined>
}>

const start = (databaseUrl: string, logFile: string): ChildProcess => {
  const log = openSync(logFile, 'a')
  const script = join(import.meta.dirname, 'staff-process.ts')
  const child = spawn(process.execPath, ['--conditions=@museum/source', script, databaseUrl], {
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return endWithSuite(child)
}

/** Starts a process on a database. What it prints is appended to a file. */
export const startStaffProcess = (databaseUrl: string, logFile: string): StaffProcess => {
  let child = start(databaseUrl, logFile)
  const faults: string[] = []
  const end = async (signal: NodeJS.Signals) => {
    if (isRunning(child)) {
      child.kill(signal)
      await once(child, 'exit')
    } else faults.push(`A staff process exited by itself (${child.signalCode ?? child.exitCode}), see ${logFile}.`)
  }
  return {
    async replace() {
      await end('SIGKILL')
      child = start(databaseUrl, logFile)
    },
    async stop() {
      await end('SIGTERM')
      // A process that has not started yet does not handle the signal.
      if (child.exitCode !== 0 && child.signalCode !== 'SIGTERM' && faults.length === 0)
        faults.push(`A staff process exited with ${child.signalCode ?? child.exitCode} after SIGTERM, see ${logFile}.`)
      return faults[0]
    },
  }
}
