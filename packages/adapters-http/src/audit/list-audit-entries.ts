import { DateOrInstant } from '@museum/application'
import { codePoints } from '@museum/domain'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { pageParameters } from '../operation/paging.ts'
import { jsonResponse } from '../operation/route.ts'
import { addIssue, patterns, text } from '../operation/schemas.ts'
import { AuditEntryBody, toAuditEntryBody } from './audit-entry.wire.ts'

// Enough for a kind, a colon and a user name of 255 characters.
const maxLength = 300

// `examples` and not `example`: the API reference would fill that in, and the list would be empty.
const dateOrInstant = (description: string) =>
  text(DateOrInstant)
    .optional()
    .meta({
      anyOf: [{ format: 'date', pattern: patterns.date }, { format: 'date-time' }],
      examples: ['2030-05-17', '2030-05-17T09:00:00+02:00'],
      description:
        `${description} A date in the museum's time zone, or a date and time with an offset (RFC 3339). In a URL, a + is ` +
        'written as %2B.',
    })

const name = (description: string, examples: string[]) =>
  z
    .string()
    .transform((value, ctx) => {
      if (value === '') return addIssue(ctx, { code: 'text-blank', detail: 'must not be blank' })
      if (codePoints(value) > maxLength)
        return addIssue(ctx, {
          code: 'text-too-long',
          detail: `must have at most ${maxLength} characters`,
          values: { maxLength },
        })
      return value
    })
    .optional()
    .meta({ minLength: 1, maxLength, description, examples })

const auditQuery = z.object({
  since: dateOrInstant('Only changes from this date or moment on.'),
  until: dateOrInstant('Only changes up to the end of this date, or before this moment.'),
  about: name(
    'Only changes of these things: a kind (`special-event`, `museum-hours`, `user`, `ticket-key`, `link-key`, `ticket`), an identifier (an ' +
      'eventId, a date, a weekday, a user name, a ticketId), or both joined by a colon.',
    ['user', 'curator', 'user:curator'],
  ),
  actor: name(
    'Only changes by this actor: a user name, `cli:` and the name of an operating system user, or `server`.',
    ['curator', 'cli:root'],
  ),
  ...pageParameters('The number of entries in a page.'),
})

export const listAuditEntries = operation({
  path: '/audit',
  operationId: 'listAuditEntries',
  kind: 'list',
  roles: ['admin'],
  tags: ['Audit'],
  description:
    'Who changed what, the latest change first: special events, museum hours, users, ticket keys, the key of links, and tickets that were ' +
    'cancelled or whose admission was reverted; each with the values before and after the change.',
  query: auditQuery,
  responses: { 200: jsonResponse('The entries of the page.', z.array(AuditEntryBody)) },
}).calls((museum, { query }) => museum.listAuditEntries(query, query), toAuditEntryBody)
