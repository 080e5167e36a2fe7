import type { CredentialVerifier, Role } from '@museum/application'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

/** A user, with the password in plain text, whom `open` adds. */
export type ContractUser = Readonly<{ username: string; password: string; role: Role; isEnabled: boolean }>

/**
 * The tests that every verifier of credentials must pass; `open` returns one with these users. Run them once per
 * adapter.
 */
export const credentialVerifierContract: Contract<(users: readonly ContractUser[]) => Promise<CredentialVerifier>> = (
  { describe, it },
  adapter,
  open,
) =>
  describe(`the credential verifier of ${adapter}`, () => {
    const address = '192.0.2.1'
    const users: readonly ContractUser[] = [
      { username: 'curator', password: 'secret', role: 'admin', isEnabled: true },
      { username: 'Ōmu 🗝️', password: 'päss:wörd 🗝️', role: 'gate', isEnabled: true },
      { username: 'former', password: 'secret', role: 'admin', isEnabled: false },
    ]

    for (const { username, password, role } of users.filter(({ isEnabled }) => isEnabled))
      it(`accepts the user ${username} and returns the role ${role}`, async () => {
        const { verify } = await open(users)
        expect(await verify(username, password, address)).toEqual({ username, role })
      })

    it('has the same refusal for an unknown user, a disabled user and a wrong password', async () => {
      const { verify } = await open(users)
      const wrong: [string, string][] = [
        ['nobody', 'secret'],
        ['former', 'secret'],
        ['curator', 'Secret'],
        ['curator', 'secret\0'],
        ['curator', ''],
        ['curator ', 'secret'],
        ['', ''],
        ['__proto__', 'secret'],
        ['curator', 'päss:wörd 🗝️'],
      ]
      const refusals = []
      for (const [username, password] of wrong) refusals.push(await verify(username, password, address))
      for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
      expect(refusals[0]).toMatchObject({ refusal: 'unauthorized' })
    })
  })
