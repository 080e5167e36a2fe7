import { type Workload, buyEventTickets, buyGeneralTickets, buyOneEvent, getEvents, listEvents } from '../requests.ts'
import type { ShapeWorkload } from './measure-shapes.ts'

/** The number of the event whose capacity is never reached, and of one that is sold out. */
export const [hotEvent, soldOutEvent] = [12, 13] as const

const [list] = listEvents.requests
const purchase = buyOneEvent(20).requests[0]!
const [event, otherEvent] = getEvents.requests

/** The requests of a visitor who buys a ticket: a list, two events, a purchase. */
const visit: Workload = { requests: [list!, event!, otherEvent!, purchase], status: [200, 201] }

const of = (name: string, workload: Workload, connections: number): ShapeWorkload => ({ name, workload, connections })

const purchases = of('buy event tickets', buyEventTickets(1_000), 64)
const reads = of('get an event', getEvents, 64)
const visits = of('list, two events, buy', visit, 64)
const hotEvents = of('buy tickets of one event with a capacity', buyOneEvent(hotEvent), 64)

/** One request after the other. */
export const loneRequests: readonly ShapeWorkload[] = [
  { ...purchases, connections: 1 },
  { ...reads, connections: 1 },
]

/** So few requests that no processor is busy: only their processor time is compared. */
export const steadyPurchases: ShapeWorkload = {
  name: 'buy event tickets, 320 a second for each server',
  workload: { ...purchases.workload, connectionRate: 5 },
  connections: 64,
}

/** The workloads that every shape is measured with. */
export const shapeWorkloads: readonly ShapeWorkload[] = [purchases, reads, visits, hotEvents]

const withConnections = (name: string, workload: Workload, ...connections: number[]) =>
  connections.map((count) => of(name, workload, count))

/** The workloads that the service times are measured with, on one server. */
export const timedWorkloads: readonly ShapeWorkload[] = [
  ...withConnections('buy a general ticket', buyGeneralTickets, 1, 64),
  ...withConnections(purchases.name, purchases.workload, 1, 16, 64, 256),
  ...withConnections(hotEvents.name, hotEvents.workload, 1, 64),
  ...withConnections('refuse a ticket of a sold-out event', buyOneEvent(soldOutEvent, 409), 1, 64),
  ...withConnections(reads.name, reads.workload, 1, 64),
  ...withConnections('list events', listEvents, 1, 64),
]
