import type { Brand } from './brand.ts'

/** A moment, in whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = Brand<number, 'Instant'>
/** Makes an `Instant` from milliseconds since 1970-01-01T00:00:00Z; fractions are dropped. */
export const Instant = (milliseconds: number): Instant => Math.trunc(milliseconds) as Instant
