export { type DeliveryOptions, deliverMessages } from './deliver-messages.ts'
export { webhookSender } from './webhooks/webhook-sender.ts'
