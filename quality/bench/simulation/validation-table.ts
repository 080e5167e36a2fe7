import { networkOnOneMachine } from './assumptions.ts'
import type { ServiceTimes } from './costs.ts'
import { formatRate, markdownTable } from '../markdown-table.ts'
import type { Measured } from './measured.ts'
import type { Operation } from './museum-server.ts'
import { simulateLoad } from './simulate-load.ts'

/** A shape of a part of the bench, and how it is simulated. */
type MeasuredShape = Readonly<{ part: string; name: string; servers: number; nodes: number; writtenNodes: number }>
type MeasuredWorkload = Readonly<{ name: string; operations: readonly Operation[] }>

const shape = (part: string, name: string, servers: number, nodes = 1, writtenNodes = 1): MeasuredShape => ({
  part,
  name,
  servers,
  nodes,
  writtenNodes,
})
const one = shape('times', 'one server', 1)
const several = [
  shape('servers', 'one server', 1),
  shape('servers', 'two servers', 2),
  shape('servers', 'three servers', 3),
  shape('galera', 'one server, one node written', 1, 3),
  shape('galera', 'three servers, one node written', 3, 3),
  shape('galera', 'three servers, three nodes written', 3, 3, 3),
]
const buy: MeasuredWorkload = { name: 'buy event tickets', operations: ['purchase'] }
const buyHot: MeasuredWorkload = {
  name: 'buy tickets of one event with a capacity',
  operations: ['limitedPurchase'],
}
const read: MeasuredWorkload = { name: 'get an event', operations: ['event'] }
const visit: MeasuredWorkload = {
  name: 'list, two events, buy',
  operations: ['list', 'event', 'event', 'purchase'],
}

const loads: readonly (readonly [MeasuredShape, MeasuredWorkload, number])[] = [
  [one, buy, 1],
  [one, buy, 16],
  [one, buy, 64],
  [one, buy, 256],
  [one, buyHot, 1],
  [one, buyHot, 64],
  [one, read, 64],
  ...[buy, buyHot, visit].flatMap((workload) => several.map((each) => [each, workload, 64] as const)),
]

/**
 * Loads that were measured, simulated on a machine like that of the bench: servers, databases and load generators share its
 * processors.
 */
export const validationTable = (measured: Measured, times: ServiceTimes): string =>
  markdownTable(
    [
      'load',
      'connections',
      'measured, a second',
      'simulated',
      'ratio',
      'p50, ms, measured',
      'simulated',
      'p99, ms, measured',
      'simulated',
      'conflicts, measured',
      'simulated',
    ],
    loads.map(([{ part, name, ...site }, workload, connections]) => {
      const found = measured.find(part, workload.name, name, connections)
      const { rate, responses, conflicts } = simulateLoad({
        ...site,
        times,
        connections,
        operations: workload.operations,
        machines: { shared: 2 },
        client: found.generators / 1_000,
        network: networkOnOneMachine,
        warmUp: 500,
        duration: 2_000,
      })
      return [
        `${workload.name}: ${part}, ${name}`,
        String(connections),
        formatRate(found.rate),
        formatRate(rate),
        (rate / found.rate).toFixed(2),
        found.p50.toFixed(1),
        responses.latency(0.5).toFixed(1),
        found.p99.toFixed(1),
        responses.latency(0.99).toFixed(1),
        found.conflicts.toFixed(3),
        conflicts.toFixed(3),
      ]
    }),
  )
