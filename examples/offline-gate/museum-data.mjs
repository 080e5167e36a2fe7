import { readFile } from 'node:fs/promises'
import { replaceFile } from './durable-files.mjs'
import { problemOf } from './server.mjs'

/**
 * What the gate knows of the museum.
 * @typedef {object} MuseumData
 * @property {string} server the URL of the API that it was loaded from
 * @property {string} loadedAt
 * @property {object[]} keys public keys, as JSON Web Keys
 * @property {string} date revocations of tickets for this date and later ones are known
 * @property {string} completeAt when all revocations were loaded
 * @property {string} cursor where the server continues the list of revocations
 * @property {string[]} tickets the ticketIds of cancelled tickets
 * @property {string[]} occurrences removed dates of events, as `nameOfOccurrence` writes them
 */

/** Restored events disappear only from a complete list: it is loaded this often. */
const completeMilliseconds = 60 * 60 * 1_000
/** A list of revocations of this age is named with each decision on it. */
const oldMilliseconds = 5 * 60 * 1_000

const nameOfOccurrence = (/** @type {string} */ eventId, /** @type {string} */ date, /** @type {number} */ number) =>
  `${eventId} ${date} ${number}`

/**
 * Opens the keys and revocations. They are kept in a file, so that the gate also starts without a network. Those of another
 * server than `url` are not used; without a `url` those of every server are.
 */
export const openMuseumData = async (
  /** @type {string} */ path,
  /** @type {() => string} */ today,
  /** @type {string | undefined} */ url,
) => {
  /** @type {MuseumData | undefined} */
  let data
  let [tickets, occurrences] = [new Set(), new Set()]
  const setData = (/** @type {MuseumData} */ loaded) => {
    data = loaded
    tickets = new Set(loaded.tickets)
    occurrences = new Set(loaded.occurrences)
  }
  const text = await readFile(path, 'utf8').catch(() => undefined)
  /** @type {MuseumData | undefined} */
  const stored = text && JSON.parse(text)
  if (stored && (url === undefined || stored.server === url)) setData(stored)

  return {
    keys: () => data?.keys,
    /** Whether the ticket of a code is cancelled, itself or with its date. */
    isRevoked: (/** @type {any} */ { ticketId, ticketDate, eventId, occurrence }) =>
      tickets.has(ticketId) || occurrences.has(nameOfOccurrence(eventId, ticketDate, occurrence)),
    /** When the revocations were loaded, if that is more than five minutes ago. */
    oldLoadedAt: () =>
      data !== undefined && Date.now() - Date.parse(data.loadedAt) > oldMilliseconds ? data.loadedAt : undefined,
    describe: () =>
      data === undefined
        ? 'no keys'
        : `keys: ${data.keys.length}, cancelled tickets: ${tickets.size}, removed dates: ${occurrences.size} (${data.loadedAt})`,

    /** Loads the keys, and the revocations that are new. Returns a sentence when it has failed. */
    load: async (/** @type {import('./server.mjs').Server} */ server) => {
      const now = new Date().toISOString()
      const [date, former] = [today(), data]
      const keySet = await server.get('/ticket-keys')
      if (keySet.status !== 200 || !Array.isArray(keySet.body?.keys)) return problemOf(keySet)

      const isContinued =
        former?.date === date && Math.abs(Date.now() - Date.parse(former.completeAt)) < completeMilliseconds
      const since = isContinued ? `&since=${encodeURIComponent(former.cursor)}` : ''
      const revocations = await server.get(`/ticket-revocations?date=${date}${since}`)
      if (revocations.status !== 200 || !Array.isArray(revocations.body?.tickets)) {
        // A cursor that the server does not accept is given up.
        if (revocations.status === 400 && former !== undefined) setData({ ...former, date: '' })
        return problemOf(revocations)
      }
      // The new part may repeat entries of the earlier ones.
      const before = isContinued ? former : { tickets: [], occurrences: [], completeAt: now }
      const names = revocations.body.occurrences.map((/** @type {any} */ each) =>
        nameOfOccurrence(each.eventId, each.date, each.number),
      )
      setData({
        server: server.url,
        loadedAt: now,
        keys: keySet.body.keys,
        date,
        completeAt: before.completeAt,
        cursor: revocations.body.cursor,
        tickets: [...new Set([...before.tickets, ...revocations.body.tickets])],
        occurrences: [...new Set([...before.occurrences, ...names])],
      })
      await replaceFile(path, JSON.stringify(data))
      return undefined
    },
  }
}
/** @typedef {Awaited<ReturnType<typeof openMuseumData>>} OpenMuseumData */
