import type { GetTicketRevocations } from '@museum/application'
import { z } from 'zod'
import { toRevocationCursor } from './revocation-cursor.wire.ts'

const RemovedOccurrenceBody = z
  .object({
    eventId: z.uuid().meta({ description: 'Identifier of the event, as in the codes of its tickets.' }),
    date: z.iso.date().meta({ description: 'The removed date.', example: '2030-05-17' }),
    number: z
      .int()
      .min(0)
      .meta({ description: 'Number of the occurrence, as in the codes of its tickets.', example: 1 }),
  })
  .meta({ id: 'RemovedOccurrence', description: 'A date that an event had, and does not have any more.' })

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
    description: 'What a gate without a network refuses although the signature is good.',
    example: {
      tickets: ['01940000-0000-7000-8000-000000000101'],
      occurrences: [{ eventId: '01940000-0000-7000-8000-000000000001', date: '2030-05-18', number: 1 }],
      cursor: 'MToxOTA1MDc5NjAwMDAw',
    },
  })
type TicketRevocationsBody = z.output<typeof TicketRevocationsBody>

/** The revocations as a response shows them. Every member is listed here, so that no other member is sent. */
export const toTicketRevocationsBody = ({
  tickets,
  occurrences,
  cursor,
}: Awaited<ReturnType<GetTicketRevocations>>): TicketRevocationsBody => ({
  tickets: [...tickets],
  occurrences: occurrences.map(({ eventId, date, number }) => ({ eventId, date, number })),
  cursor: toRevocationCursor(cursor),
})
