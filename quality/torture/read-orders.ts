import type { MuseumDatabase } from '@museum/adapters-persistence'
import type { AvailabilityOfDate } from './check-entry-times.ts'
import type { ReportedSales, StoredOrders } from './check-orders.ts'
import { send } from './client.ts'
import type { Payment } from './order-history.ts'
import { randomItem, retryDelay } from './random.ts'
import { entryTimeOf, readCounters, readOccurrences } from './read-stored.ts'
import type { Server } from './start-server.ts'
import { uuidOf } from './uuid-of.ts'

/** How many orders are read through the service after a round. */
const maxShown = 400
/** How often something is read that cannot be. */
const maxReadings = 5
/** The largest page of a list. */
const pageSize = 100

const utf8Text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
const paymentOf = (method: string | null, reference: string | null): Payment | null =>
  method === null ? null : { method, ...(reference !== null && { reference }) }

/** Reads the orders, their tickets and what belongs to them from the tables, so that every row is seen, and through the service. */
export const readOrders = async (
  database: MuseumDatabase,
  servers: readonly Pick<Server, 'origin'>[],
): Promise<StoredOrders> => {
  const { kysely } = database
  const hasOccurrence = await readOccurrences(database)
  const tickets = await kysely.selectFrom('museum_ticket').selectAll().execute()
  const orders = await kysely.selectFrom('museum_order').selectAll().execute()
  const cancellations = await kysely.selectFrom('ticket_cancellation').selectAll().execute()
  const entries = await kysely
    .selectFrom('audit_entry')
    .select(['operation', 'subject_id', 'values_after'])
    .where('subject_kind', 'in', ['ticket', 'order'])
    .execute()
  const idsOf = (bytes: Uint8Array) =>
    Array.from({ length: bytes.length / 16 }, (_, n) => uuidOf(bytes.subarray(16 * n, 16 * (n + 1))))

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
  const refundsOf = async (state: 'due' | 'settled') => {
    const all: StoredOrders['due'][number][] = []
    for (let page = 1; ; page += 1) {
      const items = await get<StoredOrders['due']>(`/refunds?state=${state}&page=${page}&limit=${pageSize}`)
      all.push(...(items ?? []))
      if (items?.length !== pageSize) return all
    }
  }
  const shown: StoredOrders['shown'][number][] = []
  const someOrders = orders.toSorted(() => Math.random() - 0.5).slice(0, maxShown)
  for (const { order_id } of someOrders) {
    const order = await get<StoredOrders['shown'][number]>(`/orders/${uuidOf(order_id)}`)
    if (order !== undefined) shown.push(order)
  }

  const moments = tickets.flatMap(({ sold_at }) => sold_at ?? []).toSorted((a, b) => a - b)
  const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  // The museum may be in any time zone.
  const dates = `from=${dateOf(moments[0]! - 86_400_000)}&to=${dateOf(moments.at(-1)! + 86_400_000)}`
  const report = moments.length === 0 ? undefined : await get<{ rows: ReportedSales[] }>(`/sales?${dates}`)
  const availability: AvailabilityOfDate[] = []
  for (const date of new Set(tickets.map((row) => row.ticket_date)))
    availability.push(...((await get<AvailabilityOfDate[]>(`/availability?startDate=${date}&endDate=${date}`)) ?? []))

  return {
    tickets: tickets.map((row) => ({
      ticketId: uuidOf(row.ticket_id),
      ticketType: row.ticket_type,
      ticketDate: row.ticket_date,
      eventId: row.event_id && uuidOf(row.event_id),
      occurrenceNumber: row.occurrence_number,
      entryTime: entryTimeOf(row.entry_minute),
      eventName: row.event_name,
      email: row.email,
      confirmationCode: row.confirmation_code,
      price: row.price,
      priceCategory: row.price_category ?? 'full',
      orderId: row.order_id && uuidOf(row.order_id),
      isCancelled: row.state === 'cancelled',
      hasOccurrence: hasOccurrence(row),
    })),
    orders: orders.map((row) => ({
      orderId: uuidOf(row.order_id),
      ticketIds: idsOf(row.ticket_ids),
      payment: paymentOf(row.payment_method, row.payment_reference),
    })),
    cancellations: cancellations.map((row) => ({
      ticketId: uuidOf(row.ticket_id),
      cause: row.cause,
      refund: row.refund,
      settlement: row.settled_at === null ? null : paymentOf(row.refund_method, row.refund_reference),
    })),
    audit: entries.map(({ operation, subject_id, values_after }) => {
      const values = JSON.parse(values_after ?? '{}') as { cancelled?: string[]; refunded?: string[] }
      return { operation, id: utf8Text(subject_id), cancelled: values.cancelled, refunded: values.refunded }
    }),
    counters: await readCounters(database),
    availability,
    due: await refundsOf('due'),
    settled: await refundsOf('settled'),
    shown,
    sales: report?.rows ?? [],
    unreadable,
  }
}
