/** What a process uses, as Linux reports it in `/proc`. */
import { readFileSync } from 'node:fs'

/** The processor time of a process with all its threads, in microseconds, rounded to 10,000. `NaN` on other systems. */
export const processorMicroseconds = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return Number.NaN
  }
}

/** The resident memory of a process, in MiB. */
export const residentMebibytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
