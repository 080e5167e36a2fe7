import type { AdmissionCodeContent } from '../admission-code.ts'
import type { RemovedOccurrence, TicketKey } from '../generated/schemas.ts'
import { type AdmissionTimes, admissionTimesIn } from './admission-time.ts'
import { museumClock } from './museum-clock.ts'
import { type MuseumTime, gateDayOf } from './museum-time.ts'
import { type GateServer, membersOf, problemOf } from './server.ts'

/** What a gate has loaded from the museum. */
export type MuseumData = AdmissionTimes &
  Readonly<{
    /** The URL of the API that it was loaded from. */
    server: string
    loadedAt: string
    /** How far the clock of this device was ahead of the server's then, in milliseconds. */
    clockAhead?: number
    /** Public keys, as JSON Web Keys. */
    keys: readonly TicketKey[]
    /** Revocations of tickets for this date and later ones are known. */
    date: string
    /** When all revocations were loaded. */
    completeAt: string
    /** Where the server continues the list of revocations. */
    cursor: string
    /** The ticketIds of cancelled tickets. */
    tickets: readonly string[]
    /** Removed dates of events: the eventId, the date and the number of the occurrence, separated by spaces. */
    occurrences: readonly string[]
  }>

/** The interval for loading the complete list, the only one that no longer has the dates of restored events. */
const completeMilliseconds = 60 * 60 * 1_000
/** When the revocations are this old, each decision says how old they are. */
const oldMilliseconds = 5 * 60 * 1_000

const nameOfOccurrence = (eventId: string, date: string, number: number) => `${eventId} ${date} ${number}`

const isText = (value: unknown): value is string => typeof value === 'string'
const areTexts = (values: unknown): values is readonly string[] => Array.isArray(values) && values.every(isText)
const isTime = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value))
const isOccurrence = (value: unknown): value is RemovedOccurrence => {
  const { eventId, date, number } = membersOf(value)
  return isText(eventId) && isText(date) && Number.isInteger(number)
}

/** The keys with which a code can be verified. */
const usableKeys = async (keys: readonly TicketKey[]): Promise<readonly TicketKey[]> => {
  const isUsable = async (key: TicketKey) => {
    await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify'])
    return isText(key.kid)
  }
  const usable = await Promise.all(keys.map((key) => isUsable(key).catch(() => false)))
  return keys.filter((_, n) => usable[n])
}

/** Stored museum data with all of its members, or `undefined` if it is damaged. */
export const museumDataOf = async (stored: unknown): Promise<MuseumData | undefined> => {
  const { server, loadedAt, clockAhead = 0, keys, date, completeAt, cursor, tickets, occurrences } = membersOf(stored)
  if (!isText(server) || !isText(date) || !isText(cursor) || !isTime(loadedAt) || !isTime(completeAt)) return undefined
  if (!areTexts(tickets) || !areTexts(occurrences) || !Array.isArray(keys) || !Number.isFinite(clockAhead))
    return undefined
  const known = { server, loadedAt, clockAhead: clockAhead as number, keys: keys as TicketKey[], date }
  if ((await usableKeys(known.keys)).length < known.keys.length) return undefined
  return { ...known, ...admissionTimesIn(stored), completeAt, cursor, tickets, occurrences }
}

/**
 * What a gate knows of the museum: keys, revocations, and the time. `stored` are the data of an earlier run; `store` resolves when
 * newer data are durable.
 */
export const gateMuseumData = (
  stored: MuseumData | undefined,
  store: (data: MuseumData) => Promise<void>,
  /** What the museum's clock shows at a moment: of `museumTimeIn`. */
  timeAt: (moment: string) => MuseumTime,
  clock = museumClock(stored),
) => {
  const time = () => new Date(clock.now()).toISOString()
  let data: MuseumData | undefined
  let tickets: ReadonlySet<string> = new Set()
  let occurrences: ReadonlySet<string> = new Set()
  const setData = (loaded: MuseumData) => {
    data = loaded
    tickets = new Set(loaded.tickets)
    occurrences = new Set(loaded.occurrences)
  }
  if (stored) setData(stored)
  const times = (): AdmissionTimes => admissionTimesIn(data)
  const dayOf = (moment: string): string => gateDayOf(timeAt(moment), times())

  return {
    /** The time of the museum's server. */
    clock,
    /** The time of the museum's server, as an RFC 3339 date-time. */
    time,
    timeAt,
    /** When tickets admit. */
    times,
    /** The day of the gate at a moment, as YYYY-MM-DD: the date at the museum, or the day before until that ends. */
    dayOf,
    /** The current day of the gate. */
    today: (): string => dayOf(time()),
    keys: (): readonly TicketKey[] | undefined => data?.keys,
    /** Whether the ticket of a code is cancelled, itself or with its date. */
    isRevoked: (ticket: AdmissionCodeContent): boolean =>
      tickets.has(ticket.ticketId) ||
      (ticket.ticketType === 'event' &&
        occurrences.has(nameOfOccurrence(ticket.eventId, ticket.ticketDate, ticket.occurrence))),
    /** When the revocations were loaded, if ever. */
    loadedAt: (): string | undefined => data?.loadedAt,
    /** When the revocations were loaded, if that was more than five minutes ago; otherwise `undefined`. */
    oldLoadedAt: (): string | undefined =>
      data !== undefined && clock.now() - Date.parse(data.loadedAt) > oldMilliseconds ? data.loadedAt : undefined,
    describe: (): string =>
      data === undefined
        ? 'no keys'
        : `keys: ${data.keys.length}, cancelled tickets: ${tickets.size}, removed dates: ${occurrences.size} (${data.loadedAt})`,

    /** Loads the keys and the new revocations. Returns a sentence when it fails. */
    load: async (server: GateServer): Promise<string | undefined> => {
      const [now, former] = [time(), data]
      const keySet = await server.get('/ticket-keys')
      const { keys } = membersOf(keySet.body)
      if (keySet.status !== 200 || !Array.isArray(keys)) return problemOf(keySet)
      const loadedTimes = admissionTimesIn(keySet.body)
      const date = gateDayOf(timeAt(now), loadedTimes)

      const isContinued =
        former?.date === date && Math.abs(clock.now() - Date.parse(former.completeAt)) < completeMilliseconds
      const since = isContinued ? `&since=${encodeURIComponent(former.cursor)}` : ''
      const revocations = await server.get(`/ticket-revocations?date=${date}${since}`)
      const { tickets: newTickets, occurrences: removed, cursor } = membersOf(revocations.body)
      const hasMembers = areTexts(newTickets) && Array.isArray(removed) && removed.every(isOccurrence)
      if (revocations.status !== 200 || !hasMembers || typeof cursor !== 'string') {
        // The server does not accept the cursor: load the complete list.
        if (revocations.status === 400 && former !== undefined) setData({ ...former, date: '' })
        return problemOf(revocations)
      }
      // The new part may repeat entries of the earlier ones.
      const before = isContinued ? former : { tickets: [], occurrences: [], completeAt: now }
      const names = removed.map((each) => nameOfOccurrence(each.eventId, each.date, each.number))
      const loaded = {
        server: server.url,
        loadedAt: now,
        clockAhead: clock.ahead(),
        keys: await usableKeys(keys as TicketKey[]),
        ...loadedTimes,
        date,
        completeAt: before.completeAt,
        cursor,
        tickets: [...new Set([...before.tickets, ...newTickets])],
        occurrences: [...new Set([...before.occurrences, ...names])],
      }
      setData(loaded)
      await store(loaded)
      return undefined
    },
  }
}
/** What a gate knows of the museum. */
export type GateMuseumData = ReturnType<typeof gateMuseumData>
