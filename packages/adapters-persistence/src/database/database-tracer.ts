/** A request that has joined a batch, as `joinBatch` returns it. */
type Member = unknown

/**
 * Called around what the database does, for traces. The functions are called in the asynchronous context of the request that
 * the work is done for, and must not throw.
 */
export type DatabaseTracer = Readonly<{
  /** Runs `execute`, which executes a statement. `sql` has placeholders instead of values. */
  traceStatement: <Result>(sql: string, execute: () => Promise<Result>) => Promise<Result>
  /** Called when a request got a connection after this time, or, with an error, none. */
  onConnectionWait: (milliseconds: number, error?: unknown) => void
  /** Called when a request joins a batch. */
  joinBatch: () => Member
  /** Runs `run`, which executes a batch for these requests, 1 or more. */
  traceBatch: <Result>(members: readonly Member[], run: () => Promise<Result>) => Promise<Result>
}>
