import type { webhooks } from './generated/openapi.ts'

/** A message of the museum to a webhook. Its `type` says which it is. */
export type WebhookMessage = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json']

/** The headers of a request: `Headers` of `fetch`, or an object with names in lower case, as Node has it. */
export type RequestHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>

/** How many seconds a message may be late, or ahead of the clock of the receiver. */
const tolerance = 300

const algorithms = {
  whsec: { version: 'v1', algorithm: { name: 'HMAC', hash: 'SHA-256' } },
  whpk: { version: 'v1a', algorithm: { name: 'Ed25519' } },
} as const

/**
 * Verifies a request to a webhook by its signature (Standard Webhooks 1.0), and returns its message; `undefined` if no signature
 * is valid, or the request was sent more than five minutes ago or ahead of `now`, in milliseconds. `body` is the body as it
 * arrived: text that was parsed and serialized again has another signature. `key` is the `secret` (`whsec_…`) or the `publicKey`
 * (`whpk_…`) of the webhook. A message can arrive twice, with the same header `webhook-id`.
 *
 * Rejects with a `TypeError` for a key of another form, and for a public key with a `NotSupportedError` where Web Crypto has no
 * Ed25519.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: RequestHeaders,
  key: string,
  now: number = Date.now(),
): Promise<WebhookMessage | undefined> => {
  const [, kind, base64 = ''] = /^(whsec|whpk)_([A-Za-z0-9+/]+={0,2})$/.exec(key) ?? []
  const keyBytes = fromBase64(base64)
  if (!keyBytes?.length || (kind === 'whpk' && keyBytes.length !== 32))
    throw new TypeError('The key of a webhook is its secret, whsec_…, or its public key, whpk_…')
  const { version, algorithm } = algorithms[kind as keyof typeof algorithms]
  const read = (name: string) => {
    const value = isOfFetch(headers) ? headers.get(name) : headers[name]
    return typeof value === 'string' ? value : ''
  }
  const [id, timestamp] = [read('webhook-id'), read('webhook-timestamp')]
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance) return undefined
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const sent = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const content = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...sent])
  const cryptoKey = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify'])
  for (const signature of read('webhook-signature').split(' ')) {
    const [ofVersion, encoded = ''] = signature.split(',')
    const bytes = ofVersion === version ? fromBase64(encoded) : undefined
    // It compares in constant time.
    if (bytes && (await crypto.subtle.verify(algorithm, cryptoKey, bytes, content)))
      return JSON.parse(text) as WebhookMessage
  }
  return undefined
}

const isOfFetch = (headers: RequestHeaders): headers is Extract<RequestHeaders, { get: unknown }> =>
  typeof headers['get'] === 'function'

/** The bytes of base64; `undefined` for another text. */
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
