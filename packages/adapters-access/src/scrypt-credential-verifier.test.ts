import { describe, expect, it } from '@jest/globals'
import { credentialVerifierContract } from '@museum/testing/contracts'
import { anAuditEntry, inMemoryRepositories } from '@museum/testing'
import { aScryptVerifier, aUser, address, hashOf, seconds, settled, times } from '../test/a-scrypt-verifier.ts'
import { scryptCredentialVerifier } from './scrypt-credential-verifier.ts'
import { dummyHash, scryptPasswordHasher } from './scrypt-password-hasher.ts'

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
    // The requests that got a response no longer count.
    expect(await outcome('wrong', '192.0.2.99')).toBe('unauthorized')
  })

  it('refuses a wrong password, a user name in another case and an unknown user with the same refusal', async () => {
    const { verify } = await aScryptVerifier()
    expect(await verify('curator', 'secret', address)).toEqual({ username: 'curator', role: 'admin' })
    const refusals = [
      await verify('curator', 'Secret', address),
      await verify('Curator', 'secret', address),
      await verify('', '', address),
    ]
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
    expect(refusals[0]).toMatchObject({ refusal: 'unauthorized' })
  })

  it('finds a user by the name in any Unicode normalization form', async () => {
    const { verify, add } = await aScryptVerifier()
    await add(aUser({ username: 'Zo\u00eb' }))
    for (const name of ['Zo\u00eb', 'Zoe\u0308'])
      expect(await verify(name, 'secret', address)).toEqual({ username: 'Zo\u00eb', role: 'admin' })
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
    expect(parameters.exec(dummyHash)![0]).toBe(parameters.exec(await scryptPasswordHasher.hash('any'))![0])
  })

  it('refuses a disabled user after one hash, with the same refusal for the right and for a wrong password', async () => {
    const { verify, add, hashes } = await aScryptVerifier()
    await add(aUser({ username: 'former', isEnabled: false }))
    const wrong = await verify('curator', 'wrong', address)
    expect(wrong).toMatchObject({ refusal: 'unauthorized' })
    for (const password of ['secret', 'wrong']) expect(await verify('former', password, address)).toEqual(wrong)
    expect(hashes).toEqual([
      { stored: hashOf('secret'), password: 'wrong' },
      { stored: hashOf('secret'), password: 'secret' },
      { stored: hashOf('secret'), password: 'wrong' },
    ])
  })

  it('ranks the address of a disabled user last, as after a wrong password', async () => {
    const { outcome, add, hashing, hashes } = await aScryptVerifier()
    await add(aUser({ username: 'former', isEnabled: false }))
    const [ofFormer, unknown] = ['198.51.100.9', '203.0.113.7']
    await outcome('secret', ofFormer, 'former')
    const end = Promise.withResolvers<void>()
    hashing.gate = end.promise
    const running = times(2, (n) => outcome(`guess ${n}`))
    await settled()
    const later = [outcome('of the former user', ofFormer), outcome('of an unknown address', unknown)]
    await settled()
    end.resolve()
    await Promise.all([running, ...later])
    expect(hashes.slice(-2).map(({ password }) => password)).toEqual(['of an unknown address', 'of the former user'])
  })

  it('refuses an unknown user also when the password matches the dummy hash', async () => {
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

  it('hashes with the stored hash of a user that exists, also after the user was read again', async () => {
    const { users } = inMemoryRepositories()
    const clock = { now: 0 }
    const passwordHash = await scryptPasswordHasher.hash('a:b')
    await users.add(aUser({ username: 'Ōmu', role: 'gate', passwordHash }), anAuditEntry())
    const { verify } = scryptCredentialVerifier(users, { now: () => clock.now })
    for (let n = 0; n < 3; n += 1) {
      expect(await verify('Ōmu', 'a:b', address)).toEqual({ username: 'Ōmu', role: 'gate' })
      clock.now += 3 * seconds
    }
    expect(await verify('Ōmu', 'a:B', address)).toMatchObject({ refusal: 'unauthorized' })
  })
})

credentialVerifierContract({ describe, it }, 'scrypt', async (contractUsers) => {
  const { users } = inMemoryRepositories()
  for (const { password, ...user } of contractUsers)
    await users.add({ ...user, passwordHash: await scryptPasswordHasher.hash(password) }, anAuditEntry())
  return scryptCredentialVerifier(users)
})
