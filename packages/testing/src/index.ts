export { aMuseum, inMemoryPorts } from './in-memory/a-museum.ts'
export { aNewScan, addScan } from './in-memory/a-new-scan.ts'
export { aReservation, aReservationSale } from './in-memory/a-reservation.ts'
export { aSale, sellAlone } from './in-memory/a-sale.ts'
export { anActor, anAuditEntry } from './in-memory/an-audit-entry.ts'
export { anOrderCancellation, anOrderChange } from './in-memory/an-order-change.ts'
export { availabilityOfGeneralEntry } from './in-memory/availability-of-general-entry.ts'
export { aWebhook } from './in-memory/a-webhook.ts'
export { changeHours, setHours } from './in-memory/change-hours.ts'
export { inMemoryCredentialVerifier } from './in-memory/in-memory-credential-verifier.ts'
export { inMemoryMailSender } from './in-memory/in-memory-mail-sender.ts'
export { inMemoryPasswordHasher } from './in-memory/in-memory-password-hasher.ts'
export {
  type InMemoryPaymentOptions,
  type InMemoryPaymentProvider,
  type PaymentNotification,
  type PaymentNotificationOptions,
  type PaymentOperation,
  type ProviderAnswer,
  inMemoryPaymentProvider,
} from './in-memory/in-memory-payment-provider.ts'
export { inMemoryRepositories } from './in-memory/in-memory-repositories.ts'
export { inMemoryLinkAlgorithm } from './in-memory/in-memory-link-algorithm.ts'
export { inMemorySignatureAlgorithm } from './in-memory/in-memory-signature-algorithm.ts'
export { inMemoryTicketRenderer, readInMemoryTicket } from './in-memory/in-memory-ticket-renderer.ts'
export { inMemoryWebhookSender } from './in-memory/in-memory-webhook-sender.ts'
export { unrefused } from './unrefused.ts'
