import type { Repositories } from '../repositories.ts'

/**
 * Opens repositories on a new, empty store. The contracts call it once for each test.
 *
 * - `one` and `other` are the repositories of two servers that share the store: two connections to one database. Where
 *   sharing is impossible, as in memory, they are the same repositories.
 * - `age` makes every idempotency record, cancellation of a ticket and removed occurrence in the store that many seconds
 *   older: by an update of their times, or by a clock that you have passed to the repositories.
 * - `close` ends the connections. It is called after each test.
 *
 * A contract calls more repositories than the one that it is about. It finds a ticket refused by what the events say, and
 * counts what the audit has. So `one` and `other` have all of them, on the same store; the README lists which of them each
 * contract calls. `inMemoryRepositories()` can stand for those that it does not call.
 */
export type OpenAdapters = () => Promise<
  Readonly<{
    one: Repositories
    other: Repositories
    /** Makes what expires older by so many seconds, as above. Repositories without such things do nothing. */
    age: (seconds: number) => Promise<unknown>
    /** Closes the store after a test. */
    close?: () => Promise<unknown>
  }>
>
