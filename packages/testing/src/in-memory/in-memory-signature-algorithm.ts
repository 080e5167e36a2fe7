import type { SignatureAlgorithm } from '@museum/application'

/** Counts the pairs of all instances, so that a shared repository never gets a pair twice. */
let pairs = 0

/** Signs with a checksum of the public key, which anyone can compute. For tests only. */
export const inMemorySignatureAlgorithm = (): SignatureAlgorithm => ({
  async generateKeyPair() {
    const publicKey = String((pairs += 1)).padStart(43, 'A')
    return { privateKey: `private key of ${publicKey}`, publicKey }
  },
  async sign(privateKey, bytes) {
    return checksum(privateKey.slice('private key of '.length), bytes)
  },
  async verify(publicKey, bytes, signature) {
    return checksum(publicKey, bytes).join() === signature.join()
  },
})

/** 64 bytes that depend on the whole input. */
const checksum = (publicKey: string, bytes: Uint8Array): Uint8Array => {
  let hash = 1
  const mix = (value: number) => (hash = ((hash ^ value) * 48_271) % 2_147_483_647)
  for (const letter of publicKey) mix(letter.charCodeAt(0))
  for (const byte of bytes) mix(byte)
  return Uint8Array.from({ length: 64 }, (_, n) => mix(n) % 256)
}
