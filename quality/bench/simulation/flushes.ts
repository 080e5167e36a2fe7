import type { Simulation } from './simulation.ts'

/** Stores the log of a database durably: calls `done` after a flush that began after this call. */
export type Flush = (done: () => void) => void

/** A disk that does one flush at a time, each for all commits that wait when it begins: the group commit of a database. */
export const newFlushes = ({ after }: Simulation, flushMilliseconds: number): Flush => {
  let waiting: (() => void)[] = []
  let isFlushing = false
  const startNext = () => {
    if (waiting.length === 0) return
    const commits = waiting
    waiting = []
    isFlushing = true
    after(flushMilliseconds, () => {
      isFlushing = false
      startNext()
      for (const done of commits) done()
    })
  }
  return (done) => {
    waiting.push(done)
    if (!isFlushing) startNext()
  }
}
