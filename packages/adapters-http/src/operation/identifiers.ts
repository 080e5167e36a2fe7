import { AdmissionId, ClosingId, EventId, OrderId, TicketId, WebhookId } from '@museum/domain'
import { Username } from '@museum/application'
import { z } from 'zod'
import { type ValueObject, addIssue, text, withExample } from './schemas.ts'

const identifier = <Id>(valueObject: ValueObject<string, Id>, of: string, example: string) =>
  text(valueObject).meta({
    format: 'uuid',
    ...withExample(example),
    description: `Identifier of the ${of}.`,
  })

/** The identifiers of requests, by the names of their parameters in paths. */
export const identifiers = {
  admissionId: identifier(AdmissionId, 'admission', '01940000-0000-7000-8000-000000000201'),
  closingId: identifier(ClosingId, 'closing', '01940000-0000-7000-8000-000000000501'),
  deliveryId: z
    .string()
    .transform((digits, ctx) => {
      if (/^\d{1,15}$/.test(digits) && Number(digits) > 0) return Number(digits)
      return addIssue(ctx, {
        code: 'not-an-integer',
        detail: 'must be a plain decimal integer from 1, of at most 15 digits',
      })
    })
    .meta({
      type: 'integer',
      minimum: 1,
      example: undefined,
      examples: [4711],
      description: 'Identifier of the delivery.',
    }),
  eventId: identifier(EventId, 'special event', '01940000-0000-7000-8000-000000000001'),
  orderId: identifier(OrderId, 'order', '01940000-0000-7000-8000-000000000301'),
  reservationId: identifier(OrderId, 'reservation', '01940000-0000-7000-8000-000000000301'),
  ticketId: identifier(TicketId, 'ticket', '01940000-0000-7000-8000-000000000001'),
  username: z
    .string()
    .transform(Username.normalize)
    .meta({ ...withExample('desk-1'), description: 'The name of the user, percent-encoded.' }),
  webhookId: identifier(WebhookId, 'webhook', '01940000-0000-7000-8000-000000000401'),
}

/** Values of the domain by the names of their parameters in paths. */
export type Identifiers = { readonly [Name in keyof typeof identifiers]: z.output<(typeof identifiers)[Name]> }
