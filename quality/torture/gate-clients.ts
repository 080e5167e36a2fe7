/** The clients of a run at the doors and in the box office. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EventId, TicketId, isRefusal } from '@museum/domain'
import {
  type AdmissionHistory,
  type RecordedScan,
  type SoldTicket,
  answerIn,
  isScanAnswer,
} from './admission-history.ts'
import type { Violation } from './findings.ts'
import { finalSender, recordIn, send } from './client.ts'
import { type Attempt, eventIdIn, isCreated } from './history.ts'
import { openMuseumOn, whenAvailable } from './open-museum-on.ts'
import { randomBetween, randomItem, retryDelay } from './random.ts'
import type { Museum } from './run-scenario.ts'

const doors = ['North door', 'South door', 'Ōmura 🗝️']
const actor = { username: 'cli:torture' }

/** The last tickets that were sold are scanned and cancelled most, so that several clients meet at one ticket. */
const hotTickets = 12
/** How many offline scans a scanner keeps until it sends them. */
const keptScans = 4

const day = 24 * 3_600_000
const dayAfter = (date: string) => new Date(Date.parse(date) + day).toISOString().slice(0, 10)

/** A moment of the last half hour or the next four minutes, and of the date. */
const someMomentOf = (date: string) => {
  const [begin, end] = [Date.parse(date), Date.parse(date) + day - 1]
  const until = Math.min(Date.now() + 4 * 60_000, end)
  const from = Math.max(begin, Math.min(Date.now(), end) - 30 * 60_000)
  return new Date(Math.floor(randomBetween(from, until))).toISOString()
}

/** `order` has all tickets of the order, if there is one. */
/** One entry time that is over, of which tickets admit if `late` is long enough; one that is soon, depending on `early`; and a later one. */
const minutesUntilEntry = [-30, 10, 180]

/** Entry times of the present day, these minutes from now on, ascending. */
const someEntryTimes = () => {
  const now = Math.floor(Date.now() / 60_000) % 1_440
  const minutes = minutesUntilEntry.map((until) => Math.min(Math.max(now + until, 0), 1_439))
  return [...new Set(minutes)].map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16))
}

type ScannableTicket = Readonly<{ sold: SoldTicket; codes: readonly string[]; order?: readonly SoldTicket[] }>

/** Clients that record what they send in the history. `prepare` comes first; each other function is one step of a client. */
export const gateClients = ({ servers, database }: Museum, history: AdmissionHistory) => {
  const { museum } = openMuseumOn(database)
  const { today } = history
  const violations: Violation[] = []
  const events: string[] = []
  /** The sessions of the events that have some. */
  const sessions = new Map<string, readonly string[]>()
  const tickets: ScannableTicket[] = []
  const origin = () => randomItem(servers).origin
  const someTicket = () => randomItem(Math.random() < 0.7 ? tickets.slice(-hotTickets) : tickets)

  const send1 = async (attempts: Attempt[], ...request: [method: string, path: string, body?: object, key?: string]) =>
    recordIn(attempts, await send(origin(), ...request))
  const sendUntilFinal = finalSender(origin, violations)

  const createEvent = async () => {
    const dates = [today, dayAfter(today)]
    const draft = { name: `Night ${randomUUID()}`, location: 'Main Hall', eventDescription: '', dates, price: 12.5 }
    const eventId = eventIdIn(
      (await sendUntilFinal(history.others, 'POST', '/special-events', draft, randomUUID())).body,
    )
    // An event with a capacity that is never reached.
    await sendUntilFinal(history.others, 'PUT', `/special-events/${eventId}/capacity`, { capacity: 100_000 })
    if (Math.random() < 0.6) {
      const times = someEntryTimes()
      const rule = { times, length: 480 }
      await sendUntilFinal(history.others, 'PUT', `/special-events/${eventId}/entry-times`, { rule })
      sessions.set(eventId, times)
    }
    events.push(eventId)
  }
  /** Sells one ticket, or an order of two to five. */
  const sell = async () => {
    const eventId = Math.random() < 0.6 ? randomItem(events) : undefined
    const ticketDate = Math.random() < 0.95 ? today : dayAfter(today)
    const type = eventId === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId }
    const times = sessions.get(eventId ?? '')
    const item = { ...type, ticketDate }
    const email = 'visitor@example.org'
    const isOrder = Math.random() < 0.4
    const quantity = isOrder ? Math.floor(randomBetween(2, 6)) : 1
    /** Each ticket has an entry time of its own. */
    const items = Array.from({ length: quantity }, () => ({ ...item, ...(times && { entryTime: randomItem(times) }) }))
    const [path, body] = isOrder
      ? ['/orders', { items: items.map((each) => Object.assign({ quantity: 1 }, each)), email }]
      : ['/tickets', { ...items[0], email }]
    const response = await sendUntilFinal(history.others, 'POST', path, body, randomUUID())
    // The event may be deleted.
    if (!isCreated(response)) return
    const parsed = JSON.parse(response.body) as SoldTicket & { tickets?: readonly SoldTicket[] }
    const soldOf = ({ ticketId, ticketType, confirmationCode, eventName }: SoldTicket, n: number): SoldTicket => ({
      ticketId,
      ticketType,
      ticketDate,
      confirmationCode,
      ...(items[n]!.entryTime !== undefined && { entryTime: items[n]!.entryTime }),
      ...(eventId !== undefined && { eventId }),
      ...(eventName !== undefined && { eventName }),
    })
    const order = (parsed.tickets ?? [parsed]).map(soldOf)
    for (const sold of order) {
      const { ticketId, confirmationCode } = sold
      history.tickets.push(sold)
      const signed = await whenAvailable(database, () => museum.getTicketCode(TicketId(ticketId)))
      const codes = [`${ticketId}.${confirmationCode}`, confirmationCode, ` ${confirmationCode.toUpperCase()}\n`]
      const all = isRefusal(signed) ? codes : [...codes, Buffer.from(signed.image).toString()]
      tickets.push({ sold, codes: all, ...(isOrder && { order }) })
    }
  }

  const newScan = ({ isOffline }: Readonly<{ isOffline: boolean }>): RecordedScan => {
    const { sold, codes, order } = someTicket()
    const [code, of] = randomItem([
      ...Array.from({ length: 30 }, () => [randomItem(codes), sold] as const),
      ['M1:AAAA', 'bad-signature'] as const,
      [`${sold.ticketId}.ticket-event-zzzzzz-zzzzz`, 'unknown-ticket'] as const,
    ])
    const isPress = order !== undefined && of === sold && !isOffline && Math.random() < 0.4
    const scanId = isPress || Math.random() < 0.75 ? randomUUID() : undefined
    const eventId = Math.random() < 0.1 ? randomItem(events) : undefined
    const scan: RecordedScan = {
      body: {
        code,
        gate: scanId === undefined ? `Gate ${randomUUID()}` : randomItem(doors),
        ...(eventId !== undefined && { eventId }),
        ...(scanId !== undefined && { scanId }),
        ...(isOffline && { offline: true, scannedAt: someMomentOf(today) }),
        ...(Math.random() < 0.2 && { anyTime: true }),
        ...(isPress && { wholeOrder: true, ...(Math.random() < 0.3 && { tickets: 2 }) }),
      },
      of,
      ...(isPress && { order }),
      attempts: [],
    }
    history.scans.push(scan)
    return scan
  }
  /** Sends a scan with a scanId until it is answered, and another one once. */
  const sendScan = ({ body, attempts }: RecordedScan) =>
    (body.scanId === undefined ? send1 : sendUntilFinal)(attempts, 'POST', '/admissions', body)

  const scanOnline = async () => {
    const scan = newScan({ isOffline: false })
    const isRepeated = scan.body.scanId !== undefined && Math.random() < 0.3
    await Promise.all(Array.from({ length: isRepeated ? 3 : 1 }, () => sendScan(scan)))
    if (!isRepeated) return
    await sleep(randomBetween(0, 50))
    await sendScan(scan)
  }
  /** The scans that were made without a network arrive in any order, and scans with a scanId twice. */
  const upload = async () => {
    const scans = Array.from({ length: keptScans }, () => newScan({ isOffline: true }))
    const again = scans.filter(({ body }) => body.scanId !== undefined)
    const sent = [...scans, ...again].toSorted(() => Math.random() - 0.5)
    if (Math.random() < 0.2) await Promise.all(sent.map(sendScan))
    else for (const scan of sent) await sendScan(scan)
  }
  const reuseScanId = async () => {
    const answered = history.scans
      .slice(-200)
      .find(({ body, attempts }) => body.scanId !== undefined && attempts.some(isScanAnswer))
    if (answered === undefined) return
    const body = { ...answered.body, gate: `Not ${answered.body.gate}` }
    const scan: RecordedScan = { body, of: answered.of, reusesScanId: true, attempts: [] }
    history.scans.push(scan)
    await sendScan(scan)
  }

  const follower = { cursor: undefined as string | undefined, tickets: new Set<string>() }
  const followRevocations = async () => {
    const since = follower.cursor === undefined ? '' : `&since=${encodeURIComponent(follower.cursor)}`
    const response = await send1(history.others, 'GET', `/ticket-revocations?date=${today}${since}`)
    if (response?.status !== 200) return retryDelay()
    const revocations = JSON.parse(response.body) as { tickets: string[]; cursor: string }
    for (const ticketId of revocations.tickets) follower.tickets.add(ticketId)
    follower.cursor = revocations.cursor
    return undefined
  }

  return {
    violations,
    /** Creates events and sells tickets to begin with. */
    async prepare() {
      await Promise.all([createEvent(), createEvent()])
      while (tickets.length < hotTickets) await Promise.all(Array.from({ length: 6 }, sell))
    },
    sell,
    /** Scans a ticket, sends the scans of a time without a network, or sends another scan under a scanId that is taken. */
    async scan() {
      const chance = Math.random()
      await (chance < 0.75 ? scanOnline() : chance < 0.95 ? upload() : reuseScanId())
    },
    async cancel() {
      const { ticketId } = someTicket().sold
      const cancellation = { ticketId, attempts: [] }
      history.cancellations.push(cancellation)
      const body = Math.random() < 0.5 ? { reason: 'The visitor is ill.' } : undefined
      await sendUntilFinal(cancellation.attempts, 'POST', `/tickets/${ticketId}/cancellation`, body)
    },
    /** Reverts an admission, which another client may do at the same time. */
    async revert() {
      const admitted = history.scans
        .slice(-150)
        .flatMap(({ attempts }) => attempts.filter(isScanAnswer).slice(0, 1).map(answerIn))
        .filter((answer) => answer.admitted)
      if (admitted.length === 0) return
      const { admissionId, admissionIds } = randomItem(admitted)
      const reverted = admissionId ?? randomItem(admissionIds!)
      const revertOnce = async () => {
        const revert = { admissionId: reverted, attempts: [] }
        history.reverts.push(revert)
        await sendUntilFinal(revert.attempts, 'DELETE', `/admissions/${reverted}`)
      }
      await Promise.all(Math.random() < 0.2 ? [revertOnce(), revertOnce()] : [revertOnce()])
    },
    /** Deletes an event, and in most cases restores it. */
    async deleteEvent() {
      if (events.length < 2) await createEvent()
      const eventId = randomItem(events)
      const possibleFrom = performance.now()
      await sendUntilFinal(history.others, 'DELETE', `/special-events/${eventId}`)
      const certainFrom = performance.now()
      await sleep(randomBetween(0, 100))
      const isRestored = Math.random() < 0.8
      const certainUntil = performance.now()
      if (isRestored) await whenAvailable(database, () => museum.restoreSpecialEvent(EventId(eventId), actor))
      else events.splice(events.indexOf(eventId), 1)
      const end = Number.POSITIVE_INFINITY
      history.absences.push({
        eventId,
        possible: { from: possibleFrom, until: isRestored ? performance.now() : end },
        certain: { from: certainFrom, until: isRestored ? certainUntil : end },
      })
    },
    /** Changes how early and late tickets with an entry time admit. Only one client does. */
    async changeAdmissionTimes() {
      const times = { early: randomItem([0, 5, 15, 30]), late: randomItem([null, 5, 20, 60]) }
      const change = { ...times, attempts: [] }
      history.admissionTimes.push(change)
      await sendUntilFinal(change.attempts, 'PUT', '/museum-hours/entry-times', { rule: null, ...times })
    },
    /** Reads the ticket keys, as a gate loads them. */
    async readTicketKeys() {
      const response = await send1(history.keyReads, 'GET', '/ticket-keys')
      if (response?.status !== 200) await retryDelay()
    },
    followRevocations,
    /** The cancelled tickets that the client has received that follows the revocations with its cursor. */
    followedRevocations: () => [...follower.tickets],
  }
}
