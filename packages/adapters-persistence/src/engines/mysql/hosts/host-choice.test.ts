import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type HostChoice, type HostMove, hostChoice } from './host-choice.ts'
import type { HostCondition } from './host-condition.ts'

const writable: HostCondition = { state: 'writable' }
const readable: HostCondition = { state: 'readable', reason: 'read_only is ON' }
const dead: HostCondition = { state: 'unusable', reason: 'ECONNREFUSED', isSilent: false }

describe('the host that is used', () => {
  let conditions: HostCondition[]
  let looks: number[]
  /** What the looks wait for. */
  let held: Promise<void> | undefined
  let moves: HostMove[]
  let warnings: string[]
  let choice: HostChoice
  beforeEach(() => {
    conditions = [writable, writable, writable]
    ;[looks, moves, warnings, held] = [[], [], [], undefined]
    choice = hostChoice({
      hosts: ['a', 'b', 'c'],
      look: async (host) => {
        looks.push(host)
        const condition = conditions[host]!
        await held
        return condition
      },
      check: async (host) => conditions[host]!,
      onMove: (move) => moves.push(move),
      warn: (message) => warnings.push(message),
      checkInterval: 5,
      lookInterval: 0,
    })
  })
  afterEach(() => choice.stop())
  const holdLooks = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await nextTurn()
  }

  it('is the first that takes writes at the start, after one look at each', async () => {
    await choice.start()
    await choice.start()
    expect([choice.active(), looks, moves, warnings]).toEqual([0, [0, 1, 2], [], []])
  })

  it('is the next that takes writes, when a check says that it takes none', async () => {
    await choice.start()
    conditions = [readable, dead, writable]
    await until(() => choice.active() === 2)
    expect(moves).toEqual([{ from: 'a', to: 'c', condition: readable }])
    expect(warnings).toEqual(['The database server a cannot be used (read_only is ON): from now on, c is used.'])
  })

  it('is the first in the order of the list after another one was used, and not left when an earlier one recovers', async () => {
    await choice.start()
    conditions = [dead, writable, writable]
    await choice.lookAtHosts()
    conditions = [writable, writable, writable]
    await choice.lookAtHosts()
    expect(choice.active()).toBe(1)
    conditions = [writable, dead, writable]
    await choice.lookAtHosts()
    expect(choice.active()).toBe(0)
  })

  it('answers reads while none takes writes, of which the operator is warned once', async () => {
    conditions = [dead, readable, readable]
    await choice.start()
    await choice.lookAtHosts()
    expect(choice.active()).toBe(1)
    conditions = [dead, readable, writable]
    await until(() => choice.active() === 2)
    conditions = [dead, dead, writable]
    await choice.lookAtHosts()
    expect(warnings).toEqual([
      'The database server a cannot be used (ECONNREFUSED): from now on, b is used.',
      'No database server takes writes: a (ECONNREFUSED), b (read_only is ON), c (read_only is ON). Until one does, b is used.',
      'The database server b cannot be used (read_only is ON): from now on, c is used.',
      'The database server c takes writes.',
    ])
  })

  it('is looked for after the pause between looks, not after that between checks, while none takes writes', async () => {
    const found = Promise.withResolvers<HostMove>()
    const waiting = hostChoice({
      hosts: ['a', 'b'],
      look: async (host) => {
        looks.push(host)
        return conditions[host]!
      },
      check: async (host) => conditions[host]!,
      onMove: found.resolve,
      warn: () => undefined,
      checkInterval: 60_000,
      lookInterval: 0,
    })
    conditions = [readable, readable]
    await waiting.start()
    // The first check comes at once: its look is over too.
    await until(() => looks.length >= 4)
    await nextTurn()
    conditions = [readable, writable]
    expect(await found.promise).toMatchObject({ from: 'a', to: 'b' })
    waiting.stop()
  })

  it('is looked for once for all errors that come before the look begins, and once more for those that come during it', async () => {
    await choice.start()
    looks = []
    const release = holdLooks()
    const during = choice.lookAtHosts()
    await until(() => looks.length === 3)
    const later = Array.from({ length: 100 }, () => choice.lookAtHosts())
    release()
    await Promise.all([during, ...later])
    expect(looks).toEqual([0, 1, 2, 0, 1, 2])
  })

  it('has moved, for work that failed on the former one, as soon as the look has chosen', async () => {
    await choice.start()
    const before = choice.moves()
    expect(await choice.movedSince(before)).toBe(false)
    conditions = [dead, writable, writable]
    const release = holdLooks()
    void choice.lookAtHosts()
    const moved = choice.movedSince(before)
    await until(() => looks.length === 6)
    release()
    expect(await moved).toBe(true)
    expect(await choice.movedSince(before)).toBe(true)
    expect(await choice.movedSince(choice.moves())).toBe(false)
  })

  it('is not looked for after a stop', async () => {
    await choice.start()
    choice.stop()
    looks = []
    conditions = [dead, writable, writable]
    await choice.lookAtHosts()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([choice.active(), looks]).toEqual([0, []])
  })
})
