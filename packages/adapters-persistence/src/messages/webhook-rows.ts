import type { StoredWebhook, WebhookSecret } from '@museum/application'
import type { Instant, MessageType } from '@museum/domain'
import type { Kysely, Selectable } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '@museum/database'

type WebhookRow = Selectable<MuseumTables['webhook']>

/** All webhooks, in the order in which they were added. */
export const selectWebhooks = async (tables: Kysely<MuseumTables>): Promise<readonly StoredWebhook[]> =>
  (await tables.selectFrom('webhook').selectAll().orderBy('webhook_id').execute()).map(webhookOf)

/** Turns a webhook into a row. */
export const rowOf = ({ secret, previousSecrets = [], ...webhook }: StoredWebhook): WebhookRow => ({
  webhook_id: bytesOfUuid(webhook.webhookId),
  url: webhook.url,
  types: webhook.types.join(' '),
  description: webhook.description ?? null,
  has_purchaser: webhook.purchaser ? 1 : 0,
  created_at: webhook.createdAt,
  failing_since: webhook.failingSince ?? null,
  disabled_at: webhook.disabledAt ?? null,
  hmac_key: secret.hmacKey,
  ed25519_seed: secret.ed25519Seed,
  previous_hmac_key: previousSecrets[0]?.secret.hmacKey ?? null,
  previous_ed25519_seed: previousSecrets[0]?.secret.ed25519Seed ?? null,
  previous_until: previousSecrets[0]?.until ?? null,
  earlier_secrets: previousSecrets.length > 1 ? JSON.stringify(previousSecrets.slice(1).map(base64Secret)) : null,
})

// Not validated again: a row that was stored under an older rule stays readable.
const webhookOf = (row: WebhookRow): StoredWebhook => ({
  webhookId: uuidOfBytes(row.webhook_id),
  url: row.url,
  types: row.types.split(' ') as MessageType[],
  ...(row.description !== null && { description: row.description }),
  purchaser: row.has_purchaser === 1,
  createdAt: row.created_at,
  ...(row.failing_since !== null && { failingSince: row.failing_since }),
  ...(row.disabled_at !== null && { disabledAt: row.disabled_at }),
  secret: secretOf(row.hmac_key, row.ed25519_seed),
  ...previousSecretsOf(row),
})

const previousSecretsOf = ({
  previous_hmac_key,
  previous_ed25519_seed,
  previous_until,
  earlier_secrets,
}: WebhookRow): Pick<StoredWebhook, 'previousSecrets'> => {
  if (previous_hmac_key === null || previous_ed25519_seed === null || previous_until === null) return {}
  const latest = { secret: secretOf(previous_hmac_key, previous_ed25519_seed), until: previous_until }
  return { previousSecrets: [latest, ...earlierSecretsOf(earlier_secrets)] }
}

/** A secret as JSON has it: its bytes in base64. */
type Base64Secret = Readonly<{ hmacKey: string; ed25519Seed: string; until: Instant }>

type PreviousSecret = NonNullable<StoredWebhook['previousSecrets']>[number]

const base64Secret = ({ secret, until }: PreviousSecret): Base64Secret => ({
  hmacKey: Buffer.from(secret.hmacKey).toString('base64'),
  ed25519Seed: Buffer.from(secret.ed25519Seed).toString('base64'),
  until,
})

const earlierSecretsOf = (text: string | null): readonly PreviousSecret[] =>
  (JSON.parse(text ?? '[]') as readonly Base64Secret[]).map(({ hmacKey, ed25519Seed, until }) => ({
    secret: secretOf(Buffer.from(hmacKey, 'base64'), Buffer.from(ed25519Seed, 'base64')),
    until,
  }))

const secretOf = (hmacKey: Uint8Array, ed25519Seed: Uint8Array): WebhookSecret => ({
  hmacKey: new Uint8Array(hmacKey),
  ed25519Seed: new Uint8Array(ed25519Seed),
})
