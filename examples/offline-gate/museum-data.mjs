import { readFile, rename } from 'node:fs/promises'
import { replaceFile } from './durable-files.mjs'
import { problemOf } from './server.mjs'

/**
 * The museum data that the gate has loaded.
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

/** The interval for loading the complete list, the only one that no longer has the dates of restored events. */
const completeMilliseconds = 60 * 60 * 1_000
/** When the revocations are this old, each decision says how old they are. */
const oldMilliseconds = 5 * 60 * 1_000

const nameOfOccurrence = (/** @type {string} */ eventId, /** @type {string} */ date, /** @type {number} */ number) =>
  `${eventId} ${date} ${number}`

const isText = (/** @type {unknown} */ value) => typeof value === 'string'
const areTexts = (/** @type {any} */ values) => Array.isArray(values) && values.every(isText)
const isTime = (/** @type {any} */ value) => isText(value) && !Number.isNaN(Date.parse(value))
const isOccurrence = (/** @type {any} */ value) =>
  isText(value?.eventId) && isText(value.date) && Number.isInteger(value.number)

/** The keys with which a code can be verified. */
const usableKeys = async (/** @type {any[]} */ keys) => {
  const isUsable = async (/** @type {any} */ key) => {
    await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify'])
    return isText(key.kid)
  }
  const usable = await Promise.all(keys.map((key) => isUsable(key).catch(() => false)))
  return keys.filter((_, n) => usable[n])
}

/** The content of the file, or `undefined` if it is damaged. */
const parseData = async (/** @type {string} */ text) => {
  try {
    const { server, loadedAt, keys, date, completeAt, cursor, tickets, occurrences } = JSON.parse(text)
    const hasTexts = areTexts([server, date, cursor]) && areTexts(tickets) && areTexts(occurrences)
    if (!hasTexts || !isTime(loadedAt) || !isTime(completeAt)) return undefined
    if ((await usableKeys(keys)).length < keys.length) return undefined
    return { server, loadedAt, keys, date, completeAt, cursor, tickets, occurrences }
  } catch {
    return undefined
  }
}

/**
 * Opens the keys and revocations. They are kept in a file, so that the gate also starts without a network. Those of another
 * server than `url` are not used; without a `url` those of every server are. A damaged file is kept under another name, and
 * loaded again from the server.
 */
export const openMuseumData = async (
  /** @type {string} */ path,
  /** @type {() => string} */ today,
  /** @type {string | undefined} */ url,
  /** @type {(line: string) => void} */ report,
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
  const stored = text === undefined ? undefined : await parseData(text)
  if (text !== undefined && stored === undefined) {
    await rename(path, `${path}.damaged`)
    report(`${path} is damaged: it is kept as ${path}.damaged, and loaded again from the server`)
  }
  if (stored && (url === undefined || stored.server === url)) setData(stored)

  return {
    keys: () => data?.keys,
    /** Whether the ticket of a code is cancelled, itself or with its date. */
    isRevoked: (/** @type {any} */ { ticketId, ticketDate, eventId, occurrence }) =>
      tickets.has(ticketId) || occurrences.has(nameOfOccurrence(eventId, ticketDate, occurrence)),
    /** The time at which the revocations were loaded, if that was more than five minutes ago; otherwise `undefined`. */
    oldLoadedAt: () =>
      data !== undefined && Date.now() - Date.parse(data.loadedAt) > oldMilliseconds ? data.loadedAt : undefined,
    describe: () =>
      data === undefined
        ? 'no keys'
        : `keys: ${data.keys.length}, cancelled tickets: ${tickets.size}, removed dates: ${occurrences.size} (${data.loadedAt})`,

    /** Loads the keys and the new revocations. Returns a sentence when it fails. */
    load: async (/** @type {import('./server.mjs').Server} */ server) => {
      const now = new Date().toISOString()
      const [date, former] = [today(), data]
      const keySet = await server.get('/ticket-keys')
      if (keySet.status !== 200 || !Array.isArray(keySet.body?.keys)) return problemOf(keySet)

      const isContinued =
        former?.date === date && Math.abs(Date.now() - Date.parse(former.completeAt)) < completeMilliseconds
      const since = isContinued ? `&since=${encodeURIComponent(former.cursor)}` : ''
      const revocations = await server.get(`/ticket-revocations?date=${date}${since}`)
      const { tickets: newTickets, occurrences: newOccurrences, cursor } = revocations.body ?? {}
      const hasMembers = areTexts(newTickets) && Array.isArray(newOccurrences) && newOccurrences.every(isOccurrence)
      if (revocations.status !== 200 || !hasMembers || !isText(cursor)) {
        // The server does not accept the cursor: load the complete list.
        if (revocations.status === 400 && former !== undefined) setData({ ...former, date: '' })
        return problemOf(revocations)
      }
      // The new part may repeat entries of the earlier ones.
      const before = isContinued ? former : { tickets: [], occurrences: [], completeAt: now }
      const names = newOccurrences.map((/** @type {any} */ each) =>
        nameOfOccurrence(each.eventId, each.date, each.number),
      )
      setData({
        server: server.url,
        loadedAt: now,
        keys: await usableKeys(keySet.body.keys),
        date,
        completeAt: before.completeAt,
        cursor,
        tickets: [...new Set([...before.tickets, ...newTickets])],
        occurrences: [...new Set([...before.occurrences, ...names])],
      })
      await replaceFile(path, JSON.stringify(data))
      return undefined
    },
  }
}
/** @typedef {Awaited<ReturnType<typeof openMuseumData>>} OpenMuseumData */
