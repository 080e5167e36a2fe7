import { readFileSync } from 'node:fs'

type Vector = Readonly<{
  /** The date of a ticket, and its entry time if it has one. */
  ticket: string
  early: number
  late: number | null
  dayEnds: string
  /** The date and time of a scan. */
  scan: string
  /** Null: it admits. */
  reason: string | null
}>

/** Settings that are left out are those of a museum that has set none. */
const usual: Omit<Vector, 'ticket' | 'scan'> = { early: 15, late: null, dayEnds: '00:00', reason: null }

const text = readFileSync(new URL('admission-times.json', import.meta.url), 'utf8')

/** Test vectors for the times at which tickets admit, which the domain and the gate of the client share. */
export const admissionTimes = (JSON.parse(text) as readonly (Partial<Vector> & Pick<Vector, 'ticket' | 'scan'>)[]).map(
  (vector) => {
    const [ticketDate, entryTime] = vector.ticket.split(' ') as [string, string?]
    const [date, timeOfDay] = vector.scan.split(' ') as [string, string]
    return Object.assign({ ticketDate, entryTime, date, timeOfDay }, usual, vector)
  },
)
