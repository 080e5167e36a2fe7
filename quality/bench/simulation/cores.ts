import type { Simulation } from './simulation.ts'

/** The processors of a machine. */
export type Cores = Readonly<{
  /** Uses a processor for `milliseconds` in all, then calls `done`. */
  run: (milliseconds: number, done: () => void) => void
  /** The processor time that was used, of all processors. */
  used: () => number
}>

/**
 * Processors that take turns: work that needs longer than `quantum` waits behind the other work before it continues, as an
 * operating system does it.
 */
export const newCores = ({ after }: Simulation, count: number, quantum = 1): Cores => {
  const waiting: { left: number; done: () => void }[] = []
  let [free, used] = [count, 0]
  const startNext = () => {
    const work = waiting.shift()
    if (work === undefined) return
    free -= 1
    const slice = Math.min(work.left, quantum)
    after(slice, () => {
      used += slice
      free += 1
      work.left -= slice
      if (work.left > 0) waiting.push(work)
      // Before `done` is called: its own work must queue behind the work that waits already.
      startNext()
      if (work.left <= 0) work.done()
    })
  }
  return {
    run(milliseconds, done) {
      waiting.push({ left: milliseconds, done })
      if (free > 0) startNext()
    },
    used: () => used,
  }
}
