import { AsyncLocalStorage } from 'node:async_hooks'

// Kysely passes no deadline on to the drivers, so it is kept in the asynchronous context.
const deadline = new AsyncLocalStorage<number>()

/** Runs work that must end within `milliseconds`, or by the caller's own deadline if that is earlier. */
export const withDeadline = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> =>
  withOwnDeadline(Math.min(milliseconds, millisecondsLeft()), work)

/** Runs work that must end within `milliseconds`, regardless of the deadline of its caller. */
export const withOwnDeadline = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> =>
  deadline.run(performance.now() + milliseconds, work)

/** The milliseconds until the deadline of the work that calls this; infinite outside of `withDeadline`. */
export const millisecondsLeft = (): number => (deadline.getStore() ?? Number.POSITIVE_INFINITY) - performance.now()
