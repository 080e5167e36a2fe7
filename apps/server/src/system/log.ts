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

/**
 * Structured logs, a JSON object a line on standard output; in a terminal, lines for a person. Lines that cannot be
 * written are lost, counted, and reported once writing works again.
 */
export const openLog = (level: string): Logger => {
  const destination = logDestination(writeToStandardOutput(), (lostLines) =>
    log.warn({ lostLines }, 'lines of this log were lost, because it could not be written'),
  )
  const pretty = isatty(1) ? prettyFactory({ singleLine: true, translateTime: 'HH:MM:ss' }) : String
  const log = pino(
    { level, serializers: { error: described }, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { ...destination, write: (line: string) => destination.write(pretty(line)) },
  )
  return log
}
