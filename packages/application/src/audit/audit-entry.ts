import type { Instant } from '@museum/domain'
import type { OperationName } from '../access/permissions.ts'

/** The kinds of things whose changes are in the audit. */
export const auditedKinds = [
  'special-event',
  'museum-hours',
  'user',
  'ticket-key',
  'ticket',
  'purchaser-data',
  'database',
] as const
/** A kind of thing whose changes are in the audit. */
export type AuditedKind = (typeof auditedKinds)[number]

/**
 * The thing that a change is about. `id` is the eventId of a special event; for museum hours the date, the weekday of the
 * weekly rule, or `capacity` for the capacity of general entry; the name of a user; the number of a ticket key; a ticketId; for
 * purchaser data `one-purchaser`, or the date before which they were erased; `backup` for a database that a backup replaced.
 */
export type AuditSubject = Readonly<{ kind: AuditedKind; id: string }>

/** Values as in a request or response body. Never a password or its hash, nor the e-mail or phone of a purchaser. */
export type AuditedValues = Readonly<Record<string, string | number | boolean | readonly string[] | null>>

/** A change that is about to be stored. */
export type NewAuditEntry = Readonly<{
  at: Instant
  /** The `username` of the principal that made the change. */
  actor: string
  /** An operation of `openMuseum` or `openUsers`; or `restoreDatabase`, which works without either. */
  operation: OperationName | 'restoreDatabase'
  subject: AuditSubject
  /** The values that changed, as they were; null when the thing did not exist, or where no values are recorded. */
  before: AuditedValues | null
  /** The same values as they are now; null when the thing exists no more, or where no values are recorded. */
  after: AuditedValues | null
}>

/** Who did what to which thing when. `auditId` is a positive integer; a later change of the same thing has a higher one. */
export type AuditEntry = NewAuditEntry & Readonly<{ auditId: number }>
