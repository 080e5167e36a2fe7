import { type MuseumDatabase, type WrongCounter, findWrongCounters } from '@museum/adapters-persistence'
import type { Config } from '../configuration/config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('sold-tickets')

/** How many wrong counters are named. */
const maxNamed = 20

/** Whether the counter of each limited date is the number of its tickets. */
export const checkSoldTickets = async (database: MuseumDatabase, { basePath }: Config): Promise<readonly Finding[]> => {
  const { counters, wrong, uncheckedUntil } = await findWrongCounters(database)
  const unchecked =
    uncheckedUntil === undefined
      ? []
      : [
          warning(
            `There was no time to count the tickets of ${uncheckedUntil} and earlier dates.`,
            'Run doctor again when the database has less to do.',
          ),
        ]
  if (counters === 0) return [...unchecked, ok('No date with a capacity has tickets.')]
  if (wrong.length === 0)
    return [
      ...unchecked,
      ok(`What is sold of ${counters} ${counters === 1 ? 'date' : 'dates'} with a capacity is right.`),
    ]
  return [
    ...unchecked,
    ...wrong.slice(0, maxNamed).map((counter) => serious(messageOf(counter), adviceFor(counter, basePath))),
    ...(wrong.length > maxNamed
      ? [serious(`What is sold is wrong for ${wrong.length - maxNamed} more dates.`, 'Correct these first.')]
      : []),
  ]
}

const messageOf = ({ event, date, sold, tickets }: WrongCounter) => {
  const what = event === undefined ? 'general entry' : `the event ${event.name} (${event.eventId})`
  return `For ${what} on ${date}, ${sold} tickets count as sold, but there are ${tickets}.`
}

const adviceFor = ({ event, capacity }: WrongCounter, basePath: string) => {
  const path = event === undefined ? '/museum-hours/capacity' : `/special-events/${event.eventId}/capacity`
  const other = capacity > 0 ? capacity - 1 : capacity + 1
  return (
    `Set the capacity to ${other} and then to ${capacity} again (PUT ${basePath}${path}): each change counts the tickets. ` +
    'Then report the fault to the developers of the museum.'
  )
}
