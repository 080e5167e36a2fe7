import type { FakeStripe } from '../../packages/adapters-payment/test/fake-stripe.ts'
import type { MuseumDatabase } from '@museum/adapters-persistence'
import type { ProviderAccount, StoredPayments } from './check-payments.ts'
import { uuidOf } from './uuid-of.ts'

/** Reads what was paid and given back at the provider. */
export const readProviderAccount = (stripe: FakeStripe): ProviderAccount => ({
  paid: stripe.sessions().flatMap((session) =>
    session.payment_status === 'paid'
      ? {
          page: session.id,
          paymentId: session.metadata['museum_payment']!,
          reservationId: session.metadata['museum_reservation']!,
          reference: session.payment_intent!,
          amount: session.amount_total,
        }
      : [],
  ),
  refunds: stripe.refunds().map(({ metadata, payment_intent: reference, amount }) => ({
    refundId: metadata['museum_refund'],
    reference,
    amount,
  })),
})

/** Reads what is stored, row by row. `capacities` are those of events, and of general entry under `general`. */
export const readPayments = async (
  { kysely }: MuseumDatabase,
  capacities: ReadonlyMap<string, number>,
): Promise<StoredPayments> => {
  const payments = await kysely.selectFrom('online_payment').selectAll().execute()
  const refunds = await kysely.selectFrom('online_refund').selectAll().execute()
  const orders = await kysely.selectFrom('museum_order').selectAll().execute()
  const tickets = await kysely
    .selectFrom('museum_ticket')
    .select(['order_id', 'event_id', 'ticket_date', 'price'])
    .execute()
  const slots = await kysely.selectFrom('slot').selectAll().execute()
  const held = await kysely.selectFrom('held_place').selectAll().execute()
  const nameOffer = (bytes: Uint8Array | null) =>
    bytes === null || bytes.every((byte) => byte === 0) ? 'general' : uuidOf(bytes)
  const sumBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string, numberOf: (row: Row) => number) => {
    const sums = new Map<string, number>()
    for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + numberOf(row))
    return sums
  }
  const totals = sumBy(
    tickets.filter(({ order_id }) => order_id !== null),
    ({ order_id }) => uuidOf(order_id!),
    ({ price }) => price,
  )
  const ticketsBySlot = sumBy(
    tickets,
    ({ event_id, ticket_date }) => `${nameOffer(event_id)} ${ticket_date}`,
    () => 1,
  )
  const slotName = ({ offer_id, slot_date }: (typeof slots)[number] | (typeof held)[number]) =>
    `${nameOffer(offer_id)} ${slot_date}`
  const rowsBySlot = sumBy(held, slotName, ({ places }) => places)
  return {
    payments: payments.map((row) => ({
      paymentId: uuidOf(row.payment_id),
      reservationId: uuidOf(row.reservation_id),
      state: row.state,
      reference: row.reference,
    })),
    refunds: refunds.map((row) => ({
      refundId: uuidOf(row.refund_id),
      paymentId: uuidOf(row.payment_id),
      state: row.state,
      amount: row.amount,
    })),
    orders: orders.map((row) => ({
      orderId: uuidOf(row.order_id),
      method: row.payment_method,
      reference: row.payment_reference,
      total: totals.get(uuidOf(row.order_id)) ?? 0,
    })),
    slots: slots.map((row) => ({
      slot: slotName(row),
      capacity: capacities.get(nameOffer(row.offer_id))!,
      sold: row.sold,
      held: row.held,
      tickets: ticketsBySlot.get(slotName(row)) ?? 0,
      rows: rowsBySlot.get(slotName(row)) ?? 0,
    })),
  }
}
