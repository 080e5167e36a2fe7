/** What processes use, as Linux reports it in `/proc`. Processor times are in microseconds, rounded to 10,000. */
import { readFileSync } from 'node:fs'

/** A tick of the kernel's clock, in which `/proc` counts processor time. */
const tickMicroseconds = 10_000

/** The processor time in a `stat` file of a process or a thread. `NaN` on other systems than Linux. */
const processorTimeIn = (statFile: string): number => {
  try {
    const fields = readFileSync(statFile, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMicroseconds
  } catch {
    return Number.NaN
  }
}

/** The processor time of a process with all its threads. */
export const processorMicroseconds = (pid: number): number => processorTimeIn(`/proc/${pid}/stat`)

/** The processor time of the main thread of a process: in Node, that of the event loop. */
export const mainThreadMicroseconds = (pid: number): number => processorTimeIn(`/proc/${pid}/task/${pid}/stat`)

/** The time that all processors of the machine were idle, each counted by itself. */
export const idleMicroseconds = (): number => {
  try {
    // The first line sums up all processors: user, nice, system, idle, and the wait for input and output, which is idle too.
    const [, , , , idle, waiting] = readFileSync('/proc/stat', 'utf8').split(/\s+/)
    return (Number(idle) + Number(waiting)) * tickMicroseconds
  } catch {
    return Number.NaN
  }
}

/** The resident memory of a process, in MiB. */
export const residentMebibytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
