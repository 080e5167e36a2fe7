import { randomInt, randomUUIDv7 } from 'node:crypto'
import { CalendarDate } from '@museum/domain'

/** Time, identity and chance, from the machine. `today` is the date in the museum's time zone, or the fixed one. */
export const systemPorts = (timeZone: string, today?: CalendarDate) => ({
  today: () => today ?? CalendarDate(Temporal.Now.plainDateISO(timeZone).toString()),
  newId: () => randomUUIDv7(),
  randomInt: (below: number) => randomInt(below),
})
