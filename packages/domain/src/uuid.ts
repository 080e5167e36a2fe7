import type { Brand } from './brand.ts'
import { valueObject } from './fault.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const uuid = <Id>() =>
  valueObject<string, Id>(
    (text) =>
      form.test(text)
        ? undefined
        : { code: 'not-a-uuid', detail: 'must be a UUID: 8-4-4-4-12 hexadecimal digits, in either case' },
    (text) => text.toLowerCase() as Id,
  )

/** Identifies a special event. Always lower case. */
export type EventId = Brand<string, 'EventId'>
/** Makes an `EventId` from a UUID in either case. Throws a `TypeError` for any other text. */
export const EventId = uuid<EventId>()

/** Identifies a ticket. Always lower case. */
export type TicketId = Brand<string, 'TicketId'>
/** Makes a `TicketId` from a UUID in either case. Throws a `TypeError` for any other text. */
export const TicketId = uuid<TicketId>()

/** Identifies a scan, and the admission if it is one. Always lower case. */
export type AdmissionId = Brand<string, 'AdmissionId'>
/** Makes an `AdmissionId` from a UUID in either case. Throws a `TypeError` for any other text. */
export const AdmissionId = uuid<AdmissionId>()

/** Identifies a scan in the scanner that made it. Always lower case. */
export type ScanId = Brand<string, 'ScanId'>
/** Makes a `ScanId` from a UUID in either case. Throws a `TypeError` for any other text. */
export const ScanId = uuid<ScanId>()

/** Identifies an order. Always lower case. */
export type OrderId = Brand<string, 'OrderId'>
/** Makes an `OrderId` from a UUID in either case. Throws a `TypeError` for any other text. */
export const OrderId = uuid<OrderId>()

/** Identifies a payment of a reservation at the payment provider. Always lower case. */
export type PaymentId = Brand<string, 'PaymentId'>
/** Makes a `PaymentId` from a UUID in either case. Throws a `TypeError` for any other text. */
export const PaymentId = uuid<PaymentId>()

/** Identifies a refund that is sent through the payment provider. Always lower case. */
export type RefundId = Brand<string, 'RefundId'>
/** Makes a `RefundId` from a UUID in either case. Throws a `TypeError` for any other text. */
export const RefundId = uuid<RefundId>()

/** Identifies a closing. Always lower case. */
export type ClosingId = Brand<string, 'ClosingId'>
/** Makes a `ClosingId` from a UUID in either case. Throws a `TypeError` for any other text. */
export const ClosingId = uuid<ClosingId>()

/** Identifies a webhook. Always lower case. */
export type WebhookId = Brand<string, 'WebhookId'>
/** Makes a `WebhookId` from a UUID in either case. Throws a `TypeError` for any other text. */
export const WebhookId = uuid<WebhookId>()
