import { describe, expect, it } from '@jest/globals'
import { signatureAlgorithmContract } from '@museum/testing/contracts'
import { ed25519, ticketKeyPairs } from './index.ts'

signatureAlgorithmContract({ describe, it }, 'Node', async () => ed25519())

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
/** PKCS#8 of an Ed25519 private key, RFC 8410. */
const pemOf = (seed: string) =>
  `-----BEGIN PRIVATE KEY-----\n${Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex').toString('base64')}\n-----END PRIVATE KEY-----\n`

/** RFC 8032, section 7.1: private key, public key, message, signature. */
const vectors = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const

describe('Ed25519 with Node', () => {
  it.each(vectors)(
    'signs and verifies the test vector of RFC 8032 with the key %s',
    async (seed, key, text, expected) => {
      const { privateKey, publicKey } = ticketKeyPairs(pemOf(seed))[0]!
      const algorithm = ed25519()
      expect(publicKey).toBe(Buffer.from(key, 'hex').toString('base64url'))
      expect(await algorithm.sign(privateKey, bytes(text))).toEqual(bytes(expected))
      expect(await algorithm.verify(publicKey, bytes(text), bytes(expected))).toBe(true)
    },
  )

  it('does not verify a signature whose scalar is not reduced', async () => {
    const [, key, text, signature] = vectors[1]
    const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
    // The second half of a signature is the scalar, its lowest byte first.
    const other = bytes(signature)
    const scalar = BigInt(`0x${Buffer.from(other.subarray(32).toReversed()).toString('hex')}`) + order
    other.set(bytes(scalar.toString(16).padStart(64, '0')).toReversed(), 32)
    const publicKey = Buffer.from(key, 'hex').toString('base64url')
    expect(await ed25519().verify(publicKey, bytes(text), bytes(signature))).toBe(true)
    expect(await ed25519().verify(publicKey, bytes(text), other)).toBe(false)
  })

  it('throws for a text that is not a key', async () => {
    await expect(ed25519().sign('no key', new Uint8Array())).rejects.toThrow(/unsupported|PEM/i)
    await expect(ed25519().verify('no key', new Uint8Array(), new Uint8Array(64))).rejects.toThrow(/JWK/i)
  })
})
