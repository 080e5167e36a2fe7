import { describe, expect, it } from '@jest/globals'
import { mean } from '../statistics.ts'
import { newCores } from './cores.ts'
import { newFlushes } from './flushes.ts'
import { newRandom } from './random.ts'
import { newSimulation } from './simulation.ts'
import { newThread } from './thread.ts'

type Queue = Readonly<{ cores: number; quantum: number; arrivals: number; service: 'exponential' | 'constant' }>

/** Work that takes 1 ms on average, `arrivals` a millisecond; returns the mean times in the system and the mean number in it. */
const simulateQueue = ({ cores: count, quantum, arrivals, service }: Queue) => {
  const simulation = newSimulation()
  const random = newRandom(7)
  const cores = newCores(simulation, count, quantum)
  const times: number[] = []
  let [inSystem, area, changedAt, arrived] = [0, 0, 0, 0]
  const change = (by: number) => {
    area += inSystem * (simulation.now() - changedAt)
    changedAt = simulation.now()
    inSystem += by
  }
  const arrive = () => {
    const start = simulation.now()
    change(1)
    cores.run(service === 'constant' ? 1 : random.exponential(1), () => {
      change(-1)
      times.push(simulation.now() - start)
    })
    arrived += 1
    if (arrived < 200_000) simulation.after(random.exponential(1 / arrivals), arrive)
  }
  arrive()
  simulation.run()
  return { timeInSystem: mean(times), inSystem: area / changedAt, utilization: cores.used() / changedAt / count }
}

/** Erlang's C formula: the share of arrivals that wait, with `count` servers. */
const shareThatWaits = (count: number, load: number): number => {
  let blocking = 1
  for (let n = 1; n <= count; n += 1) blocking = (load * blocking) / (n + load * blocking)
  return blocking / (1 - (load / count) * (1 - blocking))
}

const within = (share: number, value: number, expected: number) => {
  expect(value).toBeGreaterThan(expected * (1 - share))
  expect(value).toBeLessThan(expected * (1 + share))
}

describe('simulated processors', () => {
  it.each([0.5, 0.8])('have the waiting times of an M/M/1 queue at a load of %d', (load) => {
    const { timeInSystem } = simulateQueue({ cores: 1, quantum: Infinity, arrivals: load, service: 'exponential' })
    within(0.04, timeInSystem, 1 / (1 - load))
  })

  it.each([
    [2, 1.6],
    [4, 3.2],
    [16, 14],
  ])('have the waiting times of an M/M/%d queue at a load of %d', (count, load) => {
    const { timeInSystem } = simulateQueue({ cores: count, quantum: Infinity, arrivals: load, service: 'exponential' })
    within(0.04, timeInSystem, 1 + shareThatWaits(count, load) / (count - load))
  })

  it('have the waiting times of an M/D/1 queue', () => {
    const { timeInSystem } = simulateQueue({ cores: 1, quantum: Infinity, arrivals: 0.8, service: 'constant' })
    within(0.04, timeInSystem, 1 + 0.8 / (2 * (1 - 0.8)))
  })

  it('share a processor among all work when the turns are short, so that the mean time is that of M/M/1', () => {
    const { timeInSystem } = simulateQueue({ cores: 1, quantum: 0.05, arrivals: 0.7, service: 'constant' })
    within(0.05, timeInSystem, 1 / (1 - 0.7))
  })

  it('obey the law of Little, and are used by what arrives', () => {
    const { timeInSystem, inSystem, utilization } = simulateQueue({
      cores: 3,
      quantum: 1,
      arrivals: 2.4,
      service: 'exponential',
    })
    within(0.01, inSystem, 2.4 * timeInSystem)
    within(0.01, utilization, 0.8)
  })

  it('yield the same figures for the same seed', () => {
    const queue = { cores: 2, quantum: 1, arrivals: 1.5, service: 'exponential' } as const
    expect(simulateQueue(queue)).toEqual(simulateQueue(queue))
  })
})

describe('a simulated thread', () => {
  it('does one piece of work after another, also on a machine with more processors', () => {
    const simulation = newSimulation()
    const thread = newThread(newCores(simulation, 4))
    const ends: number[] = []
    for (const milliseconds of [3, 2, 1]) thread.run(milliseconds, () => ends.push(simulation.now()))
    expect(thread.unfinished()).toBe(3)
    simulation.run()
    expect(ends).toEqual([3, 5, 6])
  })

  it('waits for a processor that other threads use', () => {
    const simulation = newSimulation()
    const cores = newCores(simulation, 1)
    const ends: string[] = []
    newThread(cores).run(2, () => ends.push(`a at ${simulation.now()}`))
    newThread(cores).run(1, () => ends.push(`b at ${simulation.now()}`))
    simulation.run()
    expect(ends).toEqual(['b at 2', 'a at 3'])
  })
})

describe('simulated flushes', () => {
  it('store the commits that wait during a flush with the next one', () => {
    const simulation = newSimulation()
    const flush = newFlushes(simulation, 10)
    const ends: string[] = []
    const commit = (name: string) => flush(() => ends.push(`${name} at ${simulation.now()}`))
    commit('a')
    simulation.after(1, () => commit('b'))
    simulation.after(9, () => commit('c'))
    simulation.after(40, () => commit('d'))
    simulation.run()
    expect(ends).toEqual(['a at 10', 'b at 20', 'c at 20', 'd at 50'])
  })
})
