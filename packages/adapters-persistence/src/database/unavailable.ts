import { OutcomeUnknown, Unavailable } from '@museum/application'

/** An `Unavailable` for an error of the database. Its message has the code of the error, but no statement and no value. */
export const unavailable = (summary: string, cause: unknown): Unavailable =>
  cause instanceof Unavailable ? cause : new Unavailable(withCode(summary, cause), { cause })

/** An `OutcomeUnknown` for an error of the database during a write. */
export const outcomeUnknown = (cause: unknown): OutcomeUnknown =>
  new OutcomeUnknown(withCode('A write to the database may have been committed', cause), { cause })

const withCode = (summary: string, cause: unknown) => {
  const { errstr, code, message } = cause as { errstr?: unknown; code?: unknown; message?: unknown }
  return `${summary} (${String(errstr ?? code ?? message)})`
}
