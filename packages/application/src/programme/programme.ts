import {
  Availability,
  CalendarDate,
  EntryTimes,
  type EventId,
  type Schedule,
  SpecialEvent,
  type TimeOfDay,
} from '@museum/domain'
import type { EventAvailability } from '../capacity/capacity-repository.ts'
import { Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'

/** How far the programme looks ahead. */
const days = 365
/** The most entries of events in a programme, which are the first ones: dates, or the sessions on them. */
const maxEntries = Page.maxCountedItems
/** In milliseconds. An event of a revision does not change, unless the database is restored from a backup. */
const maxAge = 60_000

/** A special event, with the dates that are in the programme: at least one, in ascending order. */
type ProgrammeEvent = Omit<SpecialEvent, 'occurrences' | 'capacity' | 'entryTimes'> &
  Readonly<{
    dates: readonly CalendarDate[]
    /** The entry times on each of the dates, its sessions, in ascending order; none for an event without. */
    times: readonly TimeOfDay[]
  }>

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
    /** The entries of each event for which no place is left: its dates, and the sessions on them. */
    soldOut: ReadonlyMap<EventId, ReadonlySet<string>>
    /** The dates of each event for which few places are left. */
    few: ReadonlyMap<EventId, ReadonlySet<CalendarDate>>
  }>

/** The names of entries of a programme. */
export const Programme = {
  /** Names a date of an event, or a session on it: `2030-05-17`, `2030-05-17-19:00`. */
  entry: (date: CalendarDate, time?: TimeOfDay): string => (time === undefined ? date : `${date}-${time}`),
}

type Ports = Pick<
  MuseumPorts,
  'museumHours' | 'specialEvents' | 'capacities' | 'today' | 'now' | 'timeOf' | 'generalPrice' | 'currency'
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
  const clock = { today, timeOfDay: ports.timeOf(now) }
  const [{ weekly, exceptions, generalPrice: price = generalPrice }, read] = await Promise.all([
    museumHours.schedule(period.startDate, period.endDate),
    scope === 'full' ? capacities.availabilityOfEvents({ ...period, limit: maxEntries, clock }) : [],
  ])
  const rows = firstRows(read)
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
  const soldOut = soldOutIn(rows, events)
  const few = byEvent(rows, (row) => (Availability.levelOf(row) === 'few' ? [row.date] : []))
  const places = [soldOut, few].map((all) => [...all].map(([eventId, dates]) => [eventId, [...dates].join()]))
  const text = JSON.stringify([today, price, Object.entries(weekly).toSorted(), [...exceptions].toSorted(), places])
  const programme =
    isSame && text === recent.text
      ? recent.programme
      : { today, schedule: { weekly, exceptions }, events, soldOut, few, generalPrice: price, currency }
  return { programme, text, rows, known: { since: known.since, events: found } }
}

/** The first rows, of at most `maxEntries` entries. */
const firstRows = (rows: readonly EventAvailability[]) => {
  let entries = 0
  const end = rows.findIndex(({ entryTimes = [] }) => (entries += Math.max(1, entryTimes.length)) > maxEntries)
  return end === -1 ? rows : rows.slice(0, end)
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
  [...byEvent(rows, ({ date }) => [date])].flatMap(([eventId, dates]) => {
    const event = found.get(eventId)
    if (event === undefined) return []
    const { occurrences: _, capacity: __, entryTimes: ___, ...shown } = event
    const times = EntryTimes.ofEvent(SpecialEvent.entryTimesOf(event).rule).map(({ entryTime }) => entryTime)
    return [{ ...shown, dates: [...dates], times }]
  })

/** A session that has ended has no places left: it is not in its row. */
const soldOutIn = (rows: readonly EventAvailability[], events: readonly ProgrammeEvent[]) => {
  const timesOf = new Map(events.map(({ eventId, times }) => [eventId, times]))
  return byEvent(rows, ({ event, date, available, entryTimes }) => {
    const left = new Set(entryTimes?.filter((time) => time.available !== 0).map(({ entryTime }) => entryTime))
    const sessions = entryTimes === undefined ? [] : (timesOf.get(event.eventId) ?? [])
    return [
      ...(available === 0 ? [Programme.entry(date)] : []),
      ...sessions.filter((time) => !left.has(time)).map((time) => Programme.entry(date, time)),
    ]
  })
}

/** What the rows of each event have, each once; events and their entries are in the order of the rows. */
const byEvent = <Entry>(
  rows: readonly EventAvailability[],
  entriesOf: (row: EventAvailability) => readonly Entry[],
): ReadonlyMap<EventId, ReadonlySet<Entry>> => {
  const entries = new Map<EventId, Set<Entry>>()
  for (const row of rows)
    for (const entry of entriesOf(row)) {
      const { eventId } = row.event
      entries.set(eventId, (entries.get(eventId) ?? new Set()).add(entry))
    }
  return entries
}
