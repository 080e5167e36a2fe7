import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  generateKeyPair as generateKeyPairWithCallback,
  sign,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { SignatureAlgorithm, TicketKeyPair } from '@museum/application'
import { LRUCache } from 'lru-cache'

const generateKeyPair = promisify(generateKeyPairWithCallback)

/** How many parsed keys are cached, since parsing takes longer than signing. A museum has at most 255 keys. */
const maxParsed = 1_000

/**
 * Ed25519 (RFC 8032) with Node's crypto, on the calling thread: a signature takes about 0.05 ms, a verification 0.12
 * ms. Rejects when a key does not have the form that `TicketKeyPair` describes.
 */
export const ed25519 = (): SignatureAlgorithm => {
  const privateKeys = new LRUCache<string, KeyObject>({
    max: maxParsed,
    memoMethod: (pem) => createPrivateKey(pem),
  })
  const publicKeys = new LRUCache<string, KeyObject>({
    max: maxParsed,
    memoMethod: (x) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  })
  return {
    async generateKeyPair() {
      const { privateKey } = await generateKeyPair('ed25519')
      return keyPair(privateKey)
    },
    sign: async (privateKey, bytes) => new Uint8Array(sign(undefined, bytes, privateKeys.memo(privateKey))),
    verify: async (publicKey, bytes, signature) => verify(undefined, bytes, publicKeys.memo(publicKey), signature),
  }
}

/** A key pair from its private key. */
export const keyPair = (privateKey: KeyObject): TicketKeyPair => ({
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  publicKey: createPublicKey(privateKey).export({ format: 'jwk' }).x!,
})
