import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

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

/** Structured logs, a JSON object a line on standard output; in a terminal, lines for a person. */
export const openLog = (level: string): Logger =>
  pino(
    { level, serializers: { error: described }, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    process.stdout.isTTY
      ? pretty({ singleLine: true, translateTime: 'HH:MM:ss', sync: true })
      : pino.destination({ dest: 1, sync: false }),
  )
