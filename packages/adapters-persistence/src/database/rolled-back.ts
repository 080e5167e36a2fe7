/** Thrown inside a transaction to roll it back with an outcome, which `rolledBackOutcome` hands to the caller. */
export class RolledBack extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('The transaction is rolled back')
    this.outcome = outcome
  }
}

/** For the `catch` of a transaction: resolves with the outcome of a `RolledBack`, and rejects with any other error. */
export const rolledBackOutcome = <Outcome>(error: unknown): Outcome => {
  if (error instanceof RolledBack) return error.outcome as Outcome
  throw error
}
