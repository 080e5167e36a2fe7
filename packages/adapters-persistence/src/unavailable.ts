import { Unavailable } from '@museum/application'

/** What the application is told of an error of the database, without the statement and the values in its message. */
export const unavailable = (what: string, cause: unknown): Unavailable => {
  const { errstr, code, message } = cause as { errstr?: unknown; code?: unknown; message?: unknown }
  return new Unavailable(`${what} (${String(errstr ?? code ?? message)})`, { cause })
}
