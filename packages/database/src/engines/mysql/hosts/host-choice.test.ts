import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Failover, type HostChoice, chooseHost, hostChoice } from './host-choice.ts'
import type { HostCondition } from './host-condition.ts'

const writable: HostCondition = { state: 'writable' }
const full: HostCondition = { state: 'full', reason: 'ER_CON_COUNT_ERROR' }
const readable: HostCondition = { state: 'readable', reason: 'read_only is ON' }
const unusable: HostCondition = { state: 'unusable', reason: 'ECONNREFUSED', isSilent: false }

describe('the choice among hosts, the one in use first,', () => {
  it.each<[string, readonly (HostCondition | undefined)[], number | undefined]>([
    ['stays while it is writable, whatever the others are', [writable, undefined, undefined], 0],
    ['stays while it has no connection free', [full, writable, writable], 0],
    ['waits until its condition is known', [undefined, writable, writable], undefined],
    ['is the first other that is writable', [unusable, writable, undefined], 1],
    ['waits for the condition of a host before a writable one', [readable, undefined, writable], undefined],
    ['passes over a host that is not writable', [readable, unusable, writable], 2],
    ['passes over a host without a free connection', [unusable, full, writable], 2],
    ['is the first readable one when none is writable', [unusable, unusable, readable, readable], 2],
    ['stays when another one is readable too', [readable, readable, unusable], 0],
    [
      'waits for the conditions of all hosts before it chooses one that is only readable',
      [unusable, readable, undefined],
      undefined,
    ],
    ['stays when no host responds', [unusable, unusable, unusable], 0],
    ['stays when the others have no connection free', [unusable, full], 0],
  ])('%s', (_, conditions, choice) => {
    expect(chooseHost(conditions)).toBe(choice)
  })
})

const dead: HostCondition = { state: 'unusable', reason: 'ECONNREFUSED', isSilent: false }

describe('the host that is used', () => {
  let conditions: HostCondition[]
  /** What a check finds out, if not the condition that a probe does. */
  let checked: HostCondition | undefined
  let probes: number[]
  /** What the probes wait for. */
  let held: Promise<void> | undefined
  let failovers: Failover[]
  let warnings: string[]
  let choice: HostChoice
  beforeEach(() => {
    conditions = [writable, writable, writable]
    ;[probes, failovers, warnings, held, checked] = [[], [], [], undefined, undefined]
    choice = hostChoice({
      hosts: ['a', 'b', 'c'],
      probe: async (host) => {
        probes.push(host)
        const condition = conditions[host]!
        await held
        return condition
      },
      check: async (host) => checked ?? conditions[host]!,
      onFailover: (failover) => failovers.push(failover),
      warn: (message) => warnings.push(message),
      checkInterval: 5,
      probeInterval: 0,
    })
  })
  afterEach(() => choice.stop())
  const holdProbes = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await nextTurn()
  }

  it('is the first writable one at the start, after one probe of each', async () => {
    await choice.start()
    await choice.start()
    expect([choice.active(), probes, failovers, warnings]).toEqual([0, [0, 1, 2], [], []])
  })

  it('is the next writable one when a check finds that it is not writable', async () => {
    await choice.start()
    conditions = [readable, dead, writable]
    await until(() => choice.active() === 2)
    expect(failovers).toEqual([{ from: 'a', to: 'c', condition: readable }])
    expect(warnings).toEqual(['The database server a cannot be used (read_only is ON): from now on, c is used.'])
  })

  it('is kept when an earlier one in the list recovers; when it fails, the first writable one in the list follows', async () => {
    await choice.start()
    conditions = [dead, writable, writable]
    await choice.probeHosts()
    conditions = [writable, writable, writable]
    await choice.probeHosts()
    expect(choice.active()).toBe(1)
    conditions = [writable, dead, writable]
    await choice.probeHosts()
    expect(choice.active()).toBe(0)
  })

  const member = (memberId: string, primary: string): HostCondition => {
    const group = { memberId, primaries: [primary], size: 3 }
    return memberId === primary
      ? { state: 'writable', group }
      : { state: 'readable', reason: 'super_read_only is ON', group }
  }
  it('is not a primary that the other members of its group have removed', async () => {
    conditions = [member('a', 'c'), member('b', 'b'), member('c', 'c')]
    await choice.start()
    expect(choice.active()).toBe(2)
  })

  it('is not a primary that was cut off, and does not know yet that its group has another one', async () => {
    conditions = [readable, readable, readable]
    checked = member('a', 'a')
    await choice.start()
    conditions = [member('a', 'a'), member('b', 'b'), member('c', 'b')]
    await until(() => choice.active() === 1)
  })

  it('is a readable one while none is writable, of which the operator is warned once', async () => {
    conditions = [dead, readable, readable]
    await choice.start()
    await choice.probeHosts()
    expect(choice.active()).toBe(1)
    conditions = [dead, readable, writable]
    await until(() => choice.active() === 2)
    conditions = [dead, dead, writable]
    await choice.probeHosts()
    expect(warnings).toEqual([
      'The database server a cannot be used (ECONNREFUSED): from now on, b is used.',
      'No database server is writable: a (ECONNREFUSED), b (read_only is ON), c (read_only is ON). Until one is, b is used.',
      'The database server b cannot be used (read_only is ON): from now on, c is used.',
      'The database server c is writable.',
    ])
  })

  it('is looked for after the pause between probes, not after that between checks, while none is writable', async () => {
    const found = Promise.withResolvers<Failover>()
    const waiting = hostChoice({
      hosts: ['a', 'b'],
      probe: async (host) => {
        probes.push(host)
        return conditions[host]!
      },
      check: async (host) => conditions[host]!,
      onFailover: found.resolve,
      warn: () => undefined,
      checkInterval: 60_000,
      probeInterval: 0,
    })
    conditions = [readable, readable]
    await waiting.start()
    // The first check comes at once, and causes a second probe of both hosts.
    await until(() => probes.length >= 4)
    await nextTurn()
    conditions = [readable, writable]
    expect(await found.promise).toMatchObject({ from: 'a', to: 'b' })
    waiting.stop()
  })

  it('is looked for once for all errors before a probe starts, and once more for all errors during it', async () => {
    await choice.start()
    probes = []
    const release = holdProbes()
    const during = choice.probeHosts()
    await until(() => probes.length === 3)
    const later = Array.from({ length: 100 }, () => choice.probeHosts())
    release()
    await Promise.all([during, ...later])
    expect(probes).toEqual([0, 1, 2, 0, 1, 2])
  })

  it('has failed over, for work that failed on the former one, as soon as the probe ends', async () => {
    await choice.start()
    const before = choice.failovers()
    expect(await choice.failedOverSince(before)).toBe(false)
    conditions = [dead, writable, writable]
    const release = holdProbes()
    void choice.probeHosts()
    const failedOver = choice.failedOverSince(before)
    await until(() => probes.length === 6)
    release()
    expect(await failedOver).toBe(true)
    expect(await choice.failedOverSince(before)).toBe(true)
    expect(await choice.failedOverSince(choice.failovers())).toBe(false)
  })

  it('is not looked for after a stop', async () => {
    await choice.start()
    choice.stop()
    probes = []
    conditions = [dead, writable, writable]
    await choice.probeHosts()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([choice.active(), probes]).toEqual([0, []])
  })
})
