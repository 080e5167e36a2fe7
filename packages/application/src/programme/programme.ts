import { CalendarDate, type EventId, type Schedule, type SpecialEvent } from '@museum/domain'
import type { EventAvailability } from '../capacity/capacity-repository.ts'
import { Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'

/** How far the programme looks ahead. */
const days = 365
/** The most dates of events in a programme, which are the first ones. */
const maxDates = Page.maxCountedItems
/** In milliseconds. An event of a revision does not change, unless the database is restored from a backup. */
const maxAge = 60_000

/** A special event, with the dates that are in the programme: at least one, in ascending order. */
type ProgrammeEvent = Omit<SpecialEvent, 'occurrences' | 'capacity' | 'entryTimes'> &
  Readonly<{ dates: readonly CalendarDate[] }>

/** What visitors are told of the museum: the hours, and in `full` scope the events of the next 365 days. */
export type ProgrammeScope = 'hours' | 'full'

/** What visitors are told of the museum on a date. */
export type Programme = Pick<MuseumPorts, 'generalPrice' | 'currency'> &
  Readonly<{
    today: CalendarDate
    /** The week, and the exceptions from today on. */
    schedule: Schedule
    /** In the order of their first dates, then of their eventIds. */
    events: readonly ProgrammeEvent[]
    /** The dates of each event for which no place is left. */
    soldOut: ReadonlyMap<EventId, ReadonlySet<CalendarDate>>
  }>

type Ports = Pick<
  MuseumPorts,
  'museumHours' | 'specialEvents' | 'capacities' | 'today' | 'now' | 'generalPrice' | 'currency'
>

export const programmeOperations = (ports: Ports) => {
  const latest: Partial<Record<ProgrammeScope, ReadProgramme>> = {}
  return {
    /**
     * Returns what visitors are told of the museum, as it is stored now. The programme and its `events` are the same objects
     * as before while they are equal to those: what was made of them is then still right.
     */
    getProgramme: async (scope: ProgrammeScope): Promise<Programme> => {
      const read = await readProgramme(ports, scope, latest[scope])
      latest[scope] = read
      return read.programme
    },
  }
}

/** A programme, and what tells whether the next one is equal to it. */
type ReadProgramme = Readonly<{
  programme: Programme
  /** The programme as text, apart from its events. */
  text: string
  rows: readonly EventAvailability[]
  known: KnownEvents
}>

type KnownEvents = Readonly<{ since: number; events: ReadonlyMap<EventId, SpecialEvent> }>
const noEvents: KnownEvents = { since: Number.NEGATIVE_INFINITY, events: new Map() }

const readProgramme = async (
  { museumHours, specialEvents, capacities, generalPrice, currency, ...ports }: Ports,
  scope: ProgrammeScope,
  before: ReadProgramme | undefined,
): Promise<ReadProgramme> => {
  const [today, now] = [ports.today(), ports.now()]
  const period = { startDate: today, endDate: CalendarDate.plusDays(today, days) }
  const [{ weekly, exceptions }, rows] = await Promise.all([
    museumHours.schedule(period.startDate, period.endDate),
    scope === 'full' ? capacities.availabilityOfEvents({ ...period, limit: maxDates }) : [],
  ])
  const recent = before !== undefined && Math.abs(now - before.known.since) < maxAge ? before : undefined
  const known = recent?.known ?? { ...noEvents, since: now }
  const current = await Promise.all(
    revisionsIn(rows).map(async ({ eventId, revision }) => {
      const event = known.events.get(eventId)
      return event?.revision === revision ? event : specialEvents.find(eventId)
    }),
  )
  const found = new Map(current.filter((event) => event !== undefined).map((event) => [event.eventId, event]))
  const isSame = recent !== undefined && areSameDates(recent.rows, rows) && areSameEvents(known.events, found)
  const events = isSame ? recent.programme.events : eventsOf(rows, found)
  const soldOut = soldOutIn(rows)
  const text = JSON.stringify([
    today,
    Object.entries(weekly).toSorted(),
    [...exceptions].toSorted(),
    [...soldOut].map(([eventId, dates]) => [eventId, [...dates].join()]),
  ])
  const programme =
    isSame && text === recent.text
      ? recent.programme
      : { today, schedule: { weekly, exceptions }, events, soldOut, generalPrice, currency }
  return { programme, text, rows, known: { since: known.since, events: found } }
}

/** Each event of the rows once. */
const revisionsIn = (rows: readonly EventAvailability[]) => [
  ...new Map(rows.map(({ event }) => [event.eventId, event])).values(),
]

const areSameDates = (before: readonly EventAvailability[], rows: readonly EventAvailability[]) =>
  before.length === rows.length &&
  rows.every(({ event, date }, n) => before[n]!.event.eventId === event.eventId && before[n]!.date === date)

const areSameEvents = (before: KnownEvents['events'], found: KnownEvents['events']) =>
  before.size === found.size && [...found].every(([eventId, event]) => before.get(eventId) === event)

/** An event that was deleted after the rows were read is left out. */
const eventsOf = (
  rows: readonly EventAvailability[],
  found: ReadonlyMap<EventId, SpecialEvent>,
): readonly ProgrammeEvent[] =>
  [...datesByEvent(rows)].flatMap(([eventId, dates]) => {
    const event = found.get(eventId)
    if (event === undefined) return []
    const { occurrences: _, capacity: __, entryTimes: ___, ...shown } = event
    return [{ ...shown, dates: [...dates] }]
  })

const soldOutIn = (rows: readonly EventAvailability[]) => datesByEvent(rows.filter(({ available }) => available === 0))

/** The dates of each event, events and dates in the order of the rows. */
const datesByEvent = (rows: readonly EventAvailability[]) => {
  const dates = new Map<EventId, Set<CalendarDate>>()
  for (const {
    event: { eventId },
    date,
  } of rows) {
    const ofEvent = dates.get(eventId)
    if (ofEvent === undefined) dates.set(eventId, new Set([date]))
    else ofEvent.add(date)
  }
  return dates
}
