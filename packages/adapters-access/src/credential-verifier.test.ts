import { randomInt } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { type Role, Password, Username, createUsers } from '@museum/application'
import { Instant } from '@museum/domain'
import { anActor, inMemoryPorts } from '@museum/testing'
import type { CredentialObserver } from './scrypt-credential-verifier.ts'
import { scryptPasswordHasher } from './scrypt-password-hasher.ts'
import { credentialVerifier } from './throttled-credential-verifier.ts'

const [password, address] = ['correct horse battery staple', '192.0.2.1']

/** A verifier of one user. */
const aVerifier = async (role: Role = 'gate', observer: CredentialObserver = {}) => {
  const { users } = inMemoryPorts()
  const { addUser } = createUsers({
    users,
    passwordHasher: scryptPasswordHasher,
    now: () => Instant(Date.now()),
    randomInt,
  })
  await addUser({ username: Username('guard'), role, password: Password(password) }, anActor)
  return credentialVerifier(users, observer)
}

describe('the credential verifier', () => {
  it('accepts the password of a user, with the role of the user', async () => {
    const { verify } = await aVerifier()
    expect(await verify('guard', password, address)).toEqual({ username: 'guard', role: 'gate' })
  })

  it('refuses a wrong password, and the tenth one within a minute makes it refuse the right one too', async () => {
    const calls: string[] = []
    const { verify } = await aVerifier('gate', {
      onHash: () => calls.push('hash'),
      onRefused: (reason) => calls.push(reason),
    })
    for (let n = 0; n < 10; n += 1)
      expect(await verify('guard', 'wrong', address)).toMatchObject({ refusal: 'unauthorized' })
    expect(await verify('guard', password, address)).toMatchObject({ refusal: 'too-many-requests' })
    expect(calls).toEqual([...Array.from({ length: 10 }, () => 'hash'), 'throttled'])
    expect(await verify('guard', password, '198.51.100.9')).toEqual({ username: 'guard', role: 'gate' })
  })
})
