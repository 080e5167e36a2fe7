import { setHours } from '@museum/testing'
import { randomUUID } from 'node:crypto'
import { CalendarDate } from '@museum/domain'
import { type ReadAfterWrite, checkReads } from './check-reads.ts'
import { send } from './client.ts'
import { type Attempt, type Outage, isCreated, isSoldOut } from './history.ts'
import { openMuseumOn } from './open-museum-on.ts'
import { inTurn, randomItem } from './random.ts'
import { type Museum, runScenario } from './run-scenario.ts'
import type { Engine } from './engine.ts'
import { startWorkers } from './start-workers.ts'

const actor = { username: 'cli:torture' }
/** How many clients write and read, and how many buy beside them, so that nodes have something to apply. */
const [readers, buyers] = [6, 12]
/** The number of times that each reader makes all checks in a round. */
const repetitions = 4

/**
 * As soon as a write through one server is acknowledged, a read through another server must show it. A request that depends on
 * the write counts as a read, too, such as a purchase for an event that was created a moment ago.
 */
export const reads = (engine: Engine, rounds: number) => {
  const today = new Date().toISOString().slice(0, 10)
  const recorded: ReadAfterWrite[] = []
  const outages: Outage[] = []
  return runScenario(engine, {
    servers: 3,
    rounds,
    settings: { MUSEUM_TODAY: today },
    outages,
    async round(museum) {
      const stories = storiesOf(museum, today, recorded)
      let story = 0
      /** Stops after a missed write, which is a violation already. */
      const unlessMissed = (error: unknown) => {
        if (recorded.every(({ isSeen }) => isSeen)) throw error
      }
      const buy = () =>
        send(randomItem(museum.servers).origin, 'POST', '/tickets', {
          ...visitor,
          ticketType: 'general',
          ticketDate: today,
        })
      const stop = startWorkers(buyers, buy)
      const readAll = async () => {
        for (let n = 0; n < repetitions * stories.length; n += 1) await inTurn(stories, story++)!().catch(unlessMissed)
      }
      await Promise.all(Array.from({ length: readers }, readAll))
      await stop()
      return { kills: 0 }
    },
    check: async () => checkReads(recorded, outages),
  })
}

const visitor = { email: 'visitor@example.org' }
const parsedBody = <T>({ body }: Attempt) => JSON.parse(body) as T

type Ticket = Readonly<{ ticketId: string; confirmationCode: string }>

const storiesOf = ({ servers, database }: Museum, today: string, recorded: ReadAfterWrite[]) => {
  const { museum } = openMuseumOn(database)
  /** The servers in another order each time: one writes, the next one reads. */
  const someOrigins = () =>
    servers.map(({ origin }) => origin).toSorted(() => Math.random() - 0.5) as [string, string, string]
  const write = async (status: number, ...request: Parameters<typeof send>) => {
    const attempt = await send(...request)
    if (attempt?.status === status) return attempt
    const [, method, path] = request
    throw new Error(`${method} ${path}: ${attempt?.status} ${attempt?.body}`)
  }
  const see = async (
    name: string,
    written: Attempt,
    isSeen: (read: Attempt) => boolean,
    ...request: Parameters<typeof send>
  ) => {
    const read = (await send(...request))!
    const isSeenHere = read.status > 0 && read.status < 500 && isSeen(read)
    recorded.push({ name, write: written, read, isSeen: isSeenHere })
    if (!isSeenHere) throw new Error(`not seen: ${name}`)
    return read
  }
  const is = (status: number) => (read: Attempt) => read.status === status
  const hasState = (state: string) => (read: Attempt) =>
    read.status === 200 && parsedBody<{ state: string }>(read).state === state

  const order = (eventId?: string, ticketDate = today) =>
    eventId === undefined
      ? { ...visitor, ticketType: 'general', ticketDate }
      : { ...visitor, ticketType: 'event', ticketDate, eventId }
  const draft = () => ({
    name: `Night ${randomUUID()}`,
    location: 'Main Hall',
    eventDescription: '',
    dates: [today],
    price: 12.5,
  })
  const createEvent = async (origin: string) => {
    const created = await write(201, origin, 'POST', '/special-events', draft())
    return { created, eventId: parsedBody<{ eventId: string }>(created).eventId }
  }
  const buyTicket = async (origin: string, eventId?: string) => {
    const sold = await write(201, origin, 'POST', '/tickets', order(eventId))
    return { sold, ...parsedBody<Ticket>(sold) }
  }
  const isAdmitted = (read: Attempt) => read.status === 200 && parsedBody<{ admitted: boolean }>(read).admitted
  const isRefusedAs = (reason: string) => (read: Attempt) =>
    read.status === 200 && parsedBody<{ reason?: string }>(read).reason === reason
  let day = 0

  const stories: readonly (() => Promise<void>)[] = [
    async () => {
      const [a, b, c] = someOrigins()
      const { sold, ticketId } = await buyTicket(a)
      await see('a ticket', sold, hasState('valid'), b, 'GET', `/tickets/${ticketId}`)
      await see('the image of a ticket', sold, is(200), c, 'GET', `/tickets/${ticketId}/qr`)
    },
    async () => {
      const [a, b, c] = someOrigins()
      const { created, eventId } = await createEvent(a)
      const path = `/special-events/${eventId}`
      await see('an event that was created', created, is(200), b, 'GET', path)
      await see('an event that was created, by a purchase', created, is(201), c, 'POST', '/tickets', order(eventId))
    },
    async () => {
      const [a, b] = someOrigins()
      const { created, eventId } = await createEvent(a)
      await see('an event, by a purchase at once', created, isCreated, b, 'POST', '/tickets', order(eventId))
    },
    async () => {
      const [a, b, c] = someOrigins()
      const { created, eventId } = await createEvent(a)
      const path = `/special-events/${eventId}`
      const changed = await see('an event, by a change', created, is(200), b, 'PATCH', path, { location: 'Garden' })
      const isCurrent = (read: Attempt) => read.etag === changed.etag && /"location":"Garden"/.test(read.body)
      await see('a change of an event', changed, isCurrent, c, 'GET', path)
      const again = await see('a change, by another one', changed, is(200), c, 'PATCH', path, { location: 'Roof' })
      await see('an entity tag, by If-Match', again, is(200), a, 'PATCH', path, { price: 1 }, undefined, again.etag)
      await see(
        'an entity tag that has changed',
        again,
        is(412),
        b,
        'PATCH',
        path,
        { price: 2 },
        undefined,
        changed.etag,
      )
    },
    async () => {
      const [a, b, c] = someOrigins()
      const { eventId } = await createEvent(a)
      const { sold, ticketId } = await buyTicket(a, eventId)
      const deleted = await see('an event, by its deletion', sold, is(204), b, 'DELETE', `/special-events/${eventId}`)
      await see('a deletion', deleted, is(404), c, 'GET', `/special-events/${eventId}`)
      await see('a deletion, by its ticket', deleted, hasState('cancelled'), a, 'GET', `/tickets/${ticketId}`)
      await see('a deletion, by an image', deleted, is(410), c, 'GET', `/tickets/${ticketId}/qr`)
      await see('a deletion, by a purchase', deleted, is(404), a, 'POST', '/tickets', order(eventId))
    },
    async () => {
      const [a, b, c] = someOrigins()
      const { sold, ticketId, confirmationCode } = await buyTicket(a)
      const path = `/tickets/${ticketId}/cancellation`
      const cancelled = await see('a ticket, by its cancellation', sold, is(200), b, 'POST', path)
      await see('a cancellation', cancelled, hasState('cancelled'), c, 'GET', `/tickets/${ticketId}`)
      const scan = { code: confirmationCode, gate: 'North door' }
      await see('a cancellation, by a scan', cancelled, isRefusedAs('cancelled'), a, 'POST', '/admissions', scan)
    },
    async () => {
      const [a, b, c] = someOrigins()
      const { sold, ticketId, confirmationCode } = await buyTicket(a)
      const scan = { code: confirmationCode, gate: 'North door' }
      const admitted = await see('a ticket, by a scan', sold, isAdmitted, b, 'POST', '/admissions', scan)
      const { admissionId } = parsedBody<{ admissionId: string }>(admitted)
      await see('an admission', admitted, hasState('admitted'), c, 'GET', `/tickets/${ticketId}`)
      await see('an admission, by a scan', admitted, isRefusedAs('already-admitted'), a, 'POST', '/admissions', scan)
      const path = `/admissions/${admissionId}`
      const reverted = await see('an admission, by its revert', admitted, is(204), c, 'DELETE', path)
      await see('a revert, by a scan', reverted, isAdmitted, b, 'POST', '/admissions', scan)
    },
    async () => {
      const [a, b, c] = someOrigins()
      const { created, eventId } = await createEvent(a)
      const path = `/special-events/${eventId}/capacity`
      const closed = await see('an event, by its capacity', created, is(200), c, 'PUT', path, { capacity: 0 })
      await see('a capacity', closed, isSoldOut, b, 'POST', '/tickets', order(eventId))
      const raised = await see('a capacity, by another one', closed, is(200), a, 'PUT', path, { capacity: 1 })
      const sold = await see('a capacity that is raised', raised, isCreated, a, 'POST', '/tickets', order(eventId))
      await see('the last place', sold, isSoldOut, b, 'POST', '/tickets', order(eventId))
    },
    async () => {
      const [a, b] = someOrigins()
      const key = randomUUID()
      const sold = await write(201, a, 'POST', '/tickets', order(), key)
      const isReplayed = (read: Attempt) => read.isReplay && read.body === sold.body
      await see('a key', sold, isReplayed, b, 'POST', '/tickets', order(), key)
    },
    async () => {
      const [, b, c] = someOrigins()
      day += 1
      const date = CalendarDate(new Date(Date.UTC(2033, 0, day)).toISOString().slice(0, 10))
      const sentAt = performance.now()
      await setHours(museum, { date, hours: 'closed' }, actor, { despiteTickets: true })
      const closed = { status: 200, body: '', isReplay: false, sentAt, receivedAt: performance.now() }
      await see('a closed day, by a purchase', closed, is(400), b, 'POST', '/tickets', order(undefined, date))
      await setHours(museum, { date, hours: 'as-the-week' }, actor)
      await see('a day that is open again', closed, is(201), c, 'POST', '/tickets', order(undefined, date))
    },
  ]
  return stories
}
