import { describe, expect, it } from '@jest/globals'
import { Instant, TicketKeyId } from '@museum/domain'
import { anActor, inMemoryPorts } from '@museum/testing'
import { Unavailable } from '@museum/concurrency'
import { ticketKeyCache } from './ticket-key-cache.ts'
import { ticketKeyOperations } from './ticket-key-operations.ts'

const start = Date.UTC(2030, 4, 1, 10)
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A cache of the one ticket key, on a clock and a repository that the test controls. */
const aCache = async () => {
  const clock = { now: start }
  const shared = inMemoryPorts({ now: () => Instant(clock.now) })
  await ticketKeyOperations(shared, () => undefined).rotateTicketKey(anActor)
  /** The reads so far. A read waits for `gate`, and fails with `failure`. */
  const repository = { reads: 0, gate: undefined as Promise<void> | undefined, failure: undefined as Error | undefined }
  const list: typeof shared.ticketKeys.list = async () => {
    repository.reads += 1
    const keys = await shared.ticketKeys.list()
    await repository.gate
    if (repository.failure !== undefined) throw repository.failure
    return keys
  }
  const cache = ticketKeyCache({ ...shared, ticketKeys: { ...shared.ticketKeys, list } })
  await cache.keys()
  repository.reads = 0
  return {
    clock,
    repository,
    invalidate: cache.invalidate,
    /** The number of keys in the cache. */
    count: async () => (await cache.keys()).length,
    /** The number of keys that a caller gets who needs this key. */
    countWith: async (keyId: number) => (await cache.keysWith(TicketKeyId(keyId))).length,
    rotate: () => ticketKeyOperations(shared, () => undefined).rotateTicketKey(anActor),
  }
}

describe('the cache of the ticket keys', () => {
  it('reads them again in the background after two seconds, and does not wait for that', async () => {
    const { clock, repository, count, rotate } = await aCache()
    await rotate()
    clock.now += 1_999
    expect([await count(), repository.reads]).toEqual([1, 0])
    clock.now += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    repository.gate = promise
    expect([await count(), await count(), repository.reads]).toEqual([1, 1, 1])
    resolve()
    await turn()
    expect([await count(), repository.reads]).toEqual([2, 1])
  })

  it('reads them again for a key that is not among them', async () => {
    const { repository, countWith, rotate } = await aCache()
    await rotate()
    expect([await countWith(1), repository.reads]).toEqual([1, 0])
    expect([await countWith(2), repository.reads]).toEqual([2, 1])
    expect([await countWith(3), repository.reads]).toEqual([2, 2])
  })

  it('reads them again for such a key also when a read is in progress that began before the key was made', async () => {
    const { clock, repository, count, countWith, rotate } = await aCache()
    clock.now += 2_000
    const { promise, resolve } = Promise.withResolvers<void>()
    repository.gate = promise
    await count()
    await turn()
    await rotate()
    const counted = countWith(2)
    await turn()
    resolve()
    expect(await counted).toBe(2)
  })

  it('waits for a new read when its keys are five seconds old, and concurrent calls share the read', async () => {
    const { clock, repository, count, rotate } = await aCache()
    await rotate()
    clock.now += 5_000
    expect(await Promise.all([count(), count(), count()])).toEqual([2, 2, 2])
    expect(repository.reads).toBe(1)
  })

  it('reads once more when the read that a call joined began too long ago', async () => {
    const { clock, repository, count, rotate } = await aCache()
    const { promise, resolve } = Promise.withResolvers<void>()
    repository.gate = promise
    clock.now += 2_000
    await count()
    // The background read has read the keys, and does not return them yet.
    await turn()
    await rotate()
    clock.now += 5_000
    const late = count()
    resolve()
    expect(await late).toBe(2)
    expect(repository.reads).toBe(2)
  })

  it('keeps the keys while a read in the background fails, and fails when they are five seconds old', async () => {
    const { clock, repository, count } = await aCache()
    repository.failure = new Unavailable('The database is unavailable')
    clock.now += 2_000
    expect(await count()).toBe(1)
    await turn()
    clock.now += 1_999
    expect([await count(), repository.reads]).toEqual([1, 1])
    clock.now += 1_001
    await expect(count()).rejects.toThrow(Unavailable)
    repository.failure = undefined
    expect(await count()).toBe(1)
  })

  it('reads the keys again when the clock was set back', async () => {
    const { clock, count, rotate } = await aCache()
    await rotate()
    clock.now -= 3_600_000
    expect(await count()).toBe(2)
  })

  it('does not return the keys from a read that began before this program changed one', async () => {
    const { clock, repository, count, rotate, invalidate } = await aCache()
    const { promise, resolve } = Promise.withResolvers<void>()
    repository.gate = promise
    clock.now += 2_000
    await count()
    await turn()
    await rotate()
    invalidate()
    const late = count()
    resolve()
    expect(await late).toBe(2)
    expect(await count()).toBe(2)
  })
})
