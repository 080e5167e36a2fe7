import { describe, expect, it } from '@jest/globals'
import type { CredentialVerifier } from '@museum/application'
import { credentialVerifierContract } from '@museum/testing/contracts'
import { anAuditEntry, inMemoryCredentialVerifier, inMemoryRepositories } from '@museum/testing'
import { isRefusal } from '@museum/domain'
import { scryptCredentialVerifier } from './scrypt-credential-verifier.ts'
import { scryptPasswordHasher } from './scrypt-password-hasher.ts'
import { throttledCredentialVerifier } from './throttled-credential-verifier.ts'

const [here, elsewhere] = ['192.0.2.1', '198.51.100.9']

/**
 * A throttled verifier of one user, on a clock that the test sets. `passedOn` has the user names that the inner
 * verifier received.
 */
const aThrottledVerifier = (verifier: CredentialVerifier = inMemoryCredentialVerifier({ curator: 'secret' })) => {
  const clock = { milliseconds: 1_000_000 }
  const passedOn: string[] = []
  const counted: CredentialVerifier = {
    verify: async (username, password, address) => {
      passedOn.push(username)
      return verifier.verify(username, password, address)
    },
  }
  const { verify } = throttledCredentialVerifier(counted, () => clock.milliseconds)
  /** `verified`, or the kind of the refusal. */
  const outcome = async (username: string, password: string, address = here) => {
    const verified = await verify(username, password, address)
    return isRefusal(verified) ? verified.refusal : 'verified'
  }
  const fail = async (times: number, username = 'curator', address = here) => {
    for (let n = 0; n < times; n += 1) expect(await outcome(username, 'wrong', address)).toBe('unauthorized')
  }
  const seconds = (passed: number) => {
    clock.milliseconds += passed * 1000
  }
  return { verify, outcome, fail, seconds, passedOn }
}

describe('the throttled credential verifier', () => {
  it('refuses a user for whom one network sent ten wrong passwords within a minute, even with the right password', async () => {
    const { outcome, fail, passedOn } = aThrottledVerifier()
    await fail(9)
    expect(await outcome('curator', 'secret')).toBe('verified')
    await fail(1)
    for (const password of ['wrong', 'secret']) expect(await outcome('curator', password)).toBe('too-many-requests')
    expect(passedOn).toHaveLength(11)
  })

  it('counts the wrong passwords of a user together, in whichever Unicode normalization form the name is', async () => {
    const { outcome, fail } = aThrottledVerifier()
    await fail(5, 'Jos\u00e9')
    await fail(5, 'Jose\u0301')
    expect(await outcome('Jos\u00e9', 'wrong')).toBe('too-many-requests')
  })

  it('does not refuse the user at another address, nor another user at the same address', async () => {
    const { outcome, fail } = aThrottledVerifier(inMemoryCredentialVerifier({ curator: 'secret', guard: 'secret' }))
    await fail(10)
    expect(await outcome('curator', 'secret', elsewhere)).toBe('verified')
    expect(await outcome('guard', 'secret')).toBe('verified')
  })

  it('refuses every user at an address that sent a hundred wrong passwords within a minute', async () => {
    const { outcome, fail } = aThrottledVerifier()
    for (let n = 0; n < 100; n += 1) await fail(1, `user ${n}`)
    expect(await outcome('curator', 'secret')).toBe('too-many-requests')
    expect(await outcome('curator', 'secret', elsewhere)).toBe('verified')
  })

  it('says after how many seconds it will accept the right password again', async () => {
    const { verify, outcome, fail, seconds } = aThrottledVerifier()
    await fail(10)
    expect(await verify('curator', 'secret', here)).toMatchObject({ refusal: 'too-many-requests', retryAfter: 60 })
    seconds(17.5)
    expect(await verify('curator', 'secret', here)).toMatchObject({ retryAfter: 43 })
    seconds(42.4)
    expect(await verify('curator', 'secret', here)).toMatchObject({ retryAfter: 1 })
    seconds(0.1)
    expect(await outcome('curator', 'secret')).toBe('verified')
  })

  it('allows ten wrong passwords in any sixty seconds, not in each minute of a clock', async () => {
    const { outcome, fail, seconds } = aThrottledVerifier()
    await fail(1)
    seconds(59)
    await fail(9)
    expect(await outcome('curator', 'secret')).toBe('too-many-requests')
    seconds(1)
    await fail(1)
    expect(await outcome('curator', 'secret')).toBe('too-many-requests')
    seconds(58)
    expect(await outcome('curator', 'secret')).toBe('too-many-requests')
    seconds(1)
    await fail(9)
  })

  it('refuses for the longer of the two waits when both limits are reached', async () => {
    const { verify, fail, seconds } = aThrottledVerifier()
    await fail(10)
    seconds(30)
    for (let n = 0; n < 90; n += 1) await fail(1, `user ${n}`)
    // At first, the hundredth last failure of the network is also the tenth last of the curator.
    expect(await verify('curator', 'secret', here)).toMatchObject({ retryAfter: 30 })
    seconds(30)
    await fail(10, 'another user')
    expect(await verify('curator', 'secret', here)).toMatchObject({ retryAfter: 30 })
  })

  it('verifies ten of 500 concurrent guesses and refuses the others, also the right one', async () => {
    const { outcome } = aThrottledVerifier()
    const guesses = Array.from({ length: 500 }, (_, n) => (n === 300 ? 'secret' : `guess ${n}`))
    const answers = await Promise.all(guesses.map((password) => outcome('curator', password)))
    expect(answers.filter((answer) => answer === 'unauthorized')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'too-many-requests')).toHaveLength(490)
  })

  it('does not extend the wait because of requests that it refuses', async () => {
    const { outcome, fail, seconds } = aThrottledVerifier()
    await fail(10)
    for (let n = 0; n < 59; n += 1) {
      seconds(1)
      expect(await outcome('curator', 'wrong')).toBe('too-many-requests')
    }
    seconds(1)
    expect(await outcome('curator', 'secret')).toBe('verified')
  })

  it('counts the requests of a disabled user as wrong passwords', async () => {
    const { users } = inMemoryRepositories()
    const passwordHash = await scryptPasswordHasher.hash('secret')
    await users.add({ username: 'former', role: 'admin', isEnabled: false, passwordHash }, anAuditEntry())
    const { outcome } = aThrottledVerifier(scryptCredentialVerifier(users))
    for (let n = 0; n < 10; n += 1) expect(await outcome('former', 'secret')).toBe('unauthorized')
    expect(await outcome('former', 'secret')).toBe('too-many-requests')
  })

  it('does not count requests whose password the inner verifier did not check', async () => {
    const busy = { refusal: 'too-many-requests', because: 'Busy.', retryAfter: 1 } as const
    const { verify } = aThrottledVerifier({ verify: async () => busy })
    for (let n = 0; n < 200; n += 1) expect(await verify('curator', 'secret', here)).toBe(busy)
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 'too-many-requests'],
    ['2001:db8:1:2::1', '2001:DB8:1:2:0:0:0:1%eth0', 'too-many-requests'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 'verified'],
    ['::1', '::ffff:192.0.2.1', 'verified'],
    ['::ffff:192.0.2.1', '192.0.2.1', 'too-many-requests'],
    ['', '', 'too-many-requests'],
    ['fe80::1%a:b', 'fe80::2', 'too-many-requests'],
  ])('after ten wrong passwords from %j, the right password from %j gives %s', async (one, other, answer) => {
    const { outcome, fail } = aThrottledVerifier()
    await fail(10, 'curator', one)
    expect(await outcome('curator', 'secret', other)).toBe(answer)
  })

  it('keeps ten thousand failures, and drops those of the networks that were used longest ago', async () => {
    const { outcome, fail } = aThrottledVerifier()
    await fail(10)
    for (let n = 0; n < 9_990; n += 1) await fail(1, 'curator', `address ${n}`)
    expect(await outcome('curator', 'secret')).toBe('too-many-requests')
    for (let n = 0; n < 9_991; n += 1) await fail(1, 'curator', `another ${n}`)
    expect(await outcome('curator', 'secret')).toBe('verified')
  })
})

credentialVerifierContract({ describe, it }, 'throttled', async (users) => {
  const enabled = users.filter(({ isEnabled }) => isEnabled)
  const passwords = Object.fromEntries(enabled.map(({ username, password }) => [username, password]))
  const roles = Object.fromEntries(enabled.map(({ username, role }) => [username, role]))
  return throttledCredentialVerifier(inMemoryCredentialVerifier(passwords, roles))
})
