import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { aScryptVerifier, times } from '../test/a-scrypt-verifier.ts'
import { throttledCredentialVerifier } from './throttled-credential-verifier.ts'

/** An observer that records its calls. */
const anObserver = () => {
  const calls: string[] = []
  return { calls, observer: { onHash: () => calls.push('hash'), onRefused: (reason: string) => calls.push(reason) } }
}
const address = '192.0.2.1'

describe('the observer of a credential verifier', () => {
  it('is called with each hash, and not for credentials that are cached', async () => {
    const { calls, observer } = anObserver()
    const { outcome, hashes } = await aScryptVerifier(observer)
    for (const password of ['secret', 'secret', 'wrong', 'secret']) await outcome(password)
    expect(await outcome('secret', address, 'unknown')).toBe('unauthorized')
    expect([calls, hashes.length]).toEqual([['hash', 'hash', 'hash'], 3])
  })

  it('is called with busy for each request that is refused since too many checks wait', async () => {
    const { calls, observer } = anObserver()
    const { outcome, hashing } = await aScryptVerifier(observer)
    hashing.gate = sleep(5)
    const outcomes = await times(50, (n) => outcome(`guess ${n % 45}`))
    const refused = outcomes.filter((each) => each === 'too-many-requests').length
    expect(refused).toBeGreaterThan(10)
    expect(calls.filter((call) => call === 'busy')).toHaveLength(refused)
    expect(calls.filter((call) => call === 'hash')).toHaveLength(34)
  })

  it('is called with throttled once for each request that is refused after too many wrong passwords', async () => {
    const { calls, observer } = anObserver()
    const { verify } = throttledCredentialVerifier(await aScryptVerifier(observer), undefined, observer)
    const outcomes = await times(10, (n) => verify('curator', `wrong ${n}`, address))
    expect(outcomes).toMatchObject(outcomes.map(() => ({ refusal: 'unauthorized' })))
    for (const password of ['secret', 'wrong']) await verify('curator', password, address)
    expect(calls).toEqual([...outcomes.map(() => 'hash'), 'throttled', 'throttled'])
  })

  it('is called once for a request that is refused for both reasons', async () => {
    const { calls, observer } = anObserver()
    const { outcome, verify, hashing } = await aScryptVerifier(observer)
    hashing.gate = sleep(5)
    const throttled = throttledCredentialVerifier({ verify }, undefined, observer)
    const outcomes = await times(60, (n) => throttled.verify('curator', `guess ${n}`, address))
    expect(await outcome()).toBe('verified')
    const refused = outcomes.filter((each) => 'refusal' in each && each.refusal === 'too-many-requests')
    expect(calls.filter((call) => call !== 'hash')).toHaveLength(refused.length)
    expect(new Set(calls)).toEqual(new Set(['hash', 'busy', 'throttled']))
  })
})
