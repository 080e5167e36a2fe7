import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { aScryptVerifier, hashOf, minutes, settled, times } from '../test/a-scrypt-verifier.ts'

describe('the capacity for hashing passwords', () => {
  const addressOf = (n: number) => `198.51.${Math.floor(n / 250)}.${n % 250}`

  it('is two hashes at the same time and 32 waiting checks; further requests are refused with too-many-requests', async () => {
    const { outcome, hashing } = await aScryptVerifier()
    hashing.gate = sleep(5)
    const outcomes = await times(50, (n) => outcome(`guess ${n}`))
    expect(hashing.maxRunning).toBe(2)
    expect(outcomes.filter((each) => each === 'unauthorized')).toHaveLength(34)
    expect(outcomes.filter((each) => each === 'too-many-requests')).toHaveLength(16)
    expect(await outcome('later')).toBe('unauthorized')
  })

  it('is used once for each address that sends the same wrong credentials, with one read of the user for each hash', async () => {
    const { outcome, hashes, hashing, reads } = await aScryptVerifier()
    hashing.gate = sleep(5)
    const outcomes = await times(500, (n) => outcome('the same guess', addressOf(n)))
    expect([reads.length, hashes.length]).toEqual([34, 34])
    expect(outcomes.filter((each) => each === 'unauthorized')).toHaveLength(34)
  })

  it('is used for only two hashes when 34 addresses send the same right credentials: the other 32 checks find them cached', async () => {
    const { outcome, hashes, hashing } = await aScryptVerifier()
    hashing.gate = sleep(5)
    expect(new Set(await times(34, (n) => outcome('secret', addressOf(n))))).toEqual(new Set(['verified']))
    expect(hashes).toHaveLength(2)
  })

  it.each([1, 6])(
    'is given to another address in its turn while %d addresses send wrong passwords',
    async (flooding) => {
      const { outcome, hashes, hashing } = await aScryptVerifier()
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
      // The check waits for the two running hashes, and for at most one of each other address.
      expect(position).toBeGreaterThanOrEqual(2)
      expect(position).toBeLessThanOrEqual(2 + flooding)
      expect((await flood).filter((each) => each === 'unauthorized')).toHaveLength(33)
    },
  )

  it('is given first to addresses without a wrong password in the last minute', async () => {
    const { outcome, clock, hashes, hashing } = await aScryptVerifier()
    await times(40, (n) => outcome('wrong', addressOf(n)))
    const first = Promise.withResolvers<void>()
    hashing.gate = first.promise
    hashes.length = 0
    // 34 addresses have failed within this minute; the checks of the others were refused.
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
    // A minute after their wrong passwords these addresses are no longer ranked last, and their checks fill the queue.
    expect(await outcome('wrong', '203.0.113.8')).toBe('too-many-requests')
    second.resolve()
    await again
  })

  it('is given first of all to addresses from which a user was verified, also during thousands of wrong passwords', async () => {
    const { outcome, clock, hashes, hashing, change } = await aScryptVerifier()
    const [verified, otherVerified] = ['203.0.113.7', '2001:db8:1:2::7']
    await outcome('secret', verified)
    await outcome('secret', otherVerified)
    await change({ passwordHash: hashOf('secret', 'another salt') })
    clock.now += 30 * minutes
    hashes.length = 0
    const first = Promise.withResolvers<void>()
    hashing.gate = first.promise
    const flood = Array.from({ length: 3_000 }, (_, n) => outcome('wrong', addressOf(n)))
    await settled()
    // An address without a verified user is refused.
    expect(await outcome('secret', '203.0.113.99')).toBe('too-many-requests')
    const checks = [outcome('secret', verified), outcome('secret', '2001:db8:1:2:ffff::8')]
    await settled()
    first.resolve()
    expect(await Promise.all(checks)).toEqual(['verified', 'verified'])
    expect(hashes.slice(2, 4).map(({ password }) => password)).toEqual(['secret', 'secret'])
    await Promise.all(flood)
  })

  it('counts an IPv6 network of 64 bits as one address', async () => {
    const { outcome, hashes, hashing } = await aScryptVerifier()
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

  it('is free again after checks that threw', async () => {
    const { outcome, reading } = await aScryptVerifier()
    reading.error = new Unavailable('The database is unavailable')
    const failed = await times(34, (n) => outcome(`guess ${n}`).catch((error: unknown) => error))
    expect(new Set(failed)).toEqual(new Set([reading.error]))
    delete reading.error
    expect(await outcome()).toBe('verified')
  })
})
