import type { Instant } from '@museum/domain'
import type { Actor } from '../access/principal.ts'

/** The kinds of things whose changes are in the audit log. */
export const auditedKinds = [
  'special-event',
  'museum-hours',
  'user',
  'ticket-key',
  'link-key',
  'ticket',
  'order',
  'reservation',
  'closing',
  'purchaser-data',
  'price-categories',
  'webhook',
  'mail',
  'shop',
  'museum-settings',
  'database',
] as const
/** A kind of thing whose changes are in the audit log. */
export type AuditedKind = (typeof auditedKinds)[number]

/**
 * The thing that a change is about. `id` depends on the kind:
 * - a special event: the eventId;
 * - museum hours: the date, the weekday of the weekly rule, `capacity` for the capacity of general entry, or `entry-times`;
 * - a user: the name; a ticket key: the number; the keys of links: `all`; a ticket: the ticketId; an order: the orderId; a reservation: the reservationId; a closing: the closingId;
 * - purchaser data: `one-purchaser`, or the date before which they were erased;
 * - price categories: `all`; a webhook: the webhookId; an e-mail: its deliveryId; the shop and the settings of the museum: `all`;
 * - a database that a backup replaced: `backup`.
 */
export type AuditSubject = Readonly<{ kind: AuditedKind; id: string }>

/**
 * Values as in a request or response body. They never contain a password or its hash, or the e-mail address or phone
 * number of a purchaser.
 */
export type AuditedValues = Readonly<Record<string, string | number | boolean | readonly string[] | null>>

/** A change that is about to be stored. */
export type NewAuditEntry = Readonly<{
  at: Instant
  /** The `username` of the principal that made the change. */
  actor: string
  /** The name of an operation, or `restoreDatabase`, the command that replaces the database. */
  operation: string
  subject: AuditSubject
  /** The values that changed, as they were before; null when the thing did not exist, or no values are recorded. */
  before: AuditedValues | null
  /** The same values after the change; null when the thing no longer exists, or no values are recorded. */
  after: AuditedValues | null
}>

/** Who did what to which thing when. `auditId` is a positive integer; a later change of the same thing has a higher one. */
export type AuditEntry = NewAuditEntry & Readonly<{ auditId: number }>

/** Makes the audit entry of a change that the actor makes now. `before` and `after` are null where they are left out. */
export const recordChange = (
  { now }: Readonly<{ now: () => Instant }>,
  { username }: Actor,
  subject: AuditSubject,
  operation: string,
  { before = null, after = null }: Partial<Pick<NewAuditEntry, 'before' | 'after'>> = {},
): NewAuditEntry => ({ at: now(), actor: username, operation, subject, before, after })

/** The members that differ between two objects with the same members, as they were and as they are. */
export const changedValues = (before: AuditedValues, after: AuditedValues) => {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (values: AuditedValues): AuditedValues => Object.fromEntries(names.map((name) => [name, values[name]!]))
  return { before: only(before), after: only(after) }
}
