import type { Museum } from '@museum/application'
import { Instant, valueObject } from '@museum/domain'
import { z } from 'zod'
import { etagHeader, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { calendarDate, text } from '../operation/schemas.ts'

// A version, so that the form can change, and the milliseconds since 1970, up to the year 9999.
const form = /^1:(0|[1-9]\d{0,14})$/

const decode = (cursor: string) => {
  const content = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, milliseconds] = form.exec(content) ?? []
  return milliseconds !== undefined && encode(content) === cursor ? Instant(Number(milliseconds)) : undefined
}
const encode = (content: string) => Buffer.from(content, 'latin1').toString('base64url')

/** Encodes a cursor, since clients should not depend on its content. */
const toRevocationCursor = (instant: Instant): string => encode(`1:${instant}`)

/** Decodes a cursor from `toRevocationCursor`. */
const RevocationCursor = valueObject<string, Instant, 'not-a-cursor'>(
  (cursor) =>
    decode(cursor) === undefined
      ? { code: 'not-a-cursor', detail: 'must be the cursor of an earlier response' }
      : undefined,
  (cursor) => decode(cursor)!,
)

/** The cursor of a request. */
const revocationCursor = text(RevocationCursor)

const RemovedOccurrenceBody = z
  .object({
    eventId: z.uuid().meta({ description: 'Identifier of the event, as in the codes of its tickets.' }),
    date: z.iso.date().meta({ description: 'The removed date.', example: '2030-05-17' }),
    number: z
      .int()
      .min(0)
      .meta({ description: 'Number of the occurrence, as in the codes of its tickets.', example: 1 }),
  })
  .meta({ id: 'RemovedOccurrence', description: 'A date that was removed from an event, or whose event was deleted.' })

/** The revocations in a response. */
export const TicketRevocationsBody = z
  .object({
    tickets: z.array(z.uuid()).meta({
      description: 'The ticketIds of tickets that were cancelled individually.',
      example: ['01940000-0000-7000-8000-000000000101'],
    }),
    occurrences: z
      .array(RemovedOccurrenceBody)
      .meta({ description: 'Removed dates of events: their tickets are cancelled.' }),
    cursor: z
      .string()
      .meta({ description: 'For the parameter since of the next request.', example: 'MToxOTA1MDc5NjAwMDAw' }),
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
type TicketRevocationsBody = z.output<typeof TicketRevocationsBody>

/** The revocations as a response shows them. Every member is listed here, so that no other member is sent. */
const toTicketRevocationsBody = ({
  tickets,
  occurrences,
  cursor,
}: Awaited<ReturnType<Museum['getTicketRevocations']>>): TicketRevocationsBody => ({
  tickets: [...tickets],
  occurrences: occurrences.map(({ eventId, date, number }) => ({ eventId, date, number })),
  cursor: toRevocationCursor(cursor),
})

export const getTicketRevocations = operation(
  {
    method: 'get',
    path: '/ticket-revocations',
    operationId: 'getTicketRevocations',
    kind: 'read',
    roles: ['admin', 'gate'],
    tags: ['Gate'],
    summary: 'Get ticket revocations',
    description:
      'What a gate without a network must refuse although the signature of a code is valid: cancelled tickets, and removed dates of ' +
      'events. With the cursor of an earlier response in since, the response has only what is new. It may repeat entries: merge ' +
      'them by their identifiers. Entries are withdrawn only when a deleted event is restored: the response without since has all ' +
      'that are in force.',
    request: {
      query: z.object({
        date: calendarDate('Only revocations of tickets for this date or a later one.').meta({ example: '2030-05-01' }),
        since: revocationCursor.optional().meta({ description: 'The cursor of an earlier response.' }),
      }),
    },
    responses: {
      200: jsonResponse('The revocations.', TicketRevocationsBody, etagHeader('this list')),
      400: problemResponse('The date or the cursor is malformed.'),
    },
  },
  async (museum, { query }, c) =>
    okWithEtag(c, toTicketRevocationsBody(await museum.getTicketRevocations(query.date, query.since))),
)
