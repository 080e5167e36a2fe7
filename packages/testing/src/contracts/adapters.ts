import type { Repositories } from '@museum/application'

/**
 * Opens repositories on a new, empty store. The contracts call it once for each test.
 *
 * - `one` and `other` are the repositories of two servers that share the store: two connections to one database. Where
 *   sharing is impossible, as in memory, they are the same repositories.
 * - `age` makes every idempotency record, cancellation of a ticket, removed occurrence, delivery, request of an e-mail and reservation in
 *   the store that many seconds older: by an update of their times, or with a clock that you pass to the repositories, which begins with
 *   the current time. Of a delivery these are the times at which it is due, its claim expires, and it was attempted; of a reservation,
 *   the times at which it was made and at which its places stop being held.
 * - `close` ends the connections. It is called after each test.
 *
 * A contract calls more repositories than the one that it is about. For example, a ticket is refused because of the
 * stored events, and entries of the audit log are counted. So `one` and `other` have all of them, on the same store;
 * the README lists which of them each contract calls. `inMemoryRepositories()` can stand for repositories that it does not
 * call.
 */
export type OpenAdapters = () => Promise<
  Readonly<{
    one: Repositories
    other: Repositories
    /** Makes everything that expires that many seconds older, as above. Does nothing where nothing expires. */
    age: (seconds: number) => Promise<unknown>
    /** Closes the store after a test. */
    close?: () => Promise<unknown>
  }>
>
