import TinyQueue from 'tinyqueue'

/**
 * The clock of a discrete-event simulation, and the events that are due. Times are in milliseconds. No library fits: simjs
 * 2.0.3 has no types and its own random numbers, simscript 1.0.37 installs a compiler, and simulation 9.0.0 is under the AGPL.
 */
export type Simulation = Readonly<{
  now: () => number
  /** Calls `action` when `delay` is over; actions that are due at the same time are called in the order of these calls. */
  after: (delay: number, action: () => void) => void
  /** Runs until no event is left, or until the time `end`. */
  run: (end?: number) => void
}>

type Event = Readonly<{ time: number; order: number; action: () => void }>

export const newSimulation = (): Simulation => {
  const events = new TinyQueue<Event>([], (a, b) => a.time - b.time || a.order - b.order)
  let [now, order] = [0, 0]
  return {
    now: () => now,
    after: (delay, action) => events.push({ time: now + delay, order: (order += 1), action }),
    run(end = Number.POSITIVE_INFINITY) {
      while (events.length > 0 && events.peek()!.time <= end) {
        const { time, action } = events.pop()!
        now = time
        action()
      }
    },
  }
}
