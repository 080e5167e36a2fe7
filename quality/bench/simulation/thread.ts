import type { Cores } from './cores.ts'

/** A thread does one piece of work after another, such as the event loop of a server. */
export type Thread = Readonly<{
  /** Does work that needs `milliseconds` of a processor after all earlier work, then calls `done`. */
  run: (milliseconds: number, done: () => void) => void
  /** The pieces of work that have not ended. */
  unfinished: () => number
}>

/** A thread on a machine, whose processors it shares with other threads. */
export const newThread = (cores: Cores): Thread => {
  const waiting: { milliseconds: number; done: () => void }[] = []
  let isRunning = false
  const startNext = () => {
    const work = waiting.shift()
    if (work === undefined) return
    isRunning = true
    cores.run(work.milliseconds, () => {
      isRunning = false
      work.done()
      if (!isRunning) startNext()
    })
  }
  return {
    run(milliseconds, done) {
      waiting.push({ milliseconds, done })
      if (!isRunning) startNext()
    },
    unfinished: () => waiting.length + (isRunning ? 1 : 0),
  }
}
