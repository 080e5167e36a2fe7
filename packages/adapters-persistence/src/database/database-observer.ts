import type { RetriedErrorKind } from '../engines/database-error-kind.ts'

/** Called with what happens at a database, for metrics. The functions must not throw. */
export type DatabaseObserver = Readonly<{
  /** An attempt failed with an error of this kind, and another one follows. */
  onRetry?: (kind: RetriedErrorKind) => void
  /** A transaction was committed that stored this number of purchases, 1 or more. */
  onPurchasesCommitted?: (purchases: number) => void
  /** A database with several hosts uses this one from now on, such as `db2:3306`. */
  onHostChange?: (host: string) => void
}>

/** How many connections are in use, and how many reads and writes wait for one. */
export type ConnectionUse = Readonly<{
  /** How many connections may be in use at present. */
  max: number
  inUse: number
  /** On the embedded database also those that wait for the lock of another process. */
  waiting: number
}>
