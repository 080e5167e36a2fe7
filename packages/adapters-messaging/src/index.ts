export { type DeliveryOptions, deliverMessages } from './deliver-messages.ts'
export { type MailSenderOptions, mailSender } from './mail/mail-sender.ts'
export type { ResolveHost } from './webhooks/addresses.ts'
export { type WebhookSenderOptions, webhookSender } from './webhooks/webhook-sender.ts'
