import { OutcomeUnknown, Unavailable } from '@museum/application'

/** What the application is told of an error of the database, without the statement and the values in its message. */
export const unavailable = (what: string, cause: unknown): Unavailable =>
  cause instanceof Unavailable ? cause : new Unavailable(said(what, cause), { cause })

/** The same of an error in whose moment a write was under way. */
export const outcomeUnknown = (cause: unknown): OutcomeUnknown =>
  new OutcomeUnknown(said('The database went away during a write', cause), { cause })

const said = (what: string, cause: unknown) => {
  const { errstr, code, message } = cause as { errstr?: unknown; code?: unknown; message?: unknown }
  return `${what} (${String(errstr ?? code ?? message)})`
}
