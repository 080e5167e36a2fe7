import { describe, expect, it } from '@jest/globals'
import type { CredentialVerifier } from '@museum/application'
import { credentialVerifierContract } from '@museum/application/contracts'
import { inMemoryCredentialVerifier } from '@museum/application/in-memory'
import { isRefusal } from '@museum/domain'
import { throttledCredentialVerifier } from './throttled-credential-verifier.ts'

const [here, elsewhere] = ['192.0.2.1', '198.51.100.9']

/** A museum that knows a curator, at a time that passes when it is told to; `asked` counts what reaches its verifier. */
const aMuseum = (verifier: CredentialVerifier = inMemoryCredentialVerifier({ curator: 'secret' })) => {
  const clock = { milliseconds: 1_000_000 }
  const asked: string[] = []
  const counted: CredentialVerifier = {
    verify: async (username, password, address) => {
      asked.push(username)
      return verifier.verify(username, password, address)
    },
  }
  const { verify } = throttledCredentialVerifier(counted, () => clock.milliseconds)
  /** `let in`, or why not. */
  const answer = async (username: string, password: string, address = here) => {
    const outcome = await verify(username, password, address)
    return isRefusal(outcome) ? outcome.refusal : 'let in'
  }
  const fail = async (times: number, username = 'curator', address = here) => {
    for (let n = 0; n < times; n += 1) expect(await answer(username, 'wrong', address)).toBe('unauthorized')
  }
  const seconds = (passed: number) => {
    clock.milliseconds += passed * 1000
  }
  return { verify, answer, fail, seconds, asked }
}

describe('whoever guesses passwords', () => {
  it('is answered ten times a minute for a user, then not at all, not even for the right password', async () => {
    const { answer, fail, asked } = aMuseum()
    await fail(9)
    expect(await answer('curator', 'secret')).toBe('let in')
    await fail(1)
    for (const password of ['wrong', 'secret']) expect(await answer('curator', password)).toBe('too-many-requests')
    expect(asked).toHaveLength(11)
  })

  it('locks the user out from no other address, and no other user out from this one', async () => {
    const { answer, fail } = aMuseum(inMemoryCredentialVerifier({ curator: 'secret', guard: 'secret' }))
    await fail(10)
    expect(await answer('curator', 'secret', elsewhere)).toBe('let in')
    expect(await answer('guard', 'secret')).toBe('let in')
  })

  it('is answered a hundred times a minute, however many users there are', async () => {
    const { answer, fail } = aMuseum()
    for (let n = 0; n < 100; n += 1) await fail(1, `user ${n}`)
    expect(await answer('curator', 'secret')).toBe('too-many-requests')
    expect(await answer('curator', 'secret', elsewhere)).toBe('let in')
  })

  it('is told the seconds to wait, after which the right password is right again', async () => {
    const { verify, answer, fail, seconds } = aMuseum()
    await fail(10)
    expect(await verify('curator', 'secret', here)).toMatchObject({ refusal: 'too-many-requests', retryAfter: 60 })
    seconds(17.5)
    expect(await verify('curator', 'secret', here)).toMatchObject({ retryAfter: 43 })
    seconds(42.4)
    expect(await verify('curator', 'secret', here)).toMatchObject({ retryAfter: 1 })
    seconds(0.1)
    expect(await answer('curator', 'secret')).toBe('let in')
  })

  it('gets ten answers in any sixty seconds, not in those of a clock', async () => {
    const { answer, fail, seconds } = aMuseum()
    await fail(1)
    seconds(59)
    await fail(9)
    expect(await answer('curator', 'secret')).toBe('too-many-requests')
    seconds(1)
    await fail(1)
    expect(await answer('curator', 'secret')).toBe('too-many-requests')
    seconds(58)
    expect(await answer('curator', 'secret')).toBe('too-many-requests')
    seconds(1)
    await fail(9)
  })

  it('waits for the longer of two reasons', async () => {
    const { verify, fail, seconds } = aMuseum()
    await fail(10)
    seconds(30)
    for (let n = 0; n < 90; n += 1) await fail(1, `user ${n}`)
    // The hundredth failure ago is of the same moment as the tenth of the curator, until others take its place.
    expect(await verify('curator', 'secret', here)).toMatchObject({ retryAfter: 30 })
    seconds(30)
    await fail(10, 'somebody')
    expect(await verify('curator', 'secret', here)).toMatchObject({ retryAfter: 30 })
  })

  it('gets no more by asking everything at once: ten answers that tell anything, not even about the right one', async () => {
    const { answer } = aMuseum()
    const guesses = Array.from({ length: 500 }, (_, n) => (n === 300 ? 'secret' : `guess ${n}`))
    const answers = await Promise.all(guesses.map((password) => answer('curator', password)))
    expect(answers.filter((told) => told === 'unauthorized')).toHaveLength(10)
    expect(answers.filter((told) => told === 'too-many-requests')).toHaveLength(490)
  })

  it('adds nothing to the wait by asking on', async () => {
    const { answer, fail, seconds } = aMuseum()
    await fail(10)
    for (let n = 0; n < 59; n += 1) {
      seconds(1)
      expect(await answer('curator', 'wrong')).toBe('too-many-requests')
    }
    seconds(1)
    expect(await answer('curator', 'secret')).toBe('let in')
  })

  it('is not counted by what was never checked', async () => {
    const busy = { refusal: 'too-many-requests', because: 'Busy.', retryAfter: 1 } as const
    const { verify } = aMuseum({ verify: async () => busy })
    for (let n = 0; n < 200; n += 1) expect(await verify('curator', 'secret', here)).toBe(busy)
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 'too-many-requests'],
    ['2001:db8:1:2::1', '2001:DB8:1:2:0:0:0:1%eth0', 'too-many-requests'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 'let in'],
    ['::1', '::ffff:192.0.2.1', 'let in'],
    ['::ffff:192.0.2.1', '192.0.2.1', 'too-many-requests'],
    ['', '', 'too-many-requests'],
    ['fe80::1%a:b', 'fe80::2', 'too-many-requests'],
  ])('from %j, and then asked from %j with the right password: %s', async (one, other, told) => {
    const { answer, fail } = aMuseum()
    await fail(10, 'curator', one)
    expect(await answer('curator', 'secret', other)).toBe(told)
  })

  it('is remembered among ten thousand failures; above, whoever was heard of longest ago is forgotten', async () => {
    const { answer, fail } = aMuseum()
    await fail(10)
    for (let n = 0; n < 9_990; n += 1) await fail(1, 'curator', `address ${n}`)
    expect(await answer('curator', 'secret')).toBe('too-many-requests')
    for (let n = 0; n < 9_991; n += 1) await fail(1, 'curator', `another ${n}`)
    expect(await answer('curator', 'secret')).toBe('let in')
  })
})

credentialVerifierContract('throttled', async (passwords) =>
  throttledCredentialVerifier(inMemoryCredentialVerifier(passwords)),
)
