import { isatty } from 'node:tty'
import { type RequestRecord, describeError } from '@museum/adapters-http'
import { type Logger, pino } from 'pino'
import { escapeForLog } from './escape-controls.ts'
import { logDestination, writeToStandardOutput } from './log-destination.ts'
import { terminalFormat } from './terminal-format.ts'

/**
 * Opens a log on standard output: a JSON object a line, or, on a terminal, lines for a person. Lines that cannot be
 * written are lost; `onLostLine` is called with each, and their number is logged once writing works again.
 */
export const openLog = (level: string, onLostLine?: () => void): Logger => {
  const reportLost = (lostLines: number) =>
    log.warn({ lostLines }, 'log lines were lost because the log could not be written fast enough')
  const destination = logDestination(writeToStandardOutput(), reportLost, onLostLine)
  const format = isatty(1) ? terminalFormat(process.stdout.hasColors()) : String
  const log = pino(
    { level, serializers: { error: describeError }, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { ...destination, write: (line: string) => destination.write(escapeForLog(format(line))) },
  )
  return log
}

/** Resolves when all lines of the log are written, or after a second. */
export const flushLog = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()))

/** Passes the record of each request to `onResponse`, then logs it. */
export const responseLog =
  (log: Logger, onResponse?: (record: RequestRecord) => void) =>
  (record: RequestRecord): void => {
    onResponse?.(record)
    // Logged after the response is written, so that the client does not wait for it.
    process.nextTick(() => log[levelOf(record)](record, 'answered'))
  }

// 503 is expected while the database is unavailable; 500 is a defect.
const levelOf = ({ status }: RequestRecord) => (status === 500 ? 'error' : status > 500 ? 'warn' : 'info')
