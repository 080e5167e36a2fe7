import type { Fault } from '@museum/domain'

/**
 * The secret of a webhook, with which its messages are signed: 32 random bytes for HMAC-SHA256, and the seed, 32 bytes,
 * of an Ed25519 key pair.
 */
export type WebhookSecret = Readonly<Record<'hmacKey' | 'ed25519Seed', Uint8Array>>

/** A secret as its receiver gets it: `secret` is `whsec_` and `publicKey` is `whpk_`, each with the base64 of 32 bytes. */
export type WebhookSecretTexts = Readonly<Record<'secret' | 'publicKey', string>>

/** One attempt to deliver a message to a receiver. */
export type WebhookRequest = Readonly<{
  url: string
  /** The header `webhook-id`, the same in every attempt. */
  messageId: string
  /** JSON text. */
  body: string
  /** The message is signed with each of them: with the present one, and for a time with the earlier ones. */
  secrets: readonly WebhookSecret[]
}>

/**
 * The outcome of an attempt: the receiver has accepted the message (2xx); it wants no more messages (410); or the attempt
 * failed, with the reason as a sentence, the status if there was one, and the seconds of `Retry-After`.
 */
export type WebhookOutcome =
  | Readonly<{ outcome: 'delivered'; status: number }>
  | Readonly<{ outcome: 'gone'; status: 410 }>
  | Readonly<{ outcome: 'failed'; because: string; status?: number; retryAfter?: number }>

/** Sends messages to receivers by HTTP. */
export interface WebhookSender {
  /** Sends a message, and returns what became of it, in 15 seconds at most. It never throws. */
  send(request: WebhookRequest): Promise<WebhookOutcome>
  /** Makes a new secret. */
  newSecret(): WebhookSecret
  /** The texts of a secret, for its receiver. */
  secretTexts(secret: WebhookSecret): WebhookSecretTexts
  /** What is wrong with the URL of a receiver, if anything. A host name is not resolved. */
  faultOfUrl(url: string): Fault<'not-a-webhook-url'> | undefined
}
