import { newCores } from './cores.ts'
import type { ServiceTimes } from './costs.ts'
import { newDatabase } from './database.ts'
import { type MuseumServer, type Operation, newMuseumServer } from './museum-server.ts'
import { newRandom } from './random.ts'
import { type Responses, newResponses } from './results.ts'
import { newSimulation } from './simulation.ts'
import { newThread } from './thread.ts'

/** A load of the bench: each connection sends its next request when the last one is answered. */
export type SimulatedLoad = Readonly<{
  times: ServiceTimes
  servers: number
  /** The nodes of the database. */
  nodes: number
  /** How many of the nodes the servers write to. */
  writtenNodes: number
  /** The processors of one machine for everything, or of a machine for each server and for each node. */
  machines: Readonly<{ shared: number }> | Readonly<{ server: number; database: number }>
  /** To each server. */
  connections: number
  operations: readonly Operation[]
  /** The processor time that the client takes for a request, on the shared machine. */
  client: number
  /** Milliseconds of a message between server and database. */
  network: number
  /** Milliseconds of the load, and of the time before it that does not count. */
  duration: number
  warmUp: number
  seed?: number
}>

export type SimulatedFigures = Readonly<{
  /** Responses per second. */
  rate: number
  responses: Responses
  /** Conflicts between nodes, per response. */
  conflicts: number
  /** The share of the time in which the database's processors were busy; of all processors on a shared machine. */
  databaseUse: number
}>

/** Simulates a load of the bench. */
export const simulateLoad = (load: SimulatedLoad): SimulatedFigures => {
  const { times, machines, connections, operations, client, network, duration, warmUp, seed = 1 } = load
  const simulation = newSimulation()
  const random = newRandom(seed)
  const shared = 'shared' in machines ? newCores(simulation, machines.shared) : undefined
  const machineOf = (kind: 'server' | 'database') =>
    'shared' in machines ? shared! : newCores(simulation, machines[kind])
  const databaseMachines = Array.from({ length: load.nodes }, () => machineOf('database'))
  const database = newDatabase(simulation, {
    machines: databaseMachines,
    flush: times.flush,
    cluster: times.cluster,
    capacity: Number.POSITIVE_INFINITY,
  })
  const responses = newResponses()
  const sendContinuously = (server: MuseumServer, generator: ReturnType<typeof newThread>, first: number) => {
    const send = (n: number): void =>
      generator.run(client / 2, () => {
        const sentAt = simulation.now()
        server.handle(operations[n % operations.length]!, (status) =>
          generator.run(client / 2, () => {
            if (simulation.now() >= warmUp) responses.add(status, simulation.now() - sentAt)
            send(n + 1)
          }),
        )
      })
    send(first)
  }
  for (let n = 0; n < load.servers; n += 1) {
    const server = newMuseumServer(simulation, random, {
      machine: machineOf('server'),
      database: database.nodes[n % load.writtenNodes]!,
      counter: database.counter,
      times,
      network,
    })
    const generator = newThread(shared ?? newCores(simulation, 1))
    for (let connection = 0; connection < connections; connection += 1) sendContinuously(server, generator, connection)
  }

  simulation.run(warmUp)
  const conflictsBefore = database.conflicts()
  const usedBefore = databaseMachines[0]!.used()
  simulation.run(warmUp + duration)
  const cores = 'shared' in machines ? machines.shared : machines.database
  return {
    rate: (responses.count() / duration) * 1_000,
    responses,
    conflicts: (database.conflicts() - conflictsBefore) / responses.count(),
    databaseUse: (databaseMachines[0]!.used() - usedBefore) / duration / cores,
  }
}
