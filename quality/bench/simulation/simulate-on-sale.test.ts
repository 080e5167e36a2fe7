import { describe, expect, it } from '@jest/globals'
import { arrivalTimes, decayOf } from './arrivals.ts'
import type { OperationCosts, ServiceTimes } from './costs.ts'
import { newRandom } from './random.ts'
import { type OnSale, simulateOnSale } from './simulate-on-sale.ts'
import { simulateLoad } from './simulate-load.ts'
import { divideCost } from './service-times.ts'

const none = { request: 0, batch: 0 }
const costs = (request: number, batch: number): OperationCosts => ({
  eventLoop: { request, batch },
  otherThreads: none,
  database: { request: request / 2, batch: batch / 2 },
})
const times: ServiceTimes = {
  list: costs(0.1, 0.5),
  event: costs(0.1, 0.3),
  purchase: costs(0.1, 0.4),
  limitedPurchase: costs(0.1, 0.6),
  refusal: costs(0.1, 0.9),
  image: { eventLoop: 1, drawing: 5, database: 0.2 },
  cachedImage: { eventLoop: 0.2, database: 0.1 },
  flush: 0.5,
  cluster: { replication: 0.3, readWait: 0.1, write: costs(0, 0.1).database, apply: costs(0, 0.2).database },
}
const onSale: OnSale = {
  times,
  curve: { visitors: 5_000, duration: 60_000, peakToMean: 3 },
  visit: {
    pages: ['list', 'event'],
    hotShare: 0.5,
    afterwards: ['image', 'cachedImage'],
    pause: 1_000,
    retries: 2,
    retryPause: 2_000,
  },
  capacity: 700,
  servers: 2,
  serverCores: 2,
  nodes: 1,
  writtenNodes: 1,
  databaseCores: 2,
  network: 0.2,
  seed: 3,
}

describe('arrivals of an on-sale', () => {
  const curve = { visitors: 50_000, duration: 3_600_000, peakToMean: 6 }

  it('are as many as the visitors, and begin at the rate of the peak', () => {
    const all = [...arrivalTimes(curve, newRandom(1))]
    expect(Math.abs(all.length - curve.visitors)).toBeLessThan(4 * Math.sqrt(curve.visitors))
    expect(all.at(-1)).toBeLessThanOrEqual(curve.duration)
    const firstMinute = all.filter((time) => time < 60_000).length
    const [decay, mean] = [decayOf(curve), curve.visitors / 60]
    const expected = ((6 * mean * decay) / 60_000) * (1 - Math.exp(-60_000 / decay))
    expect(Math.abs(firstMinute - expected)).toBeLessThan(4 * Math.sqrt(expected))
  })
})

describe('a simulated on-sale', () => {
  it('answers every visitor, and sells no place twice', () => {
    const { purchases, images, tickets, gaveUp, soldOutAfter } = simulateOnSale(onSale)
    const limited = purchases.countOf(409)
    expect(gaveUp).toBe(0)
    expect(purchases.countOf(503)).toBe(0)
    expect(tickets).toBe(purchases.countOf(201))
    // Half of the visitors want one of 700 places.
    expect(limited).toBeGreaterThan(1_600)
    expect(tickets - (purchases.count() - limited)).toBe(0)
    expect(soldOutAfter).toBeGreaterThan(0)
    expect(images.count()).toBe(2 * tickets)
  })

  it.each([1, 3])('sells exactly the places of the event with a capacity, with %d writable nodes', (writtenNodes) => {
    const all = { ...onSale, servers: 3, nodes: 3, writtenNodes, visit: { ...onSale.visit, hotShare: 1 } }
    const { tickets, conflicts } = simulateOnSale(all)
    expect(tickets).toBe(700)
    expect(conflicts > 0).toBe(writtenNodes > 1)
  })

  it('answers 503 when one server draws too many images, and not with enough servers', () => {
    const crowd = { ...onSale, curve: { visitors: 20_000, duration: 30_000, peakToMean: 3 } }
    expect(simulateOnSale({ ...crowd, servers: 1 }).images.countOf(503)).toBeGreaterThan(0)
    expect(simulateOnSale({ ...crowd, servers: 16 }).images.countOf(503)).toBe(0)
  })

  it('yields the same figures for the same seed', () => {
    const figures = () => {
      const { gaveUp, tickets, soldOutAfter, busiest } = simulateOnSale(onSale)
      return { gaveUp, tickets, soldOutAfter, busiest }
    }
    expect(figures()).toEqual(figures())
  })
})

describe('a simulated load', () => {
  const load = {
    times,
    servers: 1,
    nodes: 1,
    writtenNodes: 1,
    machines: { server: 1, database: 1 },
    connections: 1,
    operations: ['purchase'],
    client: 0,
    network: 0.2,
    warmUp: 100,
    duration: 1_000,
  } as const

  it('takes as long as its parts when it is alone', () => {
    const { responses, rate } = simulateLoad(load)
    // Event loop 0.1 + 0.4, database 0.05 + 0.2, flush 0.5, two messages.
    expect(responses.latency(0.5)).toBeCloseTo(0.5 + 0.25 + 0.5 + 0.4, 6)
    expect(rate).toBeCloseTo(1_000 / 1.65, -1)
  })

  it('costs less for each purchase in batches, until the event loop is busy with the requests themselves', () => {
    const purchase = { ...times.purchase, database: none }
    const { rate } = simulateLoad({ ...load, times: { ...times, purchase }, connections: 256 })
    const limit = 1_000 / 0.1
    expect(rate).toBeGreaterThan(0.9 * limit)
    expect(rate).toBeLessThan(limit)
  })

  it('obeys the law of Little: as many requests are in progress as there are connections', () => {
    const { rate, responses } = simulateLoad({ ...load, connections: 64 })
    expect((rate / 1_000) * responses.latency(0.5)).toBeGreaterThan(64 * 0.95)
    expect((rate / 1_000) * responses.latency(0.5)).toBeLessThan(64 * 1.05)
  })
})

describe('divideCost', () => {
  it('finds the costs of a request and of a batch from one request alone and one of a batch', () => {
    const [request, batch] = [0.08, 0.35]
    const found = divideCost(request + batch, request + batch / 31, 31)
    expect(found.request).toBeCloseTo(request, 9)
    expect(found.batch).toBeCloseTo(batch, 9)
  })
})
