import { describe, expect, it } from '@jest/globals'
import type { PasswordHasher } from '../users/password-hasher.ts'

/** The tests that every hasher of passwords must pass. Run them once per adapter. */
export const passwordHasherContract = (adapter: string, hasher: PasswordHasher) =>
  describe(`the password hasher of ${adapter}`, () => {
    it.each(['correct horse', 'päss:wörd 🗝️', 'a'.repeat(1_000)])('verifies the password %s', async (password) => {
      const hash = await hasher.hash(password)
      expect(await hasher.verify(hash, password)).toBe(true)
      expect(await hasher.verify(hash, `${password}.`)).toBe(false)
      expect(await hasher.verify(hash, '')).toBe(false)
    })

    it('makes another hash of the same password each time', async () => {
      expect(await hasher.hash('correct horse')).not.toBe(await hasher.hash('correct horse'))
    })

    it('throws for a text that is no hash', async () => {
      await expect(hasher.verify('correct horse', 'correct horse')).rejects.toThrow('hash')
    })
  })
