import { describe, expect, it } from '@jest/globals'
import { newBatches } from './batches.ts'
import { newCores } from './cores.ts'
import { newSimulation } from './simulation.ts'
import { newThread } from './thread.ts'

/** Batches that take `duration` milliseconds each, and the times and sizes of those that were run. */
const someBatches = (duration: number) => {
  const simulation = newSimulation()
  const batches: string[] = []
  const request = newBatches<number>(
    simulation,
    newThread(newCores(simulation, 1)),
    (requests, ended) => {
      batches.push(`${requests.length} at ${simulation.now()}`)
      simulation.after(duration, ended)
    },
    50,
  )
  const requestAt = (time: number, count = 1) =>
    simulation.after(time, () => {
      for (let n = 0; n < count; n += 1) request(n)
    })
  return { simulation, batches, requestAt }
}

// The real batches have tests of the same sentences.
describe('simulated batches', () => {
  it('collect the requests that come during a batch', () => {
    const { simulation, batches, requestAt } = someBatches(10)
    for (const time of [0, 3, 9, 40]) requestAt(time)
    simulation.run()
    expect(batches).toEqual(['1 at 0', '2 at 10', '1 at 40'])
  })

  it('have at most 128 requests', () => {
    const { simulation, batches, requestAt } = someBatches(10)
    requestAt(0, 300)
    simulation.run()
    expect(batches).toEqual(['128 at 0', '128 at 0', '44 at 0'])
  })

  it('wait 50 ms at most for the one before', () => {
    const { simulation, batches, requestAt } = someBatches(1_000)
    for (const time of [0, 5, 10]) requestAt(time)
    simulation.run(100)
    expect(batches).toEqual(['1 at 0', '2 at 55'])
  })
})
