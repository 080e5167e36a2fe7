import type { StoredWebhook, WebhookRepository } from '@museum/application'
import { type Refusal, Webhook, type WebhookId, isRefusal } from '@museum/domain'
import type { Transaction } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { countChange, lockChanges } from '../database/change-lock.ts'
import { bytesOfUuid } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import type { MessageRecorder } from './record-messages.ts'
import { rowOf, selectWebhooks } from './webhook-rows.ts'

/** The webhooks, in SQL. One transaction at a time changes them. */
export const kyselyWebhookRepository = (
  { query, transaction, engine }: MuseumDatabase,
  { invalidate }: Pick<MessageRecorder, 'invalidate'>,
): WebhookRepository => {
  const change = <T>(work: (tables: Transaction<MuseumTables>, all: readonly StoredWebhook[]) => Promise<T>) =>
    transaction(async (tables) => {
      await lockChanges(tables, engine, 'webhook')
      const outcome = await work(tables, await selectWebhooks(tables))
      await countChange(tables, 'webhook')
      return outcome
    }).finally(invalidate)
  const changeOne = <T>(
    webhookId: WebhookId,
    work: (tables: Transaction<MuseumTables>, current: StoredWebhook) => Promise<T>,
  ) =>
    change(async (tables, all) => {
      const current = all.find((webhook) => webhook.webhookId === webhookId)
      return current === undefined ? Webhook.notFound(webhookId) : work(tables, current)
    })
  return {
    list: () => query(selectWebhooks),
    add: (webhook, entry) =>
      change(async (tables, all) => {
        if (all.length >= Webhook.maxCount) return Webhook.tooMany
        await tables.insertInto('webhook').values(rowOf(webhook)).execute()
        await insertAuditEntry(tables, entry)
        return webhook
      }),
    update: <R extends Refusal>(
      webhookId: WebhookId,
      decide: (current: StoredWebhook) => StoredWebhook | R,
      entryOf: Parameters<WebhookRepository['update']>[2],
    ) =>
      changeOne(webhookId, async (tables, before) => {
        const after: StoredWebhook | Refusal = decide(before)
        if (isRefusal(after)) return after as R
        if (after === before) return before
        const { webhook_id, ...columns } = rowOf(after)
        await tables.updateTable('webhook').set(columns).where('webhook_id', '=', webhook_id).execute()
        if (before.disabledAt !== undefined && after.disabledAt === undefined)
          await tables
            .updateTable('delivery')
            .set({ due_at: engine.now })
            .where('receiver_id', '=', webhook_id)
            .where('due_at', '>', engine.now)
            // One that is in progress stays claimed.
            .where('claim', 'is', null)
            .execute()
        const entry = entryOf(before, after)
        if (entry !== undefined) await insertAuditEntry(tables, entry)
        return after
      }),
    remove: (webhookId, entryOf) =>
      changeOne(webhookId, async (tables, current) => {
        await tables.deleteFrom('webhook').where('webhook_id', '=', bytesOfUuid(webhookId)).execute()
        await insertAuditEntry(tables, entryOf(current))
        return current
      }),
  }
}
