import { describe, expect, it } from '@jest/globals'
import type { CredentialVerifier } from '../access/credential-verifier.ts'

/** What any verifier of credentials must do; `open` gives one that knows these users. Run it once per adapter. */
export const credentialVerifierContract = (
  adapter: string,
  open: (passwords: Readonly<Record<string, string>>) => Promise<CredentialVerifier>,
) =>
  describe(`credentials verified by ${adapter}`, () => {
    const address = '192.0.2.1'
    const passwords = { curator: 'secret', 'Ōmu 🗝️': 'päss:wörd 🗝️' }

    it.each(Object.entries(passwords))('know %s', async (username, password) => {
      const { verify } = await open(passwords)
      expect(await verify(username, password, address)).toEqual({ username })
    })

    it('refuse an unknown user and a wrong password alike', async () => {
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
