import { readFileSync } from 'node:fs'

/** A tick of the kernel's clock, in which `/proc` counts processor time. */
const tickMicroseconds = 10_000

/** The processor time of a process with all its threads, in microseconds. `NaN` on other systems than Linux. */
export const processorMicroseconds = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMicroseconds
  } catch {
    return Number.NaN
  }
}
