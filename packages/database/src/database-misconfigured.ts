import type { Database } from './database.ts'

/**
 * Thrown when the database cannot be used until an operator changes something. The message is for the operator: the fault
 * and the advice. It contains no statement and no value.
 */
export class DatabaseMisconfigured extends Error {
  override readonly name = 'DatabaseMisconfigured'
  /** One sentence: what is wrong, with the driver's code in parentheses if there is one. */
  readonly fault: string
  /** One or more sentences: what the operator must do. May be empty. */
  readonly advice: string

  constructor(fault: string, advice = '', options?: ErrorOptions) {
    super(advice === '' ? fault : `${fault} ${advice}`, options)
    this.fault = fault
    this.advice = advice
  }
}

/**
 * Turns an error into a `DatabaseMisconfigured` if it, or one of its causes, is one that an operator can correct; returns any
 * other error unchanged.
 */
export const asDatabaseMisconfigured = ({ engine }: Pick<Database<never>, 'engine'>, error: unknown): unknown => {
  for (let each = error; each !== undefined && each !== null; each = (each as { cause?: unknown }).cause) {
    if (each instanceof DatabaseMisconfigured) return each
    const message = engine.operatorMessage(each)
    if (message !== undefined) return new DatabaseMisconfigured(...message, { cause: error })
  }
  return error
}
