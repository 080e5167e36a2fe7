import { type Logger, pino } from 'pino'

/** A log for a command, whose output is read by a person: prints the messages of warnings to standard error. */
export const openCommandLog = (): Logger =>
  pino({ level: 'warn' }, { write: (line: string) => console.error((JSON.parse(line) as { msg: string }).msg) })
