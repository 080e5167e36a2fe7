import { isatty } from 'node:tty'
import { type Logger, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { logDestination, writeToStandardOutput } from './log-destination.ts'

/** What is told of an error. The statement and the values of a database error stay out: they hold personal data. */
export const described = (
  error: Error & { code?: unknown; errno?: unknown; sql?: unknown; errcode?: unknown },
): object => {
  const { name, code, errno, errcode, sql, stack, message, cause } = error
  const isOfDatabase = sql !== undefined || errno !== undefined || errcode !== undefined
  return {
    type: name,
    ...(!isOfDatabase && { message }),
    ...(code !== undefined && { code }),
    ...(errno !== undefined && { errno }),
    ...(errcode !== undefined && { errcode }),
    stack: stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(cause instanceof Error && { cause: described(cause) }),
  }
}

// JSON escapes U+0000 to U+001F alone. A terminal obeys the controls of C1 as well, and the marks of writing direction
// change what a line seems to say.
const control = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A line of the log in which no character of a client controls the terminal that shows it. */
export const withoutControls = (line: string): string =>
  line.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Structured logs, a JSON object a line on standard output; in a terminal, lines for a person. Lines that cannot be
 * written are lost, counted, and reported once writing works again.
 */
export const openLog = (level: string): Logger => {
  const destination = logDestination(writeToStandardOutput(), (lostLines) =>
    log.warn({ lostLines }, 'lines of this log were lost, because it could not be written as fast as they came'),
  )
  const pretty = isatty(1) ? prettyFactory({ singleLine: true, translateTime: 'HH:MM:ss' }) : String
  const log = pino(
    { level, serializers: { error: described }, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { ...destination, write: (line: string) => destination.write(withoutControls(pretty(line))) },
  )
  return log
}
