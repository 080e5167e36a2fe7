import { pino } from 'pino'

type LoggedLine = Readonly<{ level?: number; msg?: string }>

/** A log and the lines that were written to it. */
export const aLog = () => {
  const lines: LoggedLine[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as LoggedLine)
  return { log: pino({ base: null, timestamp: false }, { write }), lines }
}
