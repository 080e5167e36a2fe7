export { type AuditEntryBody, toAuditEntryBody } from './audit/audit-entry.wire.ts'
export { cachedFor } from './health/cached-for.ts'
export type { Readiness } from './health/health-checks.ts'
export type { WithDeadline } from './middleware/request-limits.ts'
export { type RequestRecord, type TraceRequest, describeError } from './middleware/request-log.ts'
export type { MuseumApiOptions } from './museum-api-options.ts'
export { type MuseumApi, museumApi } from './museum-api.ts'
export type { MuseumEnv } from './museum-env.ts'
export { BodyReadByHost } from './operation/body.ts'
export { toDateTime } from './operation/schemas.ts'
export { basePathFault } from './paths.ts'
export { problemDetails } from './problems/problem-details.ts'
export type { ProblemSlug } from './problems/problem-types.ts'
export {
  type SpecialEventBody,
  type SpecialEventFault,
  readSpecialEventFields,
  toSpecialEventBody,
} from './special-events/special-event.wire.ts'
export { toOrderBody } from './orders/order.wire.ts'
export { toRefundBody } from './orders/refunds.ts'
export { toAvailabilityOfDateBody } from './capacity/get-availability.ts'
export { toDeletedSpecialEventBody } from './special-events/deleted-special-events.ts'
export { toMuseumBody } from './museum-profile/get-museum.ts'
export { toSalesBody } from './orders/get-sales.ts'
export { renderMessage } from './webhooks/message.wire.ts'
export { toWebhookBody, toWebhookDeliveryBody, toWebhookWithSecretBody } from './webhooks/webhook.wire.ts'
export { type SoldTicketBody, toSoldTicketBody } from './tickets/sold-ticket.wire.ts'
