import { describe, expect, it } from '@jest/globals'
import { newCores } from './cores.ts'
import type { OperationCosts, ServiceTimes } from './costs.ts'
import { newDatabase } from './database.ts'
import { type Operation, type Status, newMuseumServer } from './museum-server.ts'
import { newRandom } from './random.ts'
import { newSimulation } from './simulation.ts'

const none = { request: 0, batch: 0 }
const free: OperationCosts = { eventLoop: none, otherThreads: none, database: none }
/** Nothing takes any time, except what a test sets. */
const freeTimes: ServiceTimes = {
  list: free,
  event: free,
  purchase: free,
  limitedPurchase: free,
  refusal: free,
  image: { eventLoop: 0, drawing: 0, database: 0 },
  cachedImage: { eventLoop: 0, database: 0 },
  flush: 0,
  cluster: { replication: 0, readWait: 0, write: none, apply: none },
}

/** Sends `count` requests at the same moment; returns how often each status was returned, and the end of the last one. */
const sendAtOnce = (operation: Operation, count: number, times: Partial<ServiceTimes>, capacity = 1_000_000) => {
  const simulation = newSimulation()
  const all = { ...freeTimes, ...times }
  const { cluster, flush } = all
  const database = newDatabase(simulation, { machines: [newCores(simulation, 2)], flush, cluster, capacity })
  const { handle } = newMuseumServer(simulation, newRandom(1), {
    machine: newCores(simulation, 2),
    database: database.nodes[0]!,
    counter: database.counter,
    times: all,
    network: 0,
  })
  const statuses = new Map<Status, number>()
  for (let n = 0; n < count; n += 1)
    handle(operation, (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1))
  simulation.run()
  return { statuses: Object.fromEntries(statuses), end: simulation.now() }
}
const image = { eventLoop: 0, drawing: 10, database: 1 }

describe('a simulated server', () => {
  it('draws one image after the other', () => {
    expect(sendAtOnce('image', 20, { image })).toEqual({ statuses: { 200: 20 }, end: 201 })
  })

  it('responds with 503 to an image while one is drawn and 500 wait', () => {
    expect(sendAtOnce('image', 600, { image: { ...image, database: 0 } })).toMatchObject({
      statuses: { 200: 501, 503: 99 },
    })
  })

  it('responds with 503 to an image that waits for 9 seconds', () => {
    // Those that begin at 0 to 9,000 milliseconds; the last one of them misses the deadline of 10 seconds.
    const { statuses } = sendAtOnce('image', 20, { image: { ...image, drawing: 1_500, database: 0 } })
    expect(statuses).toEqual({ 200: 6, 503: 14 })
  })

  it('responds with 503 to a request while 1,000 others are in progress', () => {
    expect(sendAtOnce('event', 1_200, {}).statuses).toEqual({ 200: 1_000, 503: 200 })
  })

  it('stores 128 purchases with one flush, and starts the next batch beside it', () => {
    expect(sendAtOnce('purchase', 128, { flush: 5 })).toEqual({ statuses: { 201: 128 }, end: 5 })
  })

  it('sells tickets of an event with a capacity in one transaction after the other', () => {
    expect(sendAtOnce('limitedPurchase', 300, { flush: 5 })).toEqual({ statuses: { 201: 300 }, end: 15 })
  })

  it('sells the places that are left to the first purchases of a group', () => {
    expect(sendAtOnce('limitedPurchase', 300, { flush: 5 }, 200).statuses).toEqual({ 201: 200, 409: 100 })
  })
})
