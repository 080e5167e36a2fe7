import { type KeyObject, createHmac, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import type { WebhookRequest, WebhookSecret, WebhookSender } from '@museum/application'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** What precedes the seed in the PKCS#8 form of an Ed25519 private key (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

// A cache, since parsing a key takes longer than signing.
const privateKeys = new WeakMap<WebhookSecret, KeyObject>()

const privateKeyOf = (secret: WebhookSecret) => {
  const known = privateKeys.get(secret)
  if (known !== undefined) return known
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, secret.ed25519Seed]),
    format: 'der',
    type: 'pkcs8',
  })
  privateKeys.set(secret, key)
  return key
}

/** Makes a secret of random bytes. */
export const newSecret = (): WebhookSecret => ({
  hmacKey: new Uint8Array(randomBytes(32)),
  ed25519Seed: new Uint8Array(randomBytes(32)),
})

/** The texts of a secret, for its receiver. */
export const secretTexts: WebhookSender['secretTexts'] = (secret) => {
  const { x } = createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' })
  return {
    secret: `whsec_${base64(secret.hmacKey)}`,
    publicKey: `whpk_${base64(Buffer.from(x!, 'base64url'))}`,
  }
}

/**
 * The headers of Standard Webhooks 1.0: the id of the message, the Unix time of this attempt in seconds, and two signatures
 * with each secret, HMAC-SHA256 (`v1`) and Ed25519 (`v1a`).
 */
export const signatureHeaders = (
  { messageId, body, secrets }: Pick<WebhookRequest, 'messageId' | 'body' | 'secrets'>,
  seconds: number,
) => {
  const content = Buffer.from(`${messageId}.${seconds}.${body}`)
  const signatures = secrets.flatMap((secret) => [
    `v1,${createHmac('sha256', secret.hmacKey).update(content).digest('base64')}`,
    `v1a,${sign(null, content, privateKeyOf(secret)).toString('base64')}`,
  ])
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
