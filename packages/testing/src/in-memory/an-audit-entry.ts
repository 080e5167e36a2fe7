import { Instant } from '@museum/domain'
import { exampleId } from '../examples/index.ts'
import type { Actor, NewAuditEntry } from '@museum/application'

/** The administrator as the actor of a change, for tests. */
export const anActor: Actor = { username: 'curator' }

/** The audit entry of a change of the example event on 1 May 2030; say what should differ. */
export const anAuditEntry = (but: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  at: Instant(Date.UTC(2030, 4, 1, 10)),
  actor: anActor.username,
  operation: 'updateSpecialEvent',
  subject: { kind: 'special-event', id: exampleId(1) },
  before: { name: 'Night at the Museum' },
  after: { name: 'Day at the Museum' },
  ...but,
})
