import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { inMemoryRepositories } from '@museum/testing'
import { aScryptVerifier, aUser, address, hashOf, minutes, seconds, settled, times } from '../test/a-scrypt-verifier.ts'
import { scryptCredentialVerifier } from './scrypt-credential-verifier.ts'

describe('verified credentials', () => {
  it('are hashed once as long as requests use them', async () => {
    const { outcome, clock, hashes } = await aScryptVerifier()
    for (let n = 0; n < 100; n += 1) {
      expect(await outcome()).toBe('verified')
      clock.now += 15 * minutes
    }
    for (let n = 0; n < 1_000; n += 1) {
      expect(await outcome()).toBe('verified')
      clock.now += 1 * seconds
    }
    expect(hashes).toHaveLength(1)
  })

  it('are dropped 15 minutes after their last use', async () => {
    const { outcome, clock, hashes } = await aScryptVerifier()
    await outcome()
    clock.now += 15 * minutes + 1
    expect(await outcome()).toBe('verified')
    expect(hashes).toHaveLength(2)
  })

  it('cause no query for two seconds after the user was read', async () => {
    const { outcome, clock, reads } = await aScryptVerifier()
    await outcome()
    clock.now += 2 * seconds - 1
    await times(64, () => outcome())
    await settled()
    expect(reads).toHaveLength(1)
  })

  it('are renewed by one read in the background for which no request waits', async () => {
    const { outcome, clock, reads, hashes, reading } = await aScryptVerifier()
    await outcome()
    const read = Promise.withResolvers<void>()
    reading.gate = read.promise
    for (const passed of [2, 2]) {
      clock.now += passed * seconds
      expect(new Set(await times(64, () => outcome()))).toEqual(new Set(['verified']))
    }
    expect([reads.length, hashes.length]).toEqual([2, 1])
    read.resolve()
    await settled()
    // The second read began two seconds after the first one. From then on, the credentials are valid for five seconds.
    clock.now += 3 * seconds - 1
    expect(await outcome()).toBe('verified')
    await settled()
    expect([reads.length, hashes.length]).toEqual([3, 1])
  })

  it('are verified with one read and no hash when they are used again after five seconds', async () => {
    const { outcome, clock, reads, hashes, reading } = await aScryptVerifier()
    await outcome()
    clock.now += 5 * seconds
    const read = Promise.withResolvers<void>()
    reading.gate = read.promise
    let answered = 0
    const requests = times(64, async () => {
      const result = await outcome()
      answered += 1
      return result
    })
    await settled()
    expect([answered, reads.length]).toEqual([0, 2])
    read.resolve()
    expect(new Set(await requests)).toEqual(new Set(['verified']))
    expect([reads.length, hashes.length]).toEqual([2, 1])
  })

  it.each([
    ['with another password', { passwordHash: hashOf('new') }, 'unauthorized'],
    ['with the same password and another salt', { passwordHash: hashOf('secret', 'another salt') }, 'verified'],
    ['disabled', { isEnabled: false }, 'unauthorized'],
    ['removed', undefined, 'unauthorized'],
  ])('are hashed again at the first request after a read that finds the user %s', async (_, but, expected) => {
    const { outcome, clock, hashes, reading, reads, stored, change, verify } = await aScryptVerifier()
    await outcome()
    if (but === undefined) stored.find = async () => undefined
    else await change(but)
    clock.now += 5 * seconds - 1
    const read = Promise.withResolvers<void>()
    reading.gate = read.promise
    // This request still uses the old state, and starts the read that finds the change.
    expect(await verify('curator', 'secret', address)).toEqual({ username: 'curator', role: 'admin' })
    read.resolve()
    await settled()
    expect([hashes.length, reads.length]).toEqual([1, 2])
    expect(await outcome()).toBe(expected)
    expect(hashes).toHaveLength(2)
  })

  it('are the new ones after the password was changed', async () => {
    const { outcome, change } = await aScryptVerifier()
    await outcome()
    await change({ passwordHash: hashOf('new') })
    expect(await outcome('new')).toBe('verified')
  })

  it('have the changed role after the read that finds it, at most five seconds later, without a hash', async () => {
    const { clock, change, hashes, reads, verify } = await aScryptVerifier()
    const roleNow = async () => verify('curator', 'secret', address)
    expect(await roleNow()).toEqual({ username: 'curator', role: 'admin' })
    await change({ role: 'gate' })
    clock.now += 2 * seconds
    // This request starts the read in the background that finds the new role.
    expect(await roleNow()).toEqual({ username: 'curator', role: 'admin' })
    await settled()
    expect(await roleNow()).toEqual({ username: 'curator', role: 'gate' })
    await change({ role: 'reader' })
    clock.now += 5 * seconds
    expect(await times(64, roleNow)).toEqual(
      Array.from({ length: 64 }, () => ({ username: 'curator', role: 'reader' })),
    )
    expect([hashes.length, reads.length]).toEqual([1, 3])
  })

  it('are refused five seconds after the user was disabled, and right again as soon as the user is enabled', async () => {
    const { clock, change, hashes, reads, outcome } = await aScryptVerifier()
    await outcome()
    await change({ isEnabled: false })
    clock.now += 5 * seconds - 1
    // Cached until the fifth second; this request starts the read that finds the user disabled.
    expect(await outcome()).toBe('verified')
    await settled()
    for (let n = 0; n < 2; n += 1) expect(await outcome()).toBe('unauthorized')
    await change({ isEnabled: true })
    for (let n = 0; n < 10; n += 1) expect(await outcome()).toBe('verified')
    // Reads: the first check, the background read, two refusals, and the check after which the credentials are cached
    // again.
    expect([reads.length, hashes.length]).toEqual([5, 4])
  })

  it('are refused five seconds after the password was changed, also if no request came in between', async () => {
    const { outcome, clock, hashes, change } = await aScryptVerifier()
    await outcome()
    await change({ passwordHash: hashOf('new') })
    clock.now += 5 * seconds
    expect(new Set(await times(64, () => outcome()))).toEqual(new Set(['unauthorized']))
    expect(hashes).toHaveLength(2)
  })

  it('are not renewed by a read that began more than five seconds before the request', async () => {
    const { outcome, clock, reads, reading, change } = await aScryptVerifier()
    await outcome()
    clock.now += 2 * seconds
    const slow = Promise.withResolvers<void>()
    reading.gate = slow.promise
    expect(await outcome()).toBe('verified')
    await change({ passwordHash: hashOf('new') })
    clock.now += 5 * seconds
    const late = outcome()
    await settled()
    reading.gate = undefined
    slow.resolve()
    expect(await late).toBe('unauthorized')
    // Reads: the first check, the slow read, one more, and the check with a hash.
    expect(reads).toHaveLength(4)
  })

  it('are valid for five seconds while the database is unavailable, then verifying throws Unavailable', async () => {
    const { outcome, clock, reads, hashes, reading } = await aScryptVerifier()
    await outcome()
    reading.error = new Unavailable('The database is unavailable')
    clock.now += 2 * seconds
    for (let n = 0; n < 10; n += 1) expect(await outcome()).toBe('verified')
    await settled()
    clock.now += 2 * seconds - 1
    for (let n = 0; n < 10; n += 1) expect(await outcome()).toBe('verified')
    await settled()
    // A request soon after a failed read does not repeat it.
    expect(reads).toHaveLength(2)
    clock.now += 1 * seconds + 1
    const failed = await Promise.allSettled(Array.from({ length: 64 }, () => outcome()))
    for (const each of failed) expect(each).toMatchObject({ status: 'rejected', reason: reading.error })
    expect(reads).toHaveLength(3)
    delete reading.error
    expect(new Set(await times(64, () => outcome()))).toEqual(new Set(['verified']))
    expect([reads.length, hashes.length]).toEqual([4, 1])
  })

  it('are renewed outside the async context of the request, whose deadline would cancel a read that other requests share', async () => {
    const requests = new AsyncLocalStorage<string>()
    const contexts: (string | undefined)[] = []
    const clock = { now: 0 }
    const find = async () => {
      contexts.push(requests.getStore())
      return aUser()
    }
    const users = { ...inMemoryRepositories().users, find }
    const { verify } = scryptCredentialVerifier(users, { verifyPassword: async () => true, now: () => clock.now })
    await verify('curator', 'secret', address)
    for (const passed of [2, 5]) {
      clock.now += passed * seconds
      await requests.run('a request', () => verify('curator', 'secret', address))
      await settled()
    }
    expect(contexts).toEqual([undefined, undefined, undefined])
  })

  it('are cached for a thousand users, those used last', async () => {
    const { outcome, add, hashes } = await aScryptVerifier()
    for (let n = 0; n <= 1_000; n += 1) await add(aUser({ username: `user ${n}` }))
    for (let n = 0; n < 1_000; n += 1) await outcome('secret', address, `user ${n}`)
    await outcome('secret', address, 'user 0')
    expect(hashes).toHaveLength(1_000)
    await outcome('secret', address, 'user 1000')
    await outcome('secret', address, 'user 0')
    expect(hashes).toHaveLength(1_001)
    await outcome('secret', address, 'user 1')
    expect(hashes).toHaveLength(1_002)
  })
})
