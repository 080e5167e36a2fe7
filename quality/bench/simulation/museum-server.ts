import { newBatches } from './batches.ts'
import type { Cores } from './cores.ts'
import {
  type Cost,
  type OperationCosts,
  type ServiceTimes,
  limitedPurchaseStatements,
  refusalStatements,
} from './costs.ts'
import type { Counter, CounterLock, DatabaseNode } from './database.ts'
import type { Random } from './random.ts'
import type { Simulation } from './simulation.ts'
import { newThread } from './thread.ts'

/** The kinds of requests. A `limitedPurchase` is of the one event with a capacity. */
export type Operation = 'list' | 'event' | 'purchase' | 'limitedPurchase' | 'image' | 'cachedImage'
export type Status = 200 | 201 | 409 | 503

export type MuseumServer = Readonly<{
  handle: (operation: Operation, respond: (status: Status) => void) => void
  /** The most requests that were in progress at a time. */
  mostInProgress: () => number
}>

type ServerSettings = Readonly<{
  machine: Cores
  database: DatabaseNode
  counter: Counter
  times: ServiceTimes
  /** Milliseconds of a message between the server and the database, in one direction. */
  network: number
}>

// The limits of the real server; times in milliseconds.
const maxInProgress = 1_000
const deadline = 10_000
const maxBatchWait = 50
const groupDeadline = 3_000
/** No statement is started with less time left. */
const shortestStatement = 1_250
const [firstPause, longestPause] = [8, 200] as const
const maxWaitingImages = 500
const imageQueueTimeout = 9_000

type Respond = (status: Status) => void

/** A server with one thread for requests and one that draws tickets. */
export const newMuseumServer = (
  simulation: Simulation,
  random: Random,
  { machine, database, counter, times, network }: ServerSettings,
): MuseumServer => {
  const { now, after } = simulation
  const eventLoop = newThread(machine)
  const drawing = newThread(machine)
  let [inProgress, mostInProgress] = [0, 0]

  /** Work of other threads, for which no request waits. */
  const runBeside = ({ request, batch }: Cost, requests: number) => {
    if (batch + requests * request > 0) machine.run(batch + requests * request, () => undefined)
  }
  /** Sends a statement, which needs `databaseTime` of the database's processor, and handles its result. */
  const statement = (
    eventLoopTime: number,
    databaseTime: number,
    done: () => void,
    execute: DatabaseNode['execute'] = database.execute,
  ) =>
    eventLoop.run(eventLoopTime / 2, () =>
      after(network, () => execute(databaseTime, () => after(network, () => eventLoop.run(eventLoopTime / 2, done)))),
    )
  const read = (eventLoopTime: number, databaseTime: number, done: () => void) =>
    statement(eventLoopTime, databaseTime, done, database.read)
  /** `count` of the `total` statements of a batch, one after the other, which share its cost and that of its requests. */
  const statements = (
    { count, total, requests }: Readonly<{ count: number; total: number; requests: number }>,
    { eventLoop: loop, database: sql }: OperationCosts,
    done: () => void,
  ) => {
    const databaseTime = sql.batch / total + (requests * sql.request) / count
    const next = (left: number): void =>
      left === 0 ? done() : statement(loop.batch / total, databaseTime, () => next(left - 1))
    next(count)
  }
  const respondToAll = (responds: readonly Respond[], status: Status, ended: () => void) => {
    for (const respond of responds) respond(status)
    ended()
  }

  const readInBatches = (costs: OperationCosts) =>
    newBatches<Respond>(
      simulation,
      eventLoop,
      (responds, ended) => {
        runBeside(costs.otherThreads, responds.length)
        const databaseTime = costs.database.batch + responds.length * costs.database.request
        read(costs.eventLoop.batch, databaseTime, () => respondToAll(responds, 200, ended))
      },
      maxBatchWait,
    )
  const lists = readInBatches(times.list)
  const events = readInBatches(times.event)

  const purchases = newBatches<Respond>(
    simulation,
    eventLoop,
    (responds, ended) => {
      const { eventLoop: loop, database: sql, otherThreads } = times.purchase
      runBeside(otherThreads, responds.length)
      eventLoop.run(loop.batch / 2, () =>
        after(network, () =>
          database.execute(sql.batch + responds.length * sql.request, () =>
            database.commit(responds.length, () =>
              after(network, () => eventLoop.run(loop.batch / 2, () => respondToAll(responds, 201, ended))),
            ),
          ),
        ),
      )
    },
    maxBatchWait,
  )

  /** Sells tickets of the event with a capacity in one transaction, which is tried again after a conflict. */
  const sellGroup = (responds: readonly Respond[], ended: () => void) => {
    const latestEnd = now() + groupDeadline
    const attempt = (maxPause: number) => {
      const { limitedPurchase: costs, refusal } = times
      runBeside(costs.otherThreads, responds.length)
      // `begin`; then the counter is locked while the other statements are executed.
      const begin = { count: 1, total: limitedPurchaseStatements, requests: 0 }
      statements(begin, costs, () => database.lockCounter((lock) => sell(lock, costs, refusal, maxPause)))
    }
    const sell = (lock: CounterLock, costs: OperationCosts, refusal: OperationCosts, maxPause: number) => {
      const places = Math.min(responds.length, counter.capacity - counter.sold)
      if (places === 0) {
        lock.release()
        const rest = { count: refusalStatements - 1, total: refusalStatements, requests: responds.length }
        return statements(rest, refusal, () => respondToAll(responds, 409, ended))
      }
      const rest = { count: limitedPurchaseStatements - 1, total: limitedPurchaseStatements, requests: responds.length }
      return statements(rest, costs, () =>
        lock.commit(places, (isCommitted) => {
          if (isCommitted) {
            for (const respond of responds.slice(places)) respond(409)
            return respondToAll(responds.slice(0, places), 201, ended)
          }
          const pause = random.uniform() * maxPause
          if (now() + pause + shortestStatement > latestEnd) return respondToAll(responds, 503, ended)
          return after(pause, () => attempt(Math.min(2 * maxPause, longestPause)))
        }),
      )
    }
    attempt(firstPause)
  }
  // One transaction at a time for the counter.
  const groups: { sell: (ended: () => void) => void; expire: () => void; latestStart: number }[] = []
  let isSelling = false
  const sellNext = () => {
    const group = groups.shift()
    isSelling = group !== undefined
    if (group === undefined) return
    if (now() > group.latestStart) {
      group.expire()
      sellNext()
    } else group.sell(sellNext)
  }
  const limitedPurchases = newBatches<Respond>(
    simulation,
    eventLoop,
    (responds, ended) => {
      groups.push({
        sell: (next) =>
          sellGroup(responds, () => {
            ended()
            next()
          }),
        expire: () => respondToAll(responds, 503, ended),
        latestStart: now() + groupDeadline,
      })
      if (!isSelling) sellNext()
    },
    groupDeadline,
  )

  /** The images that wait to be drawn, after the one that is being drawn. */
  const images: { respond: Respond; latestStart: number }[] = []
  let isDrawing = false
  const drawNext = () => {
    const image = images.shift()
    isDrawing = image !== undefined
    if (image === undefined) return
    if (now() > image.latestStart) {
      image.respond(503)
      return drawNext()
    }
    return drawing.run(times.image.drawing, () => {
      image.respond(200)
      drawNext()
    })
  }

  const requestTime = (operation: Operation) =>
    operation === 'image'
      ? times.image.eventLoop
      : operation === 'cachedImage'
        ? times.cachedImage.eventLoop
        : times[operation].eventLoop.request
  const execute = (operation: Operation, respond: Respond) => {
    switch (operation) {
      case 'list':
        return lists(respond)
      case 'event':
        return events(respond)
      case 'purchase':
        return purchases(respond)
      case 'limitedPurchase':
        return limitedPurchases(respond)
      case 'cachedImage':
        return read(0, times.cachedImage.database, () => respond(200))
      case 'image':
        return read(0, times.image.database, () => {
          if (images.length >= maxWaitingImages) return respond(503)
          images.push({ respond, latestStart: now() + imageQueueTimeout })
          return isDrawing ? undefined : drawNext()
        })
    }
  }

  return {
    mostInProgress: () => mostInProgress,
    handle(operation, respond) {
      const arrivedAt = now()
      const half = requestTime(operation) / 2
      if (inProgress >= maxInProgress) return eventLoop.run(half, () => respond(503))
      inProgress += 1
      mostInProgress = Math.max(mostInProgress, inProgress)
      return eventLoop.run(half, () =>
        execute(operation, (status) =>
          eventLoop.run(half, () => {
            inProgress -= 1
            // The real server responds at the deadline; the request counts as in progress until its work has ended.
            respond(now() - arrivedAt > deadline ? 503 : status)
          }),
        ),
      )
    },
  }
}
