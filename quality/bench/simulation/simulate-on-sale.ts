import { type ArrivalCurve, arrivalTimes } from './arrivals.ts'
import { newCores } from './cores.ts'
import type { ServiceTimes } from './costs.ts'
import { newDatabase } from './database.ts'
import { type MuseumServer, type Operation, type Status, newMuseumServer } from './museum-server.ts'
import { newRandom } from './random.ts'
import { type Responses, newResponses } from './results.ts'
import { newSimulation } from './simulation.ts'

/** The behaviour of visitors; times in milliseconds. */
export type Visit = Readonly<{
  /** Requests before the purchase, one after the other. */
  pages: readonly Operation[]
  /** The share of visitors who want the event with a capacity; the others buy tickets without a limit. */
  hotShare: number
  /** The requests of a buyer after the purchase. */
  afterwards: readonly Operation[]
  /** The mean pause between two requests. */
  pause: number
  /** How often a request is sent again after a 503, `retryPause` to twice as long later. */
  retries: number
  retryPause: number
}>

export type OnSale = Readonly<{
  times: ServiceTimes
  curve: ArrivalCurve
  visit: Visit
  /** The places of the event with a capacity. */
  capacity: number
  servers: number
  serverCores: number
  nodes: number
  writtenNodes: number
  databaseCores: number
  network: number
  seed: number
}>

export type OnSaleFigures = Readonly<{
  /** The responses to each kind of request. */
  pages: Responses
  purchases: Responses
  images: Responses
  /** Visitors whose request got 503 each time. */
  gaveUp: number
  tickets: number
  /** When the last place was sold; `undefined` when there are places left. */
  soldOutAfter: number | undefined
  conflicts: number
  /** The busiest ten seconds: the share of the time in which processors were busy, of a server and of a node. */
  busiest: Readonly<{ server: number; database: number }>
}>

/** The length of the time over which the use of processors is measured, in milliseconds. */
const interval = 10_000

/** Simulates an on-sale, with each server and each node of the database on a machine of its own. */
export const simulateOnSale = (onSale: OnSale): OnSaleFigures => {
  const { times, curve, visit, capacity, network, seed, serverCores, databaseCores, nodes, writtenNodes } = onSale
  const simulation = newSimulation()
  const { now, after } = simulation
  const random = newRandom(seed)
  const databaseMachines = Array.from({ length: nodes }, () => newCores(simulation, databaseCores))
  const serverMachines = Array.from({ length: onSale.servers }, () => newCores(simulation, serverCores))
  const { cluster, flush } = times
  const database = newDatabase(simulation, { machines: databaseMachines, flush, cluster, capacity })
  const { counter } = database
  const servers = serverMachines.map((machine, n) =>
    newMuseumServer(simulation, random, {
      machine,
      database: database.nodes[n % writtenNodes]!,
      counter,
      times,
      network,
    }),
  )
  let nextServer = 0
  /** The load balancer: one server after the other. */
  const chooseServer = (): MuseumServer => servers[(nextServer = (nextServer + 1) % servers.length)]!

  const [pages, purchases, images] = [newResponses(), newResponses(), newResponses()]
  const responsesTo = (operation: Operation) =>
    operation === 'list' || operation === 'event'
      ? pages
      : operation === 'image' || operation === 'cachedImage'
        ? images
        : purchases
  let [gaveUp, tickets] = [0, 0]
  let soldOutAfter: number | undefined

  const send = (operation: Operation, retriesLeft: number, done: (status: Status) => void) => {
    const sentAt = now()
    chooseServer().handle(operation, (status) => {
      responsesTo(operation).add(status, now() - sentAt)
      if (status !== 503) done(status)
      else if (retriesLeft === 0) gaveUp += 1
      else after(visit.retryPause * (1 + random.uniform()), () => send(operation, retriesLeft - 1, done))
    })
  }
  const sendAll = ([first, ...others]: readonly Operation[], done: () => void): void => {
    if (first === undefined) return done()
    return send(first, visit.retries, () => after(random.exponential(visit.pause), () => sendAll(others, done)))
  }
  const buy = () => {
    const operation = random.uniform() < visit.hotShare ? 'limitedPurchase' : 'purchase'
    send(operation, visit.retries, (status) => {
      if (counter.sold === capacity) soldOutAfter ??= now()
      if (status !== 201) return
      tickets += 1
      after(random.exponential(visit.pause), () => sendAll(visit.afterwards, () => undefined))
    })
  }

  const arrivals = arrivalTimes(curve, random)
  const arriveNext = () => {
    const { value: time } = arrivals.next()
    if (time === undefined) return
    after(time - now(), () => {
      sendAll(visit.pages, buy)
      arriveNext()
    })
  }
  arriveNext()

  const busiest = { server: 0, database: 0 }
  const usedOf = (machines: readonly { used: () => number }[]) => machines.map((machine) => machine.used())
  const watch = (serversBefore: readonly number[], databaseBefore: readonly number[]) =>
    after(interval, () => {
      const [serversNow, databaseNow] = [usedOf(serverMachines), usedOf(databaseMachines)]
      const most = (current: readonly number[], before: readonly number[], cores: number) =>
        Math.max(...current.map((used, n) => (used - before[n]!) / interval / cores))
      busiest.server = Math.max(busiest.server, most(serversNow, serversBefore, serverCores))
      busiest.database = Math.max(busiest.database, most(databaseNow, databaseBefore, databaseCores))
      if (now() < curve.duration) watch(serversNow, databaseNow)
    })
  watch(usedOf(serverMachines), usedOf(databaseMachines))
  simulation.run()
  return { pages, purchases, images, gaveUp, tickets, soldOutAfter, conflicts: database.conflicts(), busiest }
}
