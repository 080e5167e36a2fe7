import { AsyncLocalStorage } from 'node:async_hooks'

// The drivers are asked by Kysely, which passes no deadline on; so it travels with the asynchronous context.
const deadline = new AsyncLocalStorage<number>()

/** Runs work that must be done within so many milliseconds; those who wait in it ask how many are left. */
export const withDeadline = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> =>
  deadline.run(performance.now() + milliseconds, work)

/** How long the work that is under way may still take; for ever outside of `withDeadline`. */
export const millisecondsLeft = (): number => (deadline.getStore() ?? Number.POSITIVE_INFINITY) - performance.now()
