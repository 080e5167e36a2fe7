import type { WebhookOutcome, WebhookRequest, WebhookSecret, WebhookSender } from '@museum/application'

/** Exists in every current engine. */
const { btoa } = globalThis as unknown as { btoa: (bytes: string) => string }
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/**
 * A sender whose receiver is a function: by default one that takes every message with status 204. `requests` has what was
 * sent. The secrets are the same in every run, and the public keys belong to no private keys. For tests only.
 */
export const inMemoryWebhookSender = (
  receive: (request: WebhookRequest) => WebhookOutcome | Promise<WebhookOutcome> = () => ({
    outcome: 'delivered',
    status: 204,
  }),
): WebhookSender & Readonly<{ requests: readonly WebhookRequest[] }> => {
  const requests: WebhookRequest[] = []
  let secrets = 0
  return {
    requests,
    async send(request) {
      requests.push(request)
      return receive(request)
    },
    newSecret(): WebhookSecret {
      secrets += 1
      return { hmacKey: new Uint8Array(32).fill(secrets), ed25519Seed: new Uint8Array(32).fill(128 + secrets) }
    },
    secretTexts: ({ hmacKey, ed25519Seed }) => ({
      secret: `whsec_${base64(hmacKey)}`,
      publicKey: `whpk_${base64(ed25519Seed.map((byte) => 255 - byte))}`,
    }),
    faultOfUrl: (url) =>
      url.startsWith('https://') ? undefined : { code: 'not-a-webhook-url', detail: 'must begin with https://' },
  }
}
