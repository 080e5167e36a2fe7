import { randomUUID } from 'node:crypto'
import type { Instant, OnlinePayment, OnlineRefund, OrderId, PaymentLine, PaymentMessage } from '@museum/domain'
import { type Engine, type UuidBytes, bytesOfUuid, uuidOfBytes } from '@museum/database'
import { type CompiledQuery, type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { compileInsert } from '../messages/record-messages.ts'

type StoredPayment = Selectable<MuseumTables['online_payment']>
/** A payment, and what is given back of it when it is returned. */
export type PaymentRow = StoredPayment &
  Readonly<{
    refund_state: OnlineRefund['state'] | null
    refund_amount: number | null
    refund_currency: string | null
    refund_requested_at: Instant | null
    refunded: number | string | null
  }>

/** What is or was given back of a payment, in minor units: a refund that failed was not. */
const sumOfRefunds = ({ selectFrom }: ExpressionBuilder<MuseumTables, 'online_payment'>) =>
  selectFrom('online_refund as given')
    .select(({ fn }) => fn.sum<number | string | null>('given.amount').as('refunded'))
    .whereRef('given.payment_id', '=', 'online_payment.payment_id')
    .where('given.state', '!=', sql.lit('failed'))
    .as('refunded')

/** Selects payments, in the order in which they were opened. */
export const selectPayments = (tables: Kysely<MuseumTables>) =>
  tables
    .selectFrom('online_payment')
    .leftJoin('online_refund', (refund) =>
      refund
        .onRef('online_refund.payment_id', '=', 'online_payment.payment_id')
        .on('online_payment.state', '=', sql.lit('returned')),
    )
    .selectAll('online_payment')
    .select([
      'online_refund.state as refund_state',
      'online_refund.amount as refund_amount',
      'online_refund.currency as refund_currency',
      'online_refund.requested_at as refund_requested_at',
      sumOfRefunds,
    ])
    .orderBy('opened_at')
    .orderBy('online_payment.payment_id')

/** Selects the payments of these reservations, at least one. */
export const selectPaymentsOf = (tables: Kysely<MuseumTables>, reservationIds: readonly UuidBytes<OrderId>[]) =>
  selectPayments(tables).where('reservation_id', 'in', reservationIds)

export const paymentRow = (payment: OnlinePayment): StoredPayment => ({
  payment_id: bytesOfUuid(payment.paymentId),
  reservation_id: bytesOfUuid(payment.reservationId),
  state: payment.state,
  amount: payment.amount,
  currency: payment.currency,
  opened_at: payment.openedAt,
  expires_at: payment.expiresAt,
  held_until: payment.heldUntil,
  lines: JSON.stringify(payment.lines),
  return_url: payment.returnUrl,
  language: payment.language ?? null,
  provider_id: payment.providerId ?? null,
  url: payment.url ?? null,
  reference: payment.reference ?? null,
  returned: payment.returned ?? null,
  needs_attention: payment.needsAttention ? 1 : 0,
  attended_at: payment.attended?.at ?? null,
  attended_by: payment.attended === undefined ? null : Buffer.from(payment.attended.by),
})

export const paymentOf = (row: PaymentRow): OnlinePayment => ({
  paymentId: uuidOfBytes(row.payment_id),
  reservationId: uuidOfBytes(row.reservation_id),
  state: row.state,
  amount: row.amount,
  currency: row.currency,
  openedAt: row.opened_at,
  expiresAt: row.expires_at,
  heldUntil: row.held_until,
  lines: JSON.parse(row.lines) as readonly PaymentLine[],
  returnUrl: row.return_url,
  ...(row.language !== null && { language: row.language }),
  ...(row.provider_id !== null && { providerId: row.provider_id }),
  ...(row.url !== null && { url: row.url }),
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.returned !== null && { returned: row.returned }),
  ...(row.refund_state !== null && {
    refund: {
      state: row.refund_state,
      amount: row.refund_amount!,
      currency: row.refund_currency!,
      requestedAt: row.refund_requested_at!,
    },
  }),
  ...(row.state === 'paid' && row.refunded !== null && { refunded: Number(row.refunded) }),
  ...(row.needs_attention === 1 && { needsAttention: true }),
  ...(row.attended_at !== null && {
    attended: { at: row.attended_at, by: Buffer.from(row.attended_by!).toString() },
  }),
})

/** The statement that stores a payment. */
export const storePayment = (tables: Kysely<MuseumTables>, payment: OnlinePayment, isNew: boolean): CompiledQuery => {
  const { payment_id, ...values } = paymentRow(payment)
  return isNew
    ? tables
        .insertInto('online_payment')
        .values({ payment_id, ...values })
        .compile()
    : tables.updateTable('online_payment').set(values).where('payment_id', '=', payment_id).compile()
}

export type RefundRow = Selectable<MuseumTables['online_refund']>

export const refundOf = (row: RefundRow): OnlineRefund => ({
  refundId: uuidOfBytes(row.refund_id),
  paymentId: uuidOfBytes(row.payment_id),
  reference: row.reference,
  state: row.state,
  amount: row.amount,
  currency: row.currency,
  requestedAt: row.requested_at,
  ...(row.requested_by !== null && { requestedBy: Buffer.from(row.requested_by).toString() }),
  ...(row.failure !== null && { failure: row.failure }),
})

/** The statement that stores a new refund. */
export const storeRefund = (tables: Kysely<MuseumTables>, refund: OnlineRefund): CompiledQuery =>
  tables
    .insertInto('online_refund')
    .values({
      refund_id: bytesOfUuid(refund.refundId),
      payment_id: bytesOfUuid(refund.paymentId),
      reference: refund.reference,
      state: refund.state,
      amount: refund.amount,
      currency: refund.currency,
      requested_at: refund.requestedAt,
      failure: refund.failure ?? null,
      requested_by: refund.requestedBy === undefined ? null : Buffer.from(refund.requestedBy),
      ended_at: null,
    })
    .compile()

/** The statement that has the payment provider asked. */
export const recordQuestions = (
  tables: Kysely<MuseumTables>,
  engine: Engine,
  messages: readonly PaymentMessage[],
): CompiledQuery =>
  compileInsert(
    tables,
    engine,
    messages.map((message) => ({ receiver: 'payments', messageId: randomUUID(), message })),
  )
