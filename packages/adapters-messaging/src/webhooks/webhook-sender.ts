import { createHmac, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import type { WebhookSecret, WebhookSender } from '@museum/application'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** The DER of an Ed25519 private key (RFC 8410) before its seed. */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const privateKeyOf = ({ ed25519Seed }: WebhookSecret) =>
  createPrivateKey({ key: Buffer.concat([prefix, ed25519Seed]), format: 'der', type: 'pkcs8' })

const isOfThisMachine = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Sends messages by HTTP, signed as Standard Webhooks 1.0 says. */
export const webhookSender = ({
  privateAddresses,
}: Readonly<{ privateAddresses: 'refuse' | 'allow' }>): WebhookSender => ({
  async send({ url, messageId, body, secrets }) {
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const content = `${messageId}.${timestamp}.${body}`
    const signatures = secrets.flatMap((secret) => [
      `v1,${createHmac('sha256', secret.hmacKey).update(content).digest('base64')}`,
      `v1a,${base64(sign(null, Buffer.from(content), privateKeyOf(secret)))}`,
    ])
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    }
    try {
      const signal = AbortSignal.timeout(15_000)
      const { ok, status } = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      if (ok) return { outcome: 'delivered', status }
      return status === 410
        ? { outcome: 'gone', status }
        : { outcome: 'failed', status, because: `The receiver responded with ${status}.` }
    } catch {
      return { outcome: 'failed', because: 'The receiver did not respond.' }
    }
  },
  newSecret: () => ({ hmacKey: randomBytes(32), ed25519Seed: randomBytes(32) }),
  textsOf: (secret) => ({
    secret: `whsec_${base64(secret.hmacKey)}`,
    publicKey: `whpk_${base64(createPublicKey(privateKeyOf(secret)).export({ format: 'der', type: 'spki' }).subarray(-32))}`,
  }),
  faultOfUrl(text) {
    const url = URL.parse(text)
    const isPrivate = url !== null && isOfThisMachine(url.hostname)
    const isAllowed =
      url !== null &&
      (url.protocol === 'https:' || (url.protocol === 'http:' && isPrivate)) &&
      (!isPrivate || privateAddresses === 'allow') &&
      url.username === '' &&
      url.password === ''
    return isAllowed
      ? undefined
      : { code: 'not-a-webhook-url', detail: 'must be an https URL of a public address, without credentials' }
  },
})
