import { describe, expect, it } from '@jest/globals'
import { credentialVerifierContract } from '@museum/application/contracts'
import { inMemoryRepositories } from '@museum/application/in-memory'
import { aScryptVerifier, address, seconds, settled, times } from '../test/a-scrypt-verifier.ts'
import { dummyHash, hashPassword } from './scrypt-password-hasher.ts'
import { scryptCredentialVerifier } from './scrypt-credential-verifier.ts'

describe('the scrypt credential verifier', () => {
  it('refuses more than 500 waiting requests of one network, even if they share one check, and no request of another network', async () => {
    const { outcome, hashing, hashes } = await aScryptVerifier()
    expect(await outcome()).toBe('verified')
    const end = Promise.withResolvers<void>()
    hashing.gate = end.promise
    const flood = times(1_100, () => outcome('wrong', '192.0.2.99'))
    await settled()
    // Neither cached credentials nor another network are affected.
    expect(await outcome()).toBe('verified')
    const other = outcome('secret', '198.51.100.9', 'curator ')
    end.resolve()
    const outcomes = await flood
    expect(outcomes.filter((each) => each === 'unauthorized')).toHaveLength(500)
    expect(outcomes.filter((each) => each === 'too-many-requests')).toHaveLength(600)
    expect(await other).toBe('unauthorized')
    expect(hashes).toHaveLength(3)
    // The places of the answered requests are free again.
    expect(await outcome('wrong', '192.0.2.99')).toBe('unauthorized')
  })

  it('refuses a wrong password, a user name in another case and an unknown user with the same refusal', async () => {
    const { verify } = await aScryptVerifier()
    expect(await verify('curator', 'secret', address)).toEqual({ username: 'curator' })
    const refusals = [
      await verify('curator', 'Secret', address),
      await verify('Curator', 'secret', address),
      await verify('', '', address),
    ]
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
    expect(refusals[0]).toMatchObject({ refusal: 'unauthorized' })
  })

  it('hashes once for an unknown user, with the same parameters as for a known one', async () => {
    const { outcome, hashes } = await aScryptVerifier()
    expect(await outcome('wrong')).toBe('unauthorized')
    expect(await outcome('secret', address, 'unknown')).toBe('unauthorized')
    expect(hashes).toEqual([
      { stored: ':secret', password: 'wrong' },
      { stored: dummyHash, password: 'secret' },
    ])
    const parameters = /^\$scrypt\$ln=\d+,r=\d+,p=\d+\$/
    expect(parameters.exec(dummyHash)![0]).toBe(parameters.exec(await hashPassword('any'))![0])
  })

  it('refuses an unknown user even when the password matches the dummy hash', async () => {
    const { stored } = await aScryptVerifier()
    const { verify } = scryptCredentialVerifier(stored, { verifyPassword: async () => true })
    expect(await verify('unknown', 'any', address)).toMatchObject({ refusal: 'unauthorized' })
  })

  it('does not cache wrong credentials', async () => {
    const { outcome, hashes } = await aScryptVerifier()
    for (let n = 0; n < 2; n += 1) expect(await outcome('wrong')).toBe('unauthorized')
    expect(hashes).toHaveLength(2)
  })

  it('hashes once for 100 concurrent requests with the same credentials', async () => {
    const { outcome, hashes, reads } = await aScryptVerifier()
    expect(new Set(await times(100, () => outcome()))).toEqual(new Set(['verified']))
    expect([hashes.length, reads.length]).toEqual([1, 1])
  })

  it('verifies a user by a real hash, also after the user was read again', async () => {
    const hash = await hashPassword('a:b')
    const { users } = inMemoryRepositories()
    const clock = { now: 0 }
    await users.put({ username: 'Ōmu', passwordHash: hash })
    const { verify } = scryptCredentialVerifier(users, { now: () => clock.now })
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
    await users.put({ username, passwordHash: await hashPassword(password) })
  return scryptCredentialVerifier(users)
})
