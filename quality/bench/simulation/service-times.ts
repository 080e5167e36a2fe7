import type { Cost, OperationCosts, ServiceTimes } from './costs.ts'
import type { Measured, Medians } from './measured.ts'

const milliseconds = (microseconds: number) => microseconds / 1_000

/**
 * Divides processor times between a request and its batch, by two measurements: a request alone has the cost of a batch by
 * itself; with `batchSize` requests in a batch, each has that share of it.
 */
export const divideCost = (alone: number, inBatches: number, batchSize: number): Cost => {
  const batch = Math.max(0, (alone - inBatches) / (1 - 1 / batchSize))
  return { batch, request: Math.max(0, alone - batch) }
}

const costsOf = (alone: Medians, inBatches: Medians): OperationCosts => {
  const batchSize = alone.statements / inBatches.statements
  const divide = (figure: (medians: Medians) => number) =>
    divideCost(milliseconds(figure(alone)), milliseconds(figure(inBatches)), batchSize)
  return {
    eventLoop: divide(({ eventLoops }) => eventLoops),
    otherThreads: divide(({ otherThreads }) => otherThreads),
    database: divide(({ databases }) => databases[0]!),
  }
}

/** The service times, each from the bench's row that is named here. */
export const serviceTimes = ({ find, flush }: Measured): ServiceTimes => {
  const measured = (workload: string, connections: number) => find('times', workload, 'one server', connections)
  const operation = (workload: string) => costsOf(measured(workload, 1), measured(workload, 64))
  const [newImage, cachedImage] = [measured('new image', 1), measured('cached image', 1)]
  const onGalera = (shape: string, connections: number, workload = 'buy event tickets') =>
    find('galera', workload, shape, connections)
  const cluster = (connections: number) => onGalera('one server, one node written', connections)
  const noCluster = (connections: number) => onGalera('one server, no cluster', connections)
  const [alone, inBatches] = [cluster(1), cluster(64)]
  const batchSize = alone.statements / inBatches.statements
  const applied = ({ databases }: Medians) => milliseconds((databases[1]! + databases[2]!) / 2)
  const added = (connections: number) =>
    milliseconds(cluster(connections).databases[0]! - noCluster(connections).databases[0]!)
  return {
    list: operation('list events'),
    event: operation('get an event'),
    purchase: operation('buy event tickets'),
    limitedPurchase: operation('buy tickets of one event with a capacity'),
    refusal: operation('refuse a ticket of a sold-out event'),
    image: {
      eventLoop: milliseconds(newImage.eventLoops),
      drawing: milliseconds(newImage.otherThreads),
      database: milliseconds(newImage.databases[0]!),
    },
    cachedImage: {
      eventLoop: milliseconds(cachedImage.eventLoops),
      database: milliseconds(cachedImage.databases[0]!),
    },
    flush,
    cluster: {
      // The additional time of a purchase, compared with a database of one server.
      replication: Math.max(0, alone.p50 - noCluster(1).p50),
      readWait: Math.max(
        0,
        onGalera('one server, one node written', 1, 'get an event').p50 -
          onGalera('one server, no cluster', 1, 'get an event').p50,
      ),
      write: divideCost(added(1), added(64), batchSize),
      // The nodes that only apply the writes of the first one.
      apply: divideCost(applied(alone), applied(inBatches), batchSize),
    },
  }
}
