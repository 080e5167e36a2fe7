import type { PasswordHasher } from '@museum/application'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

/** The tests that every hasher of passwords must pass. Run them once per adapter. */
export const passwordHasherContract: Contract<() => Promise<PasswordHasher>> = ({ describe, it }, adapter, open) =>
  describe(`the password hasher of ${adapter}`, () => {
    for (const password of ['correct horse', 'päss:wörd 🗝️', 'a'.repeat(1_000)])
      it(`verifies the password ${password}`, async () => {
        const hasher = await open()
        const hash = await hasher.hash(password)
        expect(await hasher.verify(hash, password)).toBe(true)
        expect(await hasher.verify(hash, `${password}.`)).toBe(false)
        expect(await hasher.verify(hash, '')).toBe(false)
      })

    it('makes another hash of the same password each time', async () => {
      const hasher = await open()
      expect(await hasher.hash('correct horse')).not.toBe(await hasher.hash('correct horse'))
    })

    it('throws for a text that is not a hash', async () => {
      const hasher = await open()
      await expect(hasher.verify('correct horse', 'correct horse')).rejects.toThrow('hash')
    })
  })
