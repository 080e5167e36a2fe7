import type { SignatureAlgorithm } from '@museum/application'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const bytes = Uint8Array.from({ length: 42 }, (_, n) => n * 6)
const altered = (original: Uint8Array, at: number) => original.map((byte, n) => (n === at ? byte ^ 1 : byte))

/** The tests that every `SignatureAlgorithm` must pass. Run them once per adapter. */
export const signatureAlgorithmContract: Contract<() => Promise<SignatureAlgorithm>> = (
  { describe, it },
  adapter,
  open,
) =>
  describe(`the signature algorithm of ${adapter}`, () => {
    it('generates another key pair each time, with a public key of 32 bytes in base64url', async () => {
      const algorithm = await open()
      const [one, other] = [await algorithm.generateKeyPair(), await algorithm.generateKeyPair()]
      expect(one.publicKey).toMatch(/^[\w-]{43}$/)
      expect(other.publicKey).not.toBe(one.publicKey)
      expect(other.privateKey).not.toBe(one.privateKey)
    })

    it('makes the same signature of 64 bytes each time, and verifies it', async () => {
      const algorithm = await open()
      const { privateKey, publicKey } = await algorithm.generateKeyPair()
      for (const message of [bytes, new Uint8Array(), new Uint8Array(1_000)]) {
        const signature = await algorithm.sign(privateKey, message)
        expect(signature).toHaveLength(64)
        expect(await algorithm.sign(privateKey, message)).toEqual(signature)
        expect(await algorithm.verify(publicKey, message, signature)).toBe(true)
      }
    })

    it('rejects a signature of other bytes, one by another key, and an altered one', async () => {
      const algorithm = await open()
      const [{ privateKey, publicKey }, other] = [await algorithm.generateKeyPair(), await algorithm.generateKeyPair()]
      const signature = await algorithm.sign(privateKey, bytes)
      expect(await algorithm.verify(publicKey, altered(bytes, 41), signature)).toBe(false)
      expect(await algorithm.verify(publicKey, bytes.slice(0, -1), signature)).toBe(false)
      expect(await algorithm.verify(other.publicKey, bytes, signature)).toBe(false)
      for (let at = 0; at < 64; at += 1)
        expect(await algorithm.verify(publicKey, bytes, altered(signature, at))).toBe(false)
    })

    for (const length of [0, 1, 63, 65, 128])
      it(`does not verify a signature of ${length} bytes`, async () => {
        const algorithm = await open()
        const { publicKey } = await algorithm.generateKeyPair()
        expect(await algorithm.verify(publicKey, bytes, new Uint8Array(length))).toBe(false)
      })
  })
