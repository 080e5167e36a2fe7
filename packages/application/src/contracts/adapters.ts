import type { Repositories } from '../repositories.ts'

/**
 * Opens a new, empty store for two servers that share it (the same repositories twice where sharing is impossible).
 * `age(seconds)` makes every idempotency record, cancellation of a ticket and removed occurrence that much older.
 */
export type OpenAdapters = () => Promise<
  Readonly<{
    one: Repositories
    other: Repositories
    age: (seconds: number) => Promise<unknown>
    close?: () => Promise<unknown>
  }>
>
