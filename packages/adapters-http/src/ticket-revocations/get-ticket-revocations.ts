import { Instant } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { addIssue, calendarDate, shownCount, shownDate, shownId, shownText } from '../operation/schemas.ts'

// A version, so that the form can change, and the milliseconds since 1970, up to the year 9999.
const form = /^1:(0|[1-9]\d{0,14})$/

/** Encodes a cursor, since clients should not depend on its content. */
const toCursor = (instant: Instant): string => Buffer.from(`1:${instant}`).toString('base64url')

/** A cursor from `toCursor`. */
const Cursor = z.string().transform((cursor, ctx) => {
  const [, milliseconds] = form.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const instant = milliseconds === undefined ? undefined : Instant(Number(milliseconds))
  return instant !== undefined && toCursor(instant) === cursor
    ? instant
    : addIssue(ctx, { code: 'not-a-cursor', detail: 'must be the cursor of an earlier response' })
})

const RemovedOccurrenceBody = z
  .object({
    eventId: shownId('Identifier of the event, as in the codes of its tickets.'),
    date: shownDate('The removed date.'),
    number: shownCount('Number of the occurrence, as in the codes of its tickets.', 1),
  })
  .meta({ id: 'RemovedOccurrence', description: 'A date that was removed from an event, or whose event was deleted.' })

export const TicketRevocationsBody = z
  .object({
    tickets: z.array(z.uuid()).meta({
      description: 'The ticketIds of tickets that were cancelled individually.',
      example: ['01940000-0000-7000-8000-000000000101'],
    }),
    occurrences: z
      .array(RemovedOccurrenceBody)
      .meta({ description: 'Removed dates of events: their tickets are cancelled.' }),
    cursor: shownText('For the parameter since of the next request.', 'MToxOTA1MDc5NjAwMDAw'),
  })
  .meta({
    id: 'TicketRevocations',
    description: 'What a gate without a network must refuse although the signature is valid.',
    example: {
      tickets: ['01940000-0000-7000-8000-000000000101'],
      occurrences: [{ eventId: '01940000-0000-7000-8000-000000000001', date: '2030-05-18', number: 1 }],
      cursor: 'MToxOTA1MDc5NjAwMDAw',
    },
  })

export const getTicketRevocations = operation({
  path: '/ticket-revocations',
  operationId: 'getTicketRevocations',
  kind: 'read',
  roles: ['admin', 'gate'],
  tags: ['Gate'],
  description:
    'What a gate without a network must refuse although the signature of a code is valid: cancelled tickets, and removed dates of ' +
    'events. With the cursor of an earlier response in since, the response has only what is new. It may repeat entries: merge ' +
    'them by their identifiers. Entries are withdrawn only when a deleted event is restored: the response without since has all ' +
    'that are in force.',
  query: z.object({
    date: calendarDate('Only revocations of tickets for this date or a later one.').meta({ example: '2030-05-01' }),
    since: Cursor.optional().meta({ description: 'The cursor of an earlier response.' }),
  }),
  responses: {
    200: jsonResponse('The revocations.', TicketRevocationsBody, etagHeader('this list')),
    400: problemResponse('The date or the cursor is malformed.'),
  },
}).calls(
  (museum, { query }) => museum.getTicketRevocations(query.date, query.since),
  // Every member is listed here, so that no other member is sent.
  ({ tickets, occurrences, cursor }) => ({
    tickets: [...tickets],
    occurrences: occurrences.map(({ eventId, date, number }) => ({ eventId, date, number })),
    cursor: toCursor(cursor),
  }),
)
