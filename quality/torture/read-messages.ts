import type { MuseumDatabase } from '@museum/adapters-persistence'
import type { Change, StoredMessages } from './check-messages.ts'
import type { StoredOrders } from './check-orders.ts'
import { uuidOf } from './uuid-of.ts'

/** The type of the message about each audited operation on an event. */
const typeOf: Readonly<Record<string, string>> = {
  createSpecialEvent: 'special-event.created',
  updateSpecialEvent: 'special-event.updated',
  deleteSpecialEvent: 'special-event.deleted',
  restoreSpecialEvent: 'special-event.restored',
}

/** The receiver whose deliveries are e-mails. */
const mail = '00000000-0000-0000-0000-000000000000'

/** Reads the deliveries, and the changes that they are about, from the tables. */
export const readMessages = async ({ kysely }: MuseumDatabase, { tickets }: StoredOrders): Promise<StoredMessages> => {
  const sold = await kysely.selectFrom('museum_ticket').select(['ticket_id', 'order_id', 'sold_at']).execute()
  const entries = await kysely
    .selectFrom('audit_entry')
    .select(['operation', 'subject_id', 'made_at', 'values_after'])
    .where('subject_kind', 'in', ['ticket', 'order', 'special-event'])
    .orderBy('audit_id')
    .execute()
  const deliveries = await kysely.selectFrom('delivery').selectAll().orderBy('delivery_id').execute()
  const recipients = await kysely.selectFrom('mail_recipient').select('message_id').execute()
  const ofSales = sold.map((row): Change => ({
    type: 'ticket.sold',
    subjectId: uuidOf(row.ticket_id),
    at: row.sold_at!,
  }))
  const ofOrders = new Map(
    sold.flatMap(({ order_id, sold_at }) => {
      if (order_id === null) return []
      const subjectId = uuidOf(order_id)
      return [[subjectId, { type: 'order.created', subjectId, at: sold_at! } as Change] as const]
    }),
  )
  const ofEntries = entries.flatMap(({ operation, subject_id, made_at: at, values_after }): readonly Change[] => {
    const id = Buffer.from(subject_id).toString()
    const { cancelled = [] } = JSON.parse(values_after ?? '{}') as { cancelled?: string[] }
    const ids =
      operation === 'cancelTicket' ? [id] : ['cancelOrder', 'reverseOrder'].includes(operation) ? cancelled : []
    const type = typeOf[operation]
    return type === undefined
      ? ids.map((subjectId) => ({ type: 'ticket.cancelled', subjectId, at }))
      : [{ type, subjectId: id, at }]
  })
  return {
    changes: [...ofOrders.values(), ...ofSales, ...ofEntries],
    tickets: tickets.map(({ ticketId, eventId, email, confirmationCode, isCancelled, hasOccurrence }) => ({
      ticketId,
      eventId,
      email,
      confirmationCode,
      isCancelled: isCancelled || !hasOccurrence,
    })),
    deliveries: deliveries.map((row) => {
      const receiver = uuidOf(row.receiver_id)
      return {
        deliveryId: row.delivery_id,
        receiver: receiver === mail ? 'mail' : receiver,
        messageId: uuidOf(row.message_id),
        state: row.state,
        attempts: row.attempts,
        status: row.status,
        because: row.because,
        isPending: row.due_at !== null,
        isClaimed: row.claim !== null,
      }
    }),
    recipients: recipients.length,
  }
}
