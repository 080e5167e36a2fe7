import type { FakeStripe } from '../../packages/adapters-payment/test/fake-stripe.ts'
import type { MuseumDatabase } from '@museum/adapters-persistence'
import type { ProviderAccount, StoredPayments } from './check-payments.ts'
import { send } from './client.ts'
import { randomItem, retryDelay } from './random.ts'
import type { Server } from './start-server.ts'
import { uuidOf } from './uuid-of.ts'

/** How many orders are read through the service after a round. */
const maxShown = 100
/** How often something is read that cannot be. */
const maxReadings = 5
const pageSize = 100
const states = { pending: 'sending', succeeded: 'settled', failed: 'failed' } as const

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
  refunds: stripe.refunds().map(({ metadata, payment_intent: reference, amount, status }) => ({
    refundId: metadata['museum_refund'],
    reference,
    amount,
    state: states[status as keyof typeof states],
  })),
})

/** Reads what is stored, row by row, and through the service. `capacities` are those of events, and of general entry under `general`. */
export const readPayments = async (
  { kysely }: MuseumDatabase,
  servers: readonly Pick<Server, 'origin'>[],
  capacities: ReadonlyMap<string, number>,
): Promise<StoredPayments> => {
  const payments = await kysely.selectFrom('online_payment').selectAll().execute()
  const refunds = await kysely.selectFrom('online_refund').selectAll().execute()
  const orders = await kysely.selectFrom('museum_order').selectAll().execute()
  const tickets = await kysely
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'order_id', 'event_id', 'ticket_date', 'occurrence_number', 'price', 'state'])
    .execute()
  const cancellations = await kysely.selectFrom('ticket_cancellation').selectAll().execute()
  const failed = await kysely.selectFrom('failed_refund').selectAll().execute()
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
  const cancellationOf = new Map(cancellations.map((row) => [uuidOf(row.ticket_id), row]))
  // The places of tickets that were cancelled with their event or date are given back with the refund.
  const ticketsBySlot = sumBy(
    tickets.filter(({ ticket_id }) => !cancellationOf.has(uuidOf(ticket_id))),
    ({ event_id, ticket_date, occurrence_number }) =>
      `${nameOffer(event_id)} ${ticket_date} ${event_id === null ? 0 : occurrence_number}`,
    () => 1,
  )
  const slotName = ({ offer_id, slot_date, number }: (typeof slots)[number] | (typeof held)[number]) =>
    `${nameOffer(offer_id)} ${slot_date} ${number}`
  const rowsBySlot = sumBy(held, slotName, ({ places }) => places)

  const unreadable: string[] = []
  const get = async <T>(path: string): Promise<T | undefined> => {
    for (let n = 0; n < maxReadings; n += 1) {
      const response = await send(randomItem(servers).origin, 'GET', path)
      if (response?.status === 200) return JSON.parse(response.body) as T
      await retryDelay()
    }
    unreadable.push(path)
    return undefined
  }
  const attention: string[] = []
  for (let page = 1; ; page += 1) {
    const path = `/reservations?state=attention&page=${page}&limit=${pageSize}`
    const items = (await get<readonly Readonly<{ reservationId: string }>[]>(path)) ?? []
    attention.push(...items.map(({ reservationId }) => reservationId))
    if (items.length < pageSize) break
  }
  const shown: StoredPayments['shown'][number][] = []
  const paidOnline = orders.filter(({ payment_method }) => payment_method === 'online')
  for (const { order_id } of paidOnline.toSorted(() => Math.random() - 0.5).slice(0, maxShown)) {
    const order = await get<StoredPayments['shown'][number]>(`/orders/${uuidOf(order_id)}`)
    if (order !== undefined) shown.push(order)
  }
  const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  // The run may last over midnight.
  const [from, to] = [dateOf(Date.now() - 86_400_000), dateOf(Date.now() + 86_400_000)]
  const report = await get<{ rows: readonly ReportedRefunds[] }>(`/sales?from=${from}&to=${to}`)
  const refundRows = (report?.rows ?? []).filter(({ kind, method }) => kind === 'refund' && method === 'online')

  return {
    unreadable,
    attention,
    shown,
    reported: {
      tickets: refundRows.reduce((sum, row) => sum + row.tickets, 0),
      amount: refundRows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
    },
    tickets: tickets.map((row) => {
      const cancellation = cancellationOf.get(uuidOf(row.ticket_id))
      return {
        ticketId: uuidOf(row.ticket_id),
        orderId: row.order_id && uuidOf(row.order_id),
        eventId: row.event_id && uuidOf(row.event_id),
        ticketDate: row.ticket_date,
        price: row.price,
        isCancelled: row.state === 'cancelled',
        cancellation: cancellation && {
          refund: cancellation.refund,
          method: cancellation.refund_method,
          refundId: cancellation.refund_id && uuidOf(cancellation.refund_id),
          failure: cancellation.refund_failure,
        },
      }
    }),
    failed: failed.map((row) => ({ ticketId: uuidOf(row.ticket_id), refundId: uuidOf(row.refund_id) })),
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

type ReportedRefunds = Readonly<{ kind: string; method: string | null; tickets: number; amount: number }>
