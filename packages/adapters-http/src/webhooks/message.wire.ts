import type { MessageContent } from '@museum/application'
import { type Message, messageTypes } from '@museum/domain'
import { z } from 'zod'
import { shownDateTime, toDateTime } from '../operation/schemas.ts'
import { OrderBody, toOrderBody } from '../orders/order.wire.ts'
import { SpecialEventBody, toSpecialEventBody } from '../special-events/special-event.wire.ts'
import { SoldTicketBody, toSoldTicketBody } from '../tickets/sold-ticket.wire.ts'

/** The greatest number of bytes of the body of a message. */
const maxBytes = 131_072

type EventType = Extract<Message['type'], `special-event.${string}`>
const isEventType = (type: Message['type']): type is EventType => type.startsWith('special-event.')

/** The members that every message has. */
const head = <const Types extends readonly [Message['type'], ...Message['type'][]]>(types: Types) => ({
  type: z.enum(types).meta({ description: 'The kind of change.', example: types[0] }),
  timestamp: shownDateTime('When the change was made, in UTC.'),
})

const purchaserNote =
  'as the role box-office sees it. `email`, `phone`, `label`, `confirmationCode` and the `reference` of a payment or refund are ' +
  'absent unless the webhook says `purchaser`'

const ticketMembers = {
  ...SoldTicketBody.shape,
  confirmationCode: SoldTicketBody.shape.confirmationCode.optional().meta({
    description: 'Unique code that verifies the purchase, and admits; absent unless the webhook says `purchaser`.',
    example: 'ticket-event-e5e5gh-jk234',
  }),
}

/** The messages of each type, for the documentation. */
export const messageBodies = {
  event: z
    .object({ ...head(messageTypes.filter(isEventType) as [EventType, ...EventType[]]), ...SpecialEventBody.shape })
    .meta({
      id: 'SpecialEventMessage',
      description: 'A change of a special event: the event after the change; a deleted one, as it was before.',
    }),
  hours: z
    .object(head(['museum-hours.changed']))
    .meta({ id: 'MuseumHoursMessage', description: 'A change of the museum hours: read them again.' }),
  ticket: z
    .object({ ...head(['ticket.sold', 'ticket.cancelled']), ...ticketMembers })
    .meta({ id: 'TicketMessage', description: `A ticket in its state when the message is sent, ${purchaserNote}.` }),
  order: z
    .object({
      ...head(['order.created']),
      ...OrderBody.omit({ ticketsUrl: true }).shape,
      tickets: z
        .array(z.object(ticketMembers).meta({ id: 'OrderMessageTicket', description: `A ticket, ${purchaserNote}.` }))
        .meta({ description: 'The tickets, in the order of the items.' }),
    })
    .meta({ id: 'OrderMessage', description: `An order in its state when the message is sent, ${purchaserNote}.` }),
  test: z
    .object(head(['webhook.test']))
    .meta({ id: 'WebhookTestMessage', description: 'The message of `testWebhook`. Respond as to any other.' }),
} as const

/**
 * The body of a message as JSON text, at most 131,072 bytes: with what concerns the purchaser alone, or without.
 * The tickets of an order that would be longer are without `event`, `email` and `phone`.
 */
export const renderMessage = ({ message, ticket, order }: MessageContent, withPurchaser: boolean): string => {
  const render = (body: object) => JSON.stringify({ type: message.type, timestamp: toDateTime(message.at), ...body })
  if ('event' in message) return render(toSpecialEventBody(message.event))
  if (ticket !== undefined) {
    const shown = toSoldTicketBody(ticket.ticket, { withPurchaser, refunds: ticket.refunds })
    return render(withPurchaser ? shown : withoutCode(shown))
  }
  if (order === undefined) return render({})
  const body = withPurchaser
    ? toOrderBody(order, { withPurchaser })
    : withoutCodes(toOrderBody(order, { withPurchaser }))
  const text = render(body)
  if (Buffer.byteLength(text) <= maxBytes) return text
  const tickets = body.tickets.map(({ event: _event, email: _email, phone: _phone, ...members }) => members)
  return render({ ...body, tickets })
}

/** A ticket without its code, which admits, and without the reference of its refund. */
const withoutCode = ({ confirmationCode: _code, refund, ...ticket }: SoldTicketBody) => ({
  ...ticket,
  ...(refund && { refund: withoutReference(refund) }),
})

/** An order without the codes of its tickets and without the references of its payment and refunds. */
const withoutCodes = ({ payment, tickets, ...order }: OrderBody) => ({
  ...order,
  ...(payment && { payment: withoutReference(payment) }),
  tickets: tickets.map(withoutCode),
})

const withoutReference = <Payment extends { reference?: string | undefined }>({
  reference: _reference,
  ...payment
}: Payment) => payment
