/** Clients that write down what they asked for and what they were told. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Books, Plan, Purchase } from './check-history.ts'
import { authorization } from './start-server.ts'

// Node's own client sends nothing twice by itself. Connections are kept alive, and as many as there are workers.
const agent = new Agent({ keepAlive: true })
/** Ends the connections of all clients. */
export const hangUp = () => agent.destroy()

/** Longer than anybody should wait, in milliseconds: then the answer is written down as missing. */
const longest = 30_000

/** One request to where `origin` is; nothing where nobody took the connection, so that nothing was sent. */
const ask = (origin: string, method: string, path: string, body?: object, key?: string): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const asked = performance.now()
    const told = (status: number, text: string, isReplay = false) =>
      resolve({ status, text, isReplay, asked, answered: performance.now() })
    const broken = (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve(undefined) : told(0, error.code ?? error.message)
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      authorization,
      'content-length': Buffer.byteLength(text),
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const sent = request(`${origin}/v1.1${path}`, { agent, method, headers }, (answer: IncomingMessage) => {
      let received = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk
      })
      answer.on('error', broken)
      answer.on('end', () => told(answer.statusCode!, received, answer.headers['idempotency-replayed'] === 'true'))
    })
    sent.on('error', broken)
    sent.setTimeout(longest, () => sent.destroy(new Error('no answer')))
    sent.end(text)
  })

const written = (answers: Answer[], answer: Answer | undefined) => {
  if (answer) answers.push(answer)
  return answer
}

/** Whether nobody would ask again who may. */
export const isFinal = (answer: Answer | undefined) =>
  answer !== undefined && answer.status > 0 && answer.status < 500 && answer.status !== 409

/** Asks for a ticket, and writes down the answer. */
export const buy = async (origin: string, purchase: Purchase) => {
  const { email, ticketType, ticketDate, eventId, key } = purchase
  return written(
    purchase.answers,
    await ask(origin, 'POST', '/tickets', { ticketType, ticketDate, eventId, email }, key),
  )
}

/** Asks for an event, and writes down the answer. */
export const announce = async (origin: string, { name, dates, key, answers }: Plan) => {
  const event = { name, location: 'Main Hall', eventDescription: '', dates, price: 12.5 }
  return written(answers, await ask(origin, 'POST', '/special-events', event, key))
}

/** Takes a date from an event: it keeps those that nobody wanted to take yet. */
export const removeDate = async (origin: string, plan: Plan, eventId: string, date: string) => {
  const answers: Answer[] = []
  plan.removals.push({ date, answers })
  const dates = plan.dates.filter((kept) => plan.removals.every((removal) => removal.date !== kept))
  return written(answers, await ask(origin, 'PATCH', `/special-events/${eventId}`, { dates }))
}

/** Cancels an event. */
export const cancel = async (origin: string, plan: Plan, eventId: string) => {
  const answers: Answer[] = []
  plan.deletions.push(answers)
  return written(answers, await ask(origin, 'DELETE', `/special-events/${eventId}`))
}

let number = 0
/** A number that nothing else in this run has. */
const next = () => (number += 1)

/** An event nobody has announced yet, in a year in which the museum is open every day. */
export const newPlan = (books: Books, key?: string): Plan => {
  const n = next()
  const day = (offset: number) => new Date(Date.UTC(2031, 0, 1 + (n % 300) + offset)).toISOString().slice(0, 10)
  const dates = [day(0), day(1), day(2), day(3)]
  const plan: Plan = { name: `Night ${n}`, dates, ...(key && { key }), answers: [], removals: [], deletions: [] }
  books.plans.push(plan)
  return plan
}

/** A ticket nobody has asked for yet. */
export const newPurchase = (
  books: Books,
  order: Pick<Purchase, 'ticketType' | 'ticketDate' | 'eventId' | 'key' | 'reusesKey'>,
): Purchase => {
  const purchase: Purchase = { ...order, email: `visitor-${next()}@example.org`, answers: [] }
  books.purchases.push(purchase)
  return purchase
}

export const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!
/** Milliseconds from `least` to `most`, by chance. */
export const some = (least: number, most: number) => least + Math.random() * (most - least)

/** Workers that repeat a step so often, or until they are told to stop; each then ends the step it is at. */
export const atWork = (workers: number, step: () => Promise<unknown>, times = Number.POSITIVE_INFINITY) => {
  const over = new AbortController()
  const all = Array.from({ length: workers }, async () => {
    for (let n = 0; n < times && !over.signal.aborted; n += 1) await step()
  })
  // What a step throws is a defect of the suite: told when the work is over.
  const done = Promise.allSettled(all)
  return async () => {
    over.abort()
    await done
    await Promise.all(all)
  }
}

/** A pause after which somebody who was turned away, or told to come later, tries again. */
export const later = () => sleep(some(5, 25))
