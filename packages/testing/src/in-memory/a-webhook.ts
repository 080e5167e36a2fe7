import type { StoredWebhook } from '@museum/application'
import { Instant, WebhookId } from '@museum/domain'
import { exampleId } from '../examples/index.ts'
import { inMemoryWebhookSender } from './in-memory-webhook-sender.ts'

/** An enabled webhook for sold tickets, since 1 May 2030; say what should differ. */
export const aWebhook = (but: Partial<StoredWebhook> = {}): StoredWebhook => ({
  webhookId: WebhookId(exampleId(501)),
  url: 'https://receiver.example.org/museum',
  types: ['ticket.sold'],
  purchaser: false,
  createdAt: Instant(Date.UTC(2030, 4, 1, 10)),
  secret: inMemoryWebhookSender().newSecret(),
  ...but,
})
