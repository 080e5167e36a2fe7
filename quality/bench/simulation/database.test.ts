import { describe, expect, it } from '@jest/globals'
import { newCores } from './cores.ts'
import { newDatabase } from './database.ts'
import { newSimulation } from './simulation.ts'

const none = { request: 0, batch: 0 }

/** A database whose flushes take 10 ms, and whose commits get their place in the order of all nodes after 5 ms. */
const aDatabase = (nodes: number, cores = 1) => {
  const simulation = newSimulation()
  const machines = Array.from({ length: nodes }, () => newCores(simulation, cores))
  const cluster = { replication: 5, readWait: 3, write: none, apply: { request: 0, batch: 1 } }
  const database = newDatabase(simulation, { machines, flush: 10, cluster, capacity: 100 })
  const results: string[] = []
  /** Locks the counter on a node, works for `work` milliseconds, and commits. */
  const sell = (name: string, node: number, work: number) =>
    database.nodes[node]!.lockCounter((lock) =>
      simulation.after(work, () =>
        lock.commit(1, (isCommitted) =>
          results.push(`${name} ${isCommitted ? 'stored' : 'rolled back'} at ${simulation.now()}`),
        ),
      ),
    )
  return { simulation, database, results, sell }
}

describe('a simulated database', () => {
  it('commits transactions of one counter one after the other on one server', () => {
    const { simulation, database, results, sell } = aDatabase(1)
    sell('a', 0, 2)
    sell('b', 0, 2)
    simulation.run()
    expect(results).toEqual(['a stored at 12', 'b stored at 24'])
    expect([database.counter.sold, database.conflicts()]).toEqual([2, 0])
  })

  it('rolls back a transaction when one of another node changed the counter first', () => {
    const { simulation, database, results, sell } = aDatabase(2)
    sell('a', 0, 2)
    sell('b', 1, 4)
    simulation.run()
    // `a` gets the first place in the order of both nodes, at 7; `b` learns of this at 9.
    expect(results).toEqual(['b rolled back at 9', 'a stored at 17'])
    expect([database.counter.sold, database.conflicts()]).toEqual([1, 1])
  })

  it('stores a transaction that begins when its node has applied the change of the other one', () => {
    const { simulation, database, results, sell } = aDatabase(2)
    sell('a', 0, 2)
    simulation.after(9, () => sell('b', 1, 2))
    simulation.run()
    expect(results).toEqual(['a stored at 17', 'b stored at 26'])
    expect(database.conflicts()).toBe(0)
  })

  it('applies the commits of other nodes one after the other, however many processors a node has', () => {
    const { simulation, database, results, sell } = aDatabase(2, 32)
    for (let n = 0; n < 20; n += 1) database.nodes[0]!.commit(1, () => undefined)
    sell('a', 0, 2)
    // The other node has applied 15 of the 21 commits.
    simulation.after(20, () => sell('b', 1, 2))
    simulation.run()
    expect(results).toEqual(['a stored at 25', 'b rolled back at 27'])
  })

  it.each([
    [1, 2],
    [2, 5],
  ])('waits before a read only when there are other nodes: %d nodes, %d ms', (nodes, expected) => {
    const { simulation, database } = aDatabase(nodes)
    let end = 0
    database.nodes[0]!.read(2, () => (end = simulation.now()))
    simulation.run()
    expect(end).toBe(expected)
  })

  it('stores tickets that share no row on several nodes at the same time', () => {
    const { simulation, database } = aDatabase(3)
    const ends: number[] = []
    for (const node of database.nodes) node.commit(1, () => ends.push(simulation.now()))
    simulation.run()
    expect(ends).toEqual([15, 15, 15])
    expect(database.conflicts()).toBe(0)
  })
})
