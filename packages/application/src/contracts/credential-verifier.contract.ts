import { describe, expect, it } from '@jest/globals'
import type { CredentialVerifier } from '../access/credential-verifier.ts'

/**
 * The tests that every verifier of credentials must pass; `open` returns one with these users. Run them once per
 * adapter.
 */
export const credentialVerifierContract = (
  adapter: string,
  open: (passwords: Readonly<Record<string, string>>) => Promise<CredentialVerifier>,
) =>
  describe(`the credential verifier of ${adapter}`, () => {
    const address = '192.0.2.1'
    const passwords = { curator: 'secret', 'Ōmu 🗝️': 'päss:wörd 🗝️' }

    it.each(Object.entries(passwords))('accepts the user %s', async (username, password) => {
      const { verify } = await open(passwords)
      expect(await verify(username, password, address)).toEqual({ username })
    })

    it('has the same refusal for an unknown user and a wrong password', async () => {
      const { verify } = await open(passwords)
      const wrong: [string, string][] = [
        ['nobody', 'secret'],
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
