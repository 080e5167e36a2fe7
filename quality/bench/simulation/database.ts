import type { Cores } from './cores.ts'
import type { ClusterCosts, Cost } from './costs.ts'
import { newFlushes } from './flushes.ts'
import type { Simulation } from './simulation.ts'
import { newThread } from './thread.ts'

/** The counter of a date with a capacity. */
export type Counter = { readonly capacity: number; sold: number }

/** A transaction that has locked the counter, on one node. */
export type CounterLock = Readonly<{
  /**
   * Ends the transaction: `sold` places are taken, and `done` is called with true when the commit is durable; with false
   * when a transaction of another node has changed the counter first, and nothing is stored.
   */
  commit: (sold: number, done: (isCommitted: boolean) => void) => void
  /** Ends the transaction without a change. */
  release: () => void
}>

/** A node of a database, or its only server. */
export type DatabaseNode = Readonly<{
  /** Executes statements that need `milliseconds` of a processor. */
  execute: (milliseconds: number, done: () => void) => void
  /** The same for a read, which waits until the node has applied what the others have committed. */
  read: (milliseconds: number, done: () => void) => void
  /** Stores `rows` tickets durably that no other transaction writes. */
  commit: (rows: number, done: () => void) => void
  /** Locks the counter, after the transactions of this node that have locked it or wait for it. */
  lockCounter: (locked: (lock: CounterLock) => void) => void
}>

export type Database = Readonly<{
  nodes: readonly DatabaseNode[]
  counter: Counter
  /** Transactions that were rolled back because of another node's. */
  conflicts: () => number
}>

type DatabaseSettings = Readonly<{
  /** The machine of each node. */
  machines: readonly Cores[]
  flush: number
  cluster: ClusterCosts
  capacity: number
}>

/**
 * A database of one server, or a cluster whose nodes all accept writes. A commit on a cluster gets its place in an order of
 * all nodes, which then apply it. It is rolled back when the counter was changed before it in this order by a transaction
 * that its node had not applied when it read the counter.
 */
export const newDatabase = (
  simulation: Simulation,
  { machines, flush, cluster, capacity }: DatabaseSettings,
): Database => {
  const { after } = simulation
  const counter: Counter = { capacity, sold: 0 }
  const isCluster = machines.length > 1
  /** The number of the last change of the counter, in the order of all nodes. */
  let lastChange = 0
  let conflicts = 0
  const states = machines.map((cores) => ({
    cores,
    /** One thread applies what other nodes have committed, as Galera does by default. */
    applier: newThread(cores),
    store: newFlushes(simulation, flush),
    waiting: [] as (() => void)[],
    isLocked: false,
    /** The last change of the counter that the node has applied. */
    applied: 0,
  }))
  type State = (typeof states)[number]

  /** Makes a commit durable, and has the other nodes apply it. */
  const store = (state: State, rows: number, change: number | undefined, done: () => void) => {
    const noteChange = (node: State) => {
      if (change !== undefined) node.applied = Math.max(node.applied, change)
    }
    for (const other of states)
      if (other !== state) other.applier.run(timeOf(cluster.apply, rows), () => noteChange(other))
    state.store(() => {
      noteChange(state)
      done()
    })
  }
  /** Calls `action` when the commit has its place in the order of all nodes. */
  const inOrder = (state: State, rows: number, action: () => void) => {
    if (isCluster) state.cores.run(timeOf(cluster.write, rows), () => after(cluster.replication, action))
    else action()
  }

  const lockNext = (state: State) => {
    state.isLocked = false
    state.waiting.shift()?.()
  }
  const newLock = (state: State): CounterLock => {
    const seen = state.applied
    return {
      commit: (sold, done) =>
        inOrder(state, sold, () => {
          if (lastChange > seen && isCluster) {
            conflicts += 1
            lockNext(state)
            return done(false)
          }
          lastChange += 1
          counter.sold += sold
          return store(state, sold, lastChange, () => {
            lockNext(state)
            done(true)
          })
        }),
      release: () => lockNext(state),
    }
  }
  const nodes = states.map((state): DatabaseNode => ({
    execute: state.cores.run,
    read: (milliseconds, done) => after(isCluster ? cluster.readWait : 0, () => state.cores.run(milliseconds, done)),
    commit: (rows, done) => inOrder(state, rows, () => store(state, rows, undefined, done)),
    lockCounter(locked) {
      const lock = () => {
        state.isLocked = true
        locked(newLock(state))
      }
      if (state.isLocked) state.waiting.push(lock)
      else lock()
    },
  }))
  return { nodes, counter, conflicts: () => conflicts }
}

const timeOf = ({ request, batch }: Cost, requests: number) => batch + requests * request
