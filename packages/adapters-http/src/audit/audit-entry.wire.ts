import type { AuditEntry } from '@museum/application'
import { z } from 'zod'
import { shownDateTime, shownText, toDateTime } from '../operation/schemas.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly(), z.null()])
const values = z.record(z.string(), value)

/** One change in a response. */
export const AuditEntryBody = z
  .object({
    auditId: z.int().min(1).meta({
      description: 'Identifier of the entry. A later change of the same thing has a higher one.',
      example: 17,
    }),
    at: shownDateTime('When the change was made, in UTC.'),
    actor: shownText(
      'Who made the change: the name of a user; `cli:` and the name of an operating system user, for a command; or `server`.',
      'curator',
    ),
    operation: shownText('The name of the operation.', 'updateSpecialEvent'),
    subject: z
      .object({
        kind: shownText(
          'The kind of thing: `special-event`, `museum-hours`, `user`, `ticket-key`, `link-key`, `ticket`, `purchaser-data`, `webhook`, `shop` or `database`. Later versions may have others.',
          'special-event',
        ),
        id: shownText(
          'Which thing of this kind: an eventId; for museum hours a date, a weekday such as `monday`, `capacity`, or `entry-times`; a user name; the ' +
            'number of a ticket key; `all` for the key of links and the shop; a ticketId; a webhookId; for purchaser data `one-purchaser`, or the date before which they were erased; `backup` for a database that was replaced by a backup.',
          '01940000-0000-7000-8000-000000000001',
        ),
      })
      .meta({ description: 'What was changed.' }),
    before: values.nullable().meta({
      description:
        'The values that changed, as they were before. Null when the thing did not exist, or no values are recorded. They never contain a ' +
        'password or personal data of a purchaser.',
      example: { name: 'Night at the Museum' },
    }),
    after: values.nullable().meta({
      description: 'The same values after the change. Null when the thing no longer exists, or no values are recorded.',
      example: { name: 'Day at the Museum' },
    }),
  })
  .meta({ id: 'AuditEntry', description: 'Who changed what, when, and the values before and after.' })
export type AuditEntryBody = z.output<typeof AuditEntryBody>

/** An entry as a response shows it. Every member is listed here, so that no other member is sent. */
export const toAuditEntryBody = (entry: AuditEntry): AuditEntryBody => ({
  auditId: entry.auditId,
  at: toDateTime(entry.at),
  actor: entry.actor,
  operation: entry.operation,
  subject: { kind: entry.subject.kind, id: entry.subject.id },
  before: entry.before,
  after: entry.after,
})
