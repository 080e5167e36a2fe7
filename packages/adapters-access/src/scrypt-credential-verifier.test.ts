import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { Unavailable, type User, type UserRepository } from '@museum/application'
import { credentialVerifierContract } from '@museum/application/contracts'
import { inMemoryRepositories } from '@museum/application/in-memory'
import { isRefusal } from '@museum/domain'
import { dummyHash, passwordHash } from './password-hash.ts'
import { scryptCredentialVerifier } from './scrypt-credential-verifier.ts'

const address = '192.0.2.1'
const [seconds, minutes] = [1_000, 60_000]

/** Resolves when every promise that can settle without input or timers has settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/**
 * A verifier on one user, `curator` with the password `secret`, whose stored hash is just text. It counts what it reads
 * and hashes. `hashing.gate`, if set, keeps every hash under way until it resolves, and `reading.gate` every read.
 */
const setUp = async () => {
  const { users: stored } = inMemoryRepositories()
  const user = (password: string, salt = ''): User => ({ username: 'curator', passwordHash: `${salt}:${password}` })
  await stored.put(user('secret'))
  const clock = { now: 1_000 }
  const reads: string[] = []
  const hashes: { stored: string; password: string }[] = []
  const hashing: { gate?: Promise<unknown>; underWay: number; most: number } = { underWay: 0, most: 0 }
  const reading: { gate?: Promise<unknown> | undefined; error?: Error | undefined } = {}
  const users: UserRepository = {
    ...stored,
    find: async (username) => {
      reads.push(username)
      const found = await stored.find(username)
      await reading.gate
      if (reading.error !== undefined) throw reading.error
      return found
    },
  }
  const { verify } = scryptCredentialVerifier(
    users,
    async (hash, password) => {
      hashes.push({ stored: hash, password })
      hashing.most = Math.max(hashing.most, (hashing.underWay += 1))
      await hashing.gate
      hashing.underWay -= 1
      return hash.endsWith(`:${password}`)
    },
    () => clock.now,
  )
  /** `verified`, or the kind of the refusal. */
  const outcome = async (password = 'secret', from = address, username = 'curator') => {
    const verified = await verify(username, password, from)
    return isRefusal(verified) ? verified.refusal : 'verified'
  }
  const times = <T>(count: number, each: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => each(n)))
  return { stored, user, clock, reads, hashes, hashing, reading, verify, outcome, times }
}

describe('the scrypt credential verifier', () => {
  it('lets at most 500 requests of one network wait, also when all share one check, and keeps no other waiting', async () => {
    const { outcome, hashing, hashes, times } = await setUp()
    expect(await outcome()).toBe('verified')
    const end = Promise.withResolvers<void>()
    hashing.gate = end.promise
    const flood = times(1_100, () => outcome('wrong', '192.0.2.99'))
    await settled()
    // Credentials that are remembered, and another network.
    expect(await outcome()).toBe('verified')
    const other = outcome('secret', '198.51.100.9', 'curator ')
    end.resolve()
    const outcomes = await flood
    expect(outcomes.filter((each) => each === 'unauthorized')).toHaveLength(500)
    expect(outcomes.filter((each) => each === 'too-many-requests')).toHaveLength(600)
    expect(await other).toBe('unauthorized')
    expect(hashes).toHaveLength(3)
    // The places are free again.
    expect(await outcome('wrong', '192.0.2.99')).toBe('unauthorized')
  })

  it('answers a wrong password, another case of the name and an unknown user alike', async () => {
    const { verify } = await setUp()
    expect(await verify('curator', 'secret', address)).toEqual({ username: 'curator' })
    const refusals = [
      await verify('curator', 'Secret', address),
      await verify('Curator', 'secret', address),
      await verify('', '', address),
    ]
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
    expect(refusals[0]).toMatchObject({ refusal: 'unauthorized' })
  })

  it('hashes once for an unknown user too, with the same cost', async () => {
    const { outcome, hashes } = await setUp()
    expect(await outcome('wrong')).toBe('unauthorized')
    expect(await outcome('secret', address, 'unknown')).toBe('unauthorized')
    expect(hashes).toEqual([
      { stored: ':secret', password: 'wrong' },
      { stored: dummyHash, password: 'secret' },
    ])
    const cost = /^\$scrypt\$ln=\d+,r=\d+,p=\d+\$/
    expect(cost.exec(dummyHash)![0]).toBe(cost.exec(await passwordHash('any'))![0])
  })

  it('refuses an unknown user even when the password matches the dummy hash', async () => {
    const { stored } = await setUp()
    const { verify } = scryptCredentialVerifier(stored, async () => true)
    expect(await verify('unknown', 'any', address)).toMatchObject({ refusal: 'unauthorized' })
  })

  it('does not remember refused credentials', async () => {
    const { outcome, hashes } = await setUp()
    for (let n = 0; n < 2; n += 1) expect(await outcome('wrong')).toBe('unauthorized')
    expect(hashes).toHaveLength(2)
  })

  it('hashes once for concurrent requests with the same credentials', async () => {
    const { outcome, times, hashes, reads } = await setUp()
    expect(new Set(await times(100, () => outcome()))).toEqual(new Set(['verified']))
    expect([hashes.length, reads.length]).toEqual([1, 1])
  })
})

describe('verified credentials', () => {
  it('are hashed once, however long they are used', async () => {
    const { outcome, clock, hashes } = await setUp()
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

  it('are forgotten 15 minutes after the last use', async () => {
    const { outcome, clock, hashes } = await setUp()
    await outcome()
    clock.now += 15 * minutes + 1
    expect(await outcome()).toBe('verified')
    expect(hashes).toHaveLength(2)
  })

  it('need no query for two seconds after the user was read', async () => {
    const { outcome, times, clock, reads } = await setUp()
    await outcome()
    clock.now += 2 * seconds - 1
    await times(64, () => outcome())
    await settled()
    expect(reads).toHaveLength(1)
  })

  it('are renewed by one read in the background, which no request waits for', async () => {
    const { outcome, times, clock, reads, hashes, reading } = await setUp()
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
    // The read began two seconds after the first one: from there the credentials count for five seconds.
    clock.now += 3 * seconds - 1
    expect(await outcome()).toBe('verified')
    await settled()
    expect([reads.length, hashes.length]).toEqual([3, 1])
  })

  it('wait for one read, and for no hash, when they come back after five seconds', async () => {
    const { outcome, times, clock, reads, hashes, reading } = await setUp()
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
    ['with another password', 'new'],
    ['with the same password and another salt', 'secret'],
    ['without the user', undefined],
  ])('are hashed again at the first request after a read %s', async (_, password) => {
    const { outcome, clock, hashes, reading, reads, stored, user, verify } = await setUp()
    await outcome()
    if (password === undefined) stored.find = async () => undefined
    else await stored.put(user(password, 'another salt'))
    clock.now += 5 * seconds - 1
    const read = Promise.withResolvers<void>()
    reading.gate = read.promise
    // The change is not seen yet; this request starts the read that sees it.
    expect(await verify('curator', 'secret', address)).toEqual({ username: 'curator' })
    read.resolve()
    await settled()
    expect([hashes.length, reads.length]).toEqual([1, 2])
    expect(await outcome()).toBe(password === 'secret' ? 'verified' : 'unauthorized')
    expect(hashes).toHaveLength(2)
    if (password === 'new') expect(await outcome('new')).toBe('verified')
  })

  it('do not let in a request that arrives five seconds after a change, also when none came in between', async () => {
    const { outcome, times, clock, hashes, stored, user } = await setUp()
    await outcome()
    await stored.put(user('new'))
    clock.now += 5 * seconds
    expect(new Set(await times(64, () => outcome()))).toEqual(new Set(['unauthorized']))
    expect(hashes).toHaveLength(2)
  })

  it('are not judged by a read that began five seconds before the request', async () => {
    const { outcome, clock, reads, reading, stored, user } = await setUp()
    await outcome()
    clock.now += 2 * seconds
    const slow = Promise.withResolvers<void>()
    reading.gate = slow.promise
    expect(await outcome()).toBe('verified')
    await stored.put(user('new'))
    clock.now += 5 * seconds
    const late = outcome()
    await settled()
    reading.gate = undefined
    slow.resolve()
    expect(await late).toBe('unauthorized')
    // The first check, the slow read, one more, and that of the check by hash.
    expect(reads).toHaveLength(4)
  })

  it('count for five seconds while the database is away, then the request fails as unavailable', async () => {
    const { outcome, times, clock, reads, hashes, reading } = await setUp()
    await outcome()
    reading.error = new Unavailable('The database is away')
    clock.now += 2 * seconds
    for (let n = 0; n < 10; n += 1) expect(await outcome()).toBe('verified')
    await settled()
    clock.now += 2 * seconds - 1
    for (let n = 0; n < 10; n += 1) expect(await outcome()).toBe('verified')
    await settled()
    // A failed read is not repeated by every request.
    expect(reads).toHaveLength(2)
    clock.now += 1 * seconds + 1
    const failed = await Promise.allSettled(Array.from({ length: 64 }, () => outcome()))
    for (const each of failed) expect(each).toMatchObject({ status: 'rejected', reason: reading.error })
    expect(reads).toHaveLength(3)
    delete reading.error
    expect(new Set(await times(64, () => outcome()))).toEqual(new Set(['verified']))
    expect([reads.length, hashes.length]).toEqual([4, 1])
  })

  it('are read again outside the context of the request, whose deadline would end a read that others share', async () => {
    const requests = new AsyncLocalStorage<string>()
    const contexts: (string | undefined)[] = []
    const clock = { now: 0 }
    const user = { username: 'curator', passwordHash: 'hash' }
    const find = async () => {
      contexts.push(requests.getStore())
      return user
    }
    const users = { ...inMemoryRepositories().users, find }
    const { verify } = scryptCredentialVerifier(
      users,
      async () => true,
      () => clock.now,
    )
    await verify('curator', 'secret', address)
    for (const passed of [2, 5]) {
      clock.now += passed * seconds
      await requests.run('a request', () => verify('curator', 'secret', address))
      await settled()
    }
    expect(contexts).toEqual([undefined, undefined, undefined])
  })

  it('are remembered for a thousand users, those used last', async () => {
    const { outcome, stored, hashes } = await setUp()
    for (let n = 0; n <= 1_000; n += 1) await stored.put({ username: `user ${n}`, passwordHash: ':secret' })
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

describe('the places where passwords are hashed', () => {
  const addressOf = (n: number) => `198.51.${Math.floor(n / 250)}.${n % 250}`

  it('are two, with 32 checks waiting; more are refused as too many requests', async () => {
    const { outcome, times, hashing } = await setUp()
    hashing.gate = pause(5)
    const outcomes = await times(50, (n) => outcome(`guess ${n}`))
    expect(hashing.most).toBe(2)
    expect(outcomes.filter((each) => each === 'unauthorized')).toHaveLength(34)
    expect(outcomes.filter((each) => each === 'too-many-requests')).toHaveLength(16)
    expect(await outcome('later')).toBe('unauthorized')
  })

  it('read no more users than they hash passwords, and share no check between addresses', async () => {
    const { outcome, times, hashes, hashing, reads } = await setUp()
    hashing.gate = pause(5)
    const outcomes = await times(500, (n) => outcome('the same guess', addressOf(n)))
    expect([reads.length, hashes.length]).toEqual([34, 34])
    expect(outcomes.filter((each) => each === 'unauthorized')).toHaveLength(34)
  })

  it('hash the right credentials of many addresses no more often than there are places', async () => {
    const { outcome, times, hashes, hashing } = await setUp()
    hashing.gate = pause(5)
    expect(new Set(await times(34, (n) => outcome('secret', addressOf(n))))).toEqual(new Set(['verified']))
    expect(hashes).toHaveLength(2)
  })

  it.each([1, 6])('let another address in next while %d addresses send wrong passwords', async (flooding) => {
    const { outcome, times, hashes, hashing } = await setUp()
    const first = Promise.withResolvers<void>()
    hashing.gate = first.promise
    const flood = times(100 * flooding, (n) => outcome(`guess ${n}`, addressOf(n % flooding)))
    await settled()
    const other = outcome('secret', '203.0.113.7')
    await settled()
    expect(hashes).toHaveLength(2)
    first.resolve()
    expect(await other).toBe('verified')
    const position = hashes.findIndex(({ password }) => password === 'secret')
    // Behind the two under way, and at most one turn of each other address.
    expect(position).toBeGreaterThanOrEqual(2)
    expect(position).toBeLessThanOrEqual(2 + flooding)
    expect((await flood).filter((each) => each === 'unauthorized')).toHaveLength(33)
  })

  it('are given first to addresses without a failure in the last minute', async () => {
    const { outcome, times, clock, hashes, hashing } = await setUp()
    await times(40, (n) => outcome('wrong', addressOf(n)))
    const first = Promise.withResolvers<void>()
    hashing.gate = first.promise
    hashes.length = 0
    // The failures of 34 addresses are from this minute; those of the others were never checked.
    const flood = times(34, (n) => outcome('wrong', addressOf(n)))
    await settled()
    const other = outcome('secret', '203.0.113.7')
    first.resolve()
    expect(await other).toBe('verified')
    expect(hashes[2]).toMatchObject({ password: 'secret' })
    const outcomes = await flood
    expect(outcomes.filter((each) => each === 'too-many-requests')).toHaveLength(1)

    clock.now += 1 * minutes
    const second = Promise.withResolvers<void>()
    hashing.gate = second.promise
    const again = times(34, (n) => outcome('wrong', addressOf(n)))
    await settled()
    // Now they are as good as any other address, and every place in the queue is taken.
    expect(await outcome('wrong', '203.0.113.8')).toBe('too-many-requests')
    second.resolve()
    await again
  })

  it('are given first of all to addresses from which a user was verified, also in a flood of thousands', async () => {
    const { outcome, clock, hashes, hashing, stored, user } = await setUp()
    const [till, otherTill] = ['203.0.113.7', '2001:db8:1:2::7']
    await outcome('secret', till)
    await outcome('secret', otherTill)
    await stored.put(user('secret', 'another salt'))
    clock.now += 30 * minutes
    hashes.length = 0
    const first = Promise.withResolvers<void>()
    hashing.gate = first.promise
    const flood = Array.from({ length: 3_000 }, (_, n) => outcome('wrong', addressOf(n)))
    await settled()
    // A client that was never verified here gets no place, the tills do.
    expect(await outcome('secret', '203.0.113.99')).toBe('too-many-requests')
    const tills = [outcome('secret', till), outcome('secret', '2001:db8:1:2:ffff::8')]
    await settled()
    first.resolve()
    expect(await Promise.all(tills)).toEqual(['verified', 'verified'])
    expect(hashes.slice(2, 4).map(({ password }) => password)).toEqual(['secret', 'secret'])
    await Promise.all(flood)
  })

  it('count an IPv6 network of 64 bits as one address', async () => {
    const { outcome, times, hashes, hashing } = await setUp()
    const first = Promise.withResolvers<void>()
    hashing.gate = first.promise
    const flood = times(100, (n) => outcome(`guess ${n}`, `2001:db8:1:2::${n.toString(16)}`))
    await settled()
    const other = outcome('secret', '2001:db8:1:3::1')
    first.resolve()
    expect(await other).toBe('verified')
    expect(hashes.findIndex(({ password }) => password === 'secret')).toBeLessThanOrEqual(3)
    expect((await flood).filter((each) => each === 'unauthorized')).toHaveLength(33)
  })

  it('are free again after a check that failed', async () => {
    const { outcome, times, reading } = await setUp()
    reading.error = new Unavailable('The database is away')
    const failed = await times(34, (n) => outcome(`guess ${n}`).catch((error: unknown) => error))
    expect(new Set(failed)).toEqual(new Set([reading.error]))
    delete reading.error
    expect(await outcome()).toBe('verified')
  })
})

describe('the scrypt credential verifier with real hashes', () => {
  let hash: string
  beforeAll(async () => {
    hash = await passwordHash('a:b')
  })

  it('verifies a user, also when the credentials are read again', async () => {
    const { users } = inMemoryRepositories()
    const clock = { now: 0 }
    await users.put({ username: 'Ōmu', passwordHash: hash })
    const { verify } = scryptCredentialVerifier(users, undefined, () => clock.now)
    for (let n = 0; n < 3; n += 1) {
      expect(await verify('Ōmu', 'a:b', address)).toEqual({ username: 'Ōmu' })
      clock.now += 3 * seconds
    }
    expect(await verify('Ōmu', 'a:B', address)).toMatchObject({ refusal: 'unauthorized' })
  })
})

credentialVerifierContract('scrypt', async (passwords) => {
  const { users } = inMemoryRepositories()
  for (const [username, password] of Object.entries(passwords))
    await users.put({ username, passwordHash: await passwordHash(password) })
  return scryptCredentialVerifier(users)
})
