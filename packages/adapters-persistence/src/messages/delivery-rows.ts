import type { ClaimedDelivery, MailDelivery, Receiver, WebhookDelivery } from '@museum/application'
import {
  Instant,
  type MailMessage,
  type Message,
  type OrderId,
  type PaymentId,
  type PaymentMessage,
  type RefundId,
  type RefundRun,
  type SpecialEvent,
  type TicketId,
  type WebhookId,
} from '@museum/domain'
import type { Insertable, Selectable } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type UuidBytes, bytesOfUuid, uuidOfBytes } from '@museum/database'

/** A message as it is recorded for one receiver. */
export type Recorded = Readonly<{
  receiver: Receiver
  messageId: string
  message: Message | MailMessage | PaymentMessage
}>

export type DeliveryRow = Selectable<MuseumTables['delivery']>

/** The identifier of the mail server as a receiver, and of the subject of all `EventMails`. */
const mail = '00000000-0000-0000-0000-000000000000' as WebhookId
/** The identifier of the payment provider as a receiver. */
const payments = '00000000-0000-0000-0000-000000000001' as WebhookId

export const bytesOfReceiver = (receiver: Receiver): UuidBytes<WebhookId> => {
  if (receiver === 'mail') return bytesOfUuid(mail)
  return bytesOfUuid(receiver === 'payments' ? payments : receiver)
}

export const receiverOf = (bytes: UuidBytes<WebhookId>): Receiver => {
  const id = uuidOfBytes(bytes)
  if (id === mail) return 'mail'
  return id === payments ? 'payments' : id
}

/** A new delivery as a row, without the time at which it is due. */
export const rowOfDelivery = ({
  receiver,
  messageId,
  message,
}: Recorded): Omit<Insertable<MuseumTables['delivery']>, 'due_at'> => ({
  receiver_id: bytesOfReceiver(receiver),
  message_id: bytesOfUuid(messageId),
  message_type: message.type,
  subject_id: bytesOfUuid(subjectOf(message) ?? (isAlone(message) ? messageId : mail)),
  content: contentOf(message),
  changed_at: message.at,
  state: 'pending',
  attempts: 0,
})

/** Whether a message is about nothing that others are about. */
const isAlone = ({ type }: Recorded['message']) => type === 'webhook.test' || type === 'tickets.requested'

/** The identifier of the subject of a message. Deliveries with one subject are made in order. */
const subjectOf = (message: Message | MailMessage | PaymentMessage): string | undefined => {
  if ('reservationId' in message) return message.reservationId
  if ('paymentId' in message) return message.paymentId
  if ('refundId' in message) return message.refundId
  if ('event' in message) return message.event.eventId
  if (message.type === 'refund-run.requested') return message.eventId
  if ('ticketIds' in message) return subjectOfTickets({ ...message, ticketId: message.ticketIds[0] })
  if ('ticketId' in message) return message.ticketId
  return 'orderId' in message ? message.orderId : undefined
}

/** The subject of e-mails about a ticket: its order, if it has one. */
export const subjectOfTickets = ({
  ticketId,
  orderId,
}: Readonly<{ ticketId: TicketId; orderId?: OrderId | undefined }>) => orderId ?? ticketId

/** The column `content`. */
export const contentOf = (message: Message | MailMessage | PaymentMessage): string | null => {
  if ('event' in message) return JSON.stringify(message.event)
  const isOneIdentifier =
    message.type !== 'event-tickets.changed' &&
    message.type !== 'tickets.requested' &&
    !('ticketIds' in message || 'reservationId' in message || 'requestedBy' in message)
  if (isOneIdentifier) return null
  const { type: _, at: __, ...content } = message
  return JSON.stringify(content)
}

export const messageOf = ({
  message_type: type,
  subject_id,
  content,
  changed_at,
}: DeliveryRow): Message | MailMessage | PaymentMessage => {
  const at = changed_at as Instant
  const id = uuidOfBytes(subject_id)
  switch (type) {
    case 'museum-hours.changed':
    case 'webhook.test':
      return { type, at }
    case 'ticket.sold':
    case 'ticket.cancelled':
      return { type, at, ticketId: id as TicketId }
    case 'order.created':
      return { type, at, orderId: id as OrderId }
    case 'payment.opened':
      return { type, at, paymentId: id as PaymentId }
    case 'refund.requested':
      return { type, at, refundId: id as RefundId }
    case 'tickets.sold':
    case 'tickets.cancelled':
    case 'tickets.restored':
    case 'event-tickets.changed':
    case 'payment.returned':
    case 'reservation.payable':
    case 'tickets.requested':
    case 'cancellation.requested':
    case 'refund-run.requested':
      return { type, at, ...(JSON.parse(content!) as object) } as MailMessage | RefundRun
    default:
      return { type, at, event: JSON.parse(content!) as SpecialEvent }
  }
}

const listedOf = (row: DeliveryRow) => ({
  deliveryId: row.delivery_id,
  messageId: uuidOfBytes(row.message_id),
  at: row.changed_at,
  state: row.state === 'told' ? ('delivered' as const) : row.state,
  attempts: row.attempts,
  ...(row.due_at !== null && { dueAt: Instant(row.due_at * 1_000) }),
  ...(row.attempted_at !== null && {
    latest: {
      at: Instant(row.attempted_at * 1_000),
      ...(row.status !== null && { status: row.status }),
      ...(row.because !== null && { because: row.because }),
    },
  }),
})

export const webhookDeliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  ...listedOf(row),
  type: row.message_type as Message['type'],
})

export const mailDeliveryOf = (row: DeliveryRow): MailDelivery => ({
  ...listedOf(row),
  mail: messageOf(row) as MailDelivery['mail'],
})

export const claimedOf = (row: DeliveryRow): ClaimedDelivery =>
  ({
    deliveryId: row.delivery_id,
    receiver: receiverOf(row.receiver_id),
    messageId: uuidOfBytes(row.message_id),
    message: messageOf(row),
    attempts: row.attempts,
    claim: uuidOfBytes(row.claim!),
  }) as ClaimedDelivery
