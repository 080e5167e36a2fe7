import { AsyncLocalStorage } from 'node:async_hooks'

// The drivers are asked by Kysely, which passes no deadline on; so it travels with the asynchronous context.
const deadline = new AsyncLocalStorage<number>()

/** Runs work that must be done within so many milliseconds, or within those that are left of a work around it. */
export const within = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> =>
  deadline.run(performance.now() + Math.min(milliseconds, millisecondsLeft()), work)

/** How long the work that is under way may still take; for ever outside of `within`. */
export const millisecondsLeft = (): number => (deadline.getStore() ?? Number.POSITIVE_INFINITY) - performance.now()
