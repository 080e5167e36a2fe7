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
export const EventId = uuid<EventId>()

/** Identifies a ticket. Always lower case. */
export type TicketId = Brand<string, 'TicketId'>
export const TicketId = uuid<TicketId>()

/** Identifies a scan, and the admission if it is one. Always lower case. */
export type AdmissionId = Brand<string, 'AdmissionId'>
export const AdmissionId = uuid<AdmissionId>()

/** Identifies a scan in the scanner that made it. Always lower case. */
export type ScanId = Brand<string, 'ScanId'>
export const ScanId = uuid<ScanId>()
