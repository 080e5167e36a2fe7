import type { OrderFilter, OrderRepository, RecordedOrderChange } from '@museum/application'
import {
  Drawer,
  Order,
  type OrderId,
  OrderNumber,
  type OrderState,
  type PaidOnline,
  type Purchaser,
  type Refusal,
  type Ticket,
  type TicketId,
  TicketMail,
  isRefusal,
  onlineMethod,
} from '@museum/domain'
import { type Engine, batched, bytesOfUuid, inParts, maxBatchSize, whenGiven } from '@museum/database'
import { type Kysely, type Transaction, sql } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { selectLatestClosing } from '../closings/closing-rows.ts'
import { writeDrawer } from '../closings/kysely-closing-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, pageWithCountedTotal, precedingItem } from '../database/pages.ts'
import { type MessageRecorder, messageRecorder } from '../messages/record-messages.ts'
import { paymentOf, recordQuestions, selectPaymentsOf, storeRefund } from '../payments/payment-rows.ts'
import { deleteSumsOf } from '../sales/summed-sales.ts'
import {
  cancelTickets,
  lockCancellations,
  lockTickets,
  selectCancellations,
  storeSettlement,
} from '../tickets/cancellations.ts'
import { emailHash, storeEmailHashes } from '../tickets/email-hashes.ts'
import { erasedEmail, ticketStatements } from '../tickets/ticket-rows.ts'
import { type OrderRow, orderOf, paymentRowOf, selectOrders, selectOrdersById, ticketIdsOf } from './order-rows.ts'
import { storeSalesOfOrders } from './order-sales.ts'

type Tables = Kysely<MuseumTables>

/** The orders, in SQL. */
export const kyselyOrderRepository = (
  database: MuseumDatabase,
  messages: MessageRecorder = messageRecorder(database),
): OrderRepository => {
  const { kysely, query, write, transaction, engine, tracer } = database
  const { readTickets } = ticketStatements(kysely)

  /** The orders of these rows, each with its tickets in their current state. */
  const readOrders = async (tables: Tables, rows: readonly OrderRow[]): Promise<readonly Order[]> => {
    const parts = inParts(rows.flatMap(ticketIdsOf), maxBatchSize)
    const tickets = (await Promise.all(parts.map((part) => readTickets(tables, part)))).flat()
    return rows.map((row) => orderOf(row, tickets.splice(0, ticketIdsOf(row).length)))
  }
  return {
    find: batched(
      (orderIds: readonly OrderId[]) =>
        query(async (tables) => {
          const orders = await readOrders(tables, await selectOrdersById(tables, orderIds).execute())
          return orderIds.map((orderId) => orders.find((order) => order.orderId === orderId))
        }),
      tracer,
    ),
    list: async (filter, request) => {
      await storeSalesOfOrders((work) => write(work, 'idempotent'))
      if (filter.email !== undefined) await storeEmailHashes((work) => write(work, 'idempotent'))
      return query(async (tables) => {
        const after = precedingItem(request)
        const rows = await matching(tables, filter)
          .$call(
            whenGiven(after, (orders, { soldAt, orderId }) =>
              orders
                .where('order_sold_at', '<=', soldAt)
                .where(({ or, eb }) =>
                  or([eb('order_sold_at', '<', soldAt), eb('order_id', '<', bytesOfUuid(orderId))]),
                ),
            ),
          )
          .orderBy('order_sold_at', 'desc')
          .orderBy('order_id', 'desc')
          .limit(request.limit)
          .offset(pageOffset(request))
          .execute()
        const orders = await readOrders(tables, rows)
        return pageWithCountedTotal(orders, request, () => countItems(tables, matching(tables, filter)))
      })
    },
    change: async <R extends Refusal>(
      orderId: OrderId,
      decide: (current: OrderState) => RecordedOrderChange | R | undefined,
    ): Promise<Order | R | Refusal<'order-not-found'>> => {
      const recorder = await messages.recorder()
      return transaction(async (tables): Promise<Order | R | Refusal<'order-not-found'>> => {
        const [known] = await selectOrdersById(tables, [orderId]).execute()
        if (known === undefined) return Order.notFound(orderId)
        const ticketIds = ticketIdsOf(known)
        await lockTickets(tables, engine, ticketIds)
        // After its tickets, as the erasure of purchasers' data does.
        const [row] = await selectOrdersById(tables, [orderId]).modifyEnd(engine.forUpdate).execute()
        await lockCancellations(tables, engine, ticketIds)
        // Read after the locks: a join in the locking statement may read an older state than the locked rows.
        const order = orderOf(row!, await readTickets(tables, ticketIds))
        const cancellations = await selectCancellations(tables, order.tickets)
        const paidOnline = order.payment?.method === onlineMethod ? await selectPaidOnline(tables, orderId) : undefined
        const decided: RecordedOrderChange | Refusal | undefined = decide({ order, cancellations, paidOnline })
        if (decided === undefined) return order
        if (isRefusal(decided)) return decided as R
        const { cancelled, reason, refunded, settlement, onlineRefund, payment, purchaser, entry } = decided
        await insertAuditEntry(tables, entry)
        await tables
          .updateTable('museum_order')
          .set({
            ...(payment && { ...paymentRowOf(payment), ...(await closedMethod(tables, engine, order, row!)) }),
            changes: sql<number>`coalesce(changes, 0) + 1`,
          })
          .where('order_id', '=', bytesOfUuid(orderId))
          .execute()
        if (payment !== undefined) await deleteSumsOf(tables, order.soldAt)
        const settledOnly = refunded.flatMap((ticket) =>
          cancelled.includes(ticket) ? [] : { ticket, cancellation: cancellations.get(ticket.ticketId)! },
        )
        if (onlineRefund !== undefined) {
          const { refundId, requestedAt: at } = onlineRefund
          await tables.executeQuery(storeRefund(tables, onlineRefund))
          await tables.executeQuery(recordQuestions(tables, engine, [{ type: 'refund.requested', at, refundId }]))
        }
        if (settlement !== undefined) await storeSettlement(tables, engine, settledOnly, settlement)
        if (cancelled.length > 0)
          await cancelTickets(tables, engine, recorder, { tickets: cancelled, at: entry.at, reason, settlement })
        if (purchaser !== undefined) {
          await storePurchaser(tables, ticketIds, purchaser)
          const mailed = order.tickets.filter(({ state }) => state !== 'cancelled')
          await recorder.store(tables, [TicketMail.about('tickets.sold', mailed, entry.at)])
        }
        const tickets = order.tickets.map((ticket): Ticket => ({
          ...ticket,
          ...(cancelled.includes(ticket) && { state: 'cancelled' }),
          ...(ticket.purchaser && purchaser && { purchaser }),
        }))
        return { ...order, tickets, ...(payment && { payment }) }
      }, 'idempotent')
    },
  }
}

/** Stores another purchaser of the tickets that have one, which must be locked. */
const storePurchaser = (tables: Tables, ticketIds: readonly TicketId[], { email, phone }: Purchaser) =>
  tables
    .updateTable('museum_ticket')
    // A search that stores missing hashes at the same time leaves this one.
    .set({ email, phone: phone ?? null, email_hash: emailHash(email) })
    .where('ticket_id', 'in', ticketIds.map(bytesOfUuid))
    .where('email', '!=', erasedEmail)
    .execute()

/** How an order was paid at the payment provider, if it was, and what was given back of that. */
const selectPaidOnline = async (tables: Tables, orderId: OrderId): Promise<PaidOnline | undefined> => {
  const payments = await selectPaymentsOf(tables, [bytesOfUuid(orderId)])
    .where('online_payment.state', '=', 'paid')
    .execute()
  const [payment] = payments.map(paymentOf)
  if (payment?.reference === undefined) return undefined
  const { paymentId, amount, reference, refunded = 0 } = payment
  return { paymentId, amount, reference, refunded }
}

/** The column with the method under which a closing has counted an order, before its first correction since. */
const closedMethod = async (tables: Transaction<MuseumTables>, engine: Engine, order: Order, row: OrderRow) => {
  const { till, soldBy, soldAt, payment } = order
  if (row.closed_method !== null || (till === undefined && soldBy === undefined)) return {}
  const drawer = Drawer.of(till, soldBy!)
  await writeDrawer(tables, engine, drawer)
  const latest = await selectLatestClosing(tables, drawer)
  const isCounted = latest !== undefined && soldAt < latest.closing.to
  return isCounted ? { closed_method: payment?.method ?? ('' as const) } : {}
}

const matching = (tables: Tables, { number, email, soldBy, from, end }: OrderFilter) =>
  selectOrders(tables)
    .$call(
      whenGiven(number, (orders, given) =>
        orders.where(
          'order_id_end',
          'in',
          OrderNumber.endsOf(given).map((hex) => Buffer.from(hex, 'hex')),
        ),
      ),
    )
    .$call(
      whenGiven(email, (orders, given) =>
        orders.where('order_id', 'in', (nested) =>
          nested
            .selectFrom('museum_ticket')
            .select((ticket) => ticket.ref('museum_ticket.order_id').$notNull().as('order_id'))
            .where('email_hash', '=', emailHash(given))
            .where('museum_ticket.order_id', 'is not', null),
        ),
      ),
    )
    .$call(whenGiven(soldBy, (orders, given) => orders.where('order_sold_by', '=', Buffer.from(given))))
    .$call(whenGiven(from, (orders, given) => orders.where('order_sold_at', '>=', given)))
    .$call(whenGiven(end, (orders, given) => orders.where('order_sold_at', '<', given)))
