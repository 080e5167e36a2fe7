import { pino } from 'pino'

/** A log and the lines that were written to it. */
export const aLog = () => {
  const lines: unknown[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  return { log: pino({ base: null, timestamp: false }, { write }), lines }
}
