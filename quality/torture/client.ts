/** HTTP clients that record every request and its response in a history. */
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Violation } from './findings.ts'
import {
  type Attempt,
  type CapacitySetting,
  type History,
  type Purchase,
  type SpecialEvent,
  isFinal,
} from './history.ts'
import { retryDelay } from './random.ts'
import { authorization } from './spawn-server.ts'

// Node's HTTP client does not retry. Connections are kept alive, as many as there are workers.
const agent = new Agent({ keepAlive: true })
export const closeConnections = () => agent.destroy()

/** In milliseconds: longer than the service may take. After this time, the response is recorded as missing. */
const timeout = 30_000

/** Sends one request to the API. `undefined` when the connection is refused, so that nothing was sent. */
export const send = (
  origin: string,
  method: string,
  path: string,
  body?: object,
  idempotencyKey?: string,
  ifMatch?: string,
): Promise<Attempt | undefined> =>
  exchange(`${origin}/v1.1${path}`, method, body === undefined ? '' : JSON.stringify(body), {
    authorization,
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  })

/** Reads a page of visitors, or sends a form to it, as a browser that follows no redirection. */
export const sendForm = (
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Attempt | undefined> =>
  exchange(`${origin}${path}`, method, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })

const exchange = (
  url: string,
  method: string,
  text: string,
  headers: Readonly<Record<string, string>>,
): Promise<Attempt | undefined> =>
  new Promise((resolve) => {
    const sentAt = performance.now()
    const settle = (status: number, body: string, others: Partial<Attempt> = {}) =>
      resolve({ status, body, isReplay: false, ...others, sentAt, receivedAt: performance.now() })
    const fail = (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve(undefined) : settle(0, error.code ?? error.message)
    const sent = { ...headers, 'content-length': Buffer.byteLength(text) }
    const sending = request(url, { agent, method, headers: sent }, (response: IncomingMessage) => {
      let received = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk
      })
      response.on('error', fail)
      response.on('end', () => {
        const { etag, location, 'idempotency-replayed': replayed } = response.headers
        settle(response.statusCode!, received, {
          isReplay: replayed === 'true',
          ...(etag !== undefined && { etag }),
          ...(location !== undefined && { location }),
        })
      })
    })
    sending.on('error', fail)
    sending.setTimeout(timeout, () => sending.destroy(new Error(`no response in ${timeout} ms`)))
    sending.end(text)
  })

/** Adds an attempt to a list if it reached a server, and returns it. */
export const recordIn = (attempts: Attempt[], attempt: Attempt | undefined) => {
  if (attempt) attempts.push(attempt)
  return attempt
}

/** Sends a purchase once. */
export const buyTicket = async (origin: string, purchase: Purchase) => {
  const { email, ticketType, ticketDate, eventId, idempotencyKey, attempts } = purchase
  const order = { ticketType, ticketDate, eventId, email }
  return recordIn(attempts, await send(origin, 'POST', '/tickets', order, idempotencyKey))
}

/** Sends the creation of an event once. */
export const createSpecialEvent = async (origin: string, { name, dates, idempotencyKey, attempts }: SpecialEvent) => {
  const draft = { name, location: 'Main Hall', eventDescription: '', dates, price: 12.5 }
  return recordIn(attempts, await send(origin, 'POST', '/special-events', draft, idempotencyKey))
}

/**
 * Sends an update until its outcome is known, since the next one must not overlap with it. Returns the final attempt, if there
 * is one.
 */
export const updateDates = (
  origin: () => string,
  { updates }: SpecialEvent,
  eventId: string,
  dates: readonly string[],
): Promise<Attempt | undefined> => {
  const attempts: Attempt[] = []
  updates.push({ dates, attempts })
  return untilFinal(async () =>
    recordIn(attempts, await send(origin(), 'PATCH', `/special-events/${eventId}`, { dates })),
  )
}

/** Sends a capacity of an event, or of general entry, until its outcome is known. Returns the final attempt, if there is one. */
export const setCapacity = (
  origin: () => string,
  capacities: CapacitySetting[],
  places: number | null,
  eventId?: string,
): Promise<Attempt | undefined> => {
  const attempts: Attempt[] = []
  capacities.push({ places, attempts })
  const path = eventId === undefined ? '/museum-hours/capacity' : `/special-events/${eventId}/capacity`
  return untilFinal(async () => recordIn(attempts, await send(origin(), 'PUT', path, { capacity: places })))
}

/** Sends a deletion until its outcome is known. */
export const deleteSpecialEvent = (
  origin: () => string,
  { deletions }: SpecialEvent,
  eventId: string,
): Promise<Attempt | undefined> => {
  const attempts: Attempt[] = []
  deletions.push({ attempts })
  return untilFinal(async () => recordIn(attempts, await send(origin(), 'DELETE', `/special-events/${eventId}`)))
}

/** Sends a request again until its outcome is known. Returns the final attempt; `undefined` when the outcome stays unknown. */
export const untilFinal = async (
  sendOnce: () => Promise<Attempt | undefined>,
  maxAttempts = 500,
): Promise<Attempt | undefined> => {
  for (let n = 0; n < maxAttempts; n += 1) {
    const attempt = await sendOnce()
    if (attempt && isFinal(attempt)) return attempt
    await retryDelay()
  }
  return undefined
}

/**
 * Returns a function that sends a request until its outcome is known, and records the attempts. It resolves to the last attempt;
 * an outcome that stays unknown is a violation.
 */
export const finalSender =
  (origin: () => string, violations: Violation[]) =>
  async (
    attempts: Attempt[],
    ...request: [method: string, path: string, body?: object, key?: string]
  ): Promise<Attempt> => {
    let last: Attempt | undefined
    const final = await untilFinal(async () => (last = recordIn(attempts, await send(origin(), ...request))))
    if (final === undefined)
      violations.push({ fault: 'no final response in many attempts', recorded: { request, last } })
    return last!
  }

let number = 0
/** A number that is unique in this run. */
const nextNumber = () => (number += 1)

/** Adds an event to the history, with four dates in a year in which the museum is open every day. */
export const newSpecialEvent = (
  history: History,
  idempotencyKey?: string,
  { isKept = false }: Readonly<{ isKept?: boolean }> = {},
): SpecialEvent => {
  const n = nextNumber()
  const day = (offset: number) => new Date(Date.UTC(2031, 0, 1 + (n % 300) + offset)).toISOString().slice(0, 10)
  const event: SpecialEvent = {
    name: `Night ${n}`,
    dates: [day(0), day(1), day(2), day(3)],
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    isKept,
    attempts: [],
    updates: [],
    capacities: [],
    deletions: [],
  }
  history.specialEvents.push(event)
  return event
}

/** Adds a purchase to the history. */
export const newPurchase = (
  history: History,
  order: Pick<Purchase, 'ticketType' | 'ticketDate' | 'eventId' | 'idempotencyKey' | 'reusesKey'>,
): Purchase => {
  const purchase: Purchase = { ...order, email: `visitor-${nextNumber()}@example.org`, attempts: [] }
  history.purchases.push(purchase)
  return purchase
}
