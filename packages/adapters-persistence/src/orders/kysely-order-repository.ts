import type { OrderRepository } from '@museum/application'
import { Order, type OrderId, type Ticket } from '@museum/domain'
import { batched, inParts, maxBatchSize, uuidOfBytes } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { type MessageRecorder, messageRecorder } from '../messages/record-messages.ts'
import { cancelTickets, lockTickets } from '../tickets/cancellations.ts'
import { ticketStatements } from '../tickets/ticket-rows.ts'
import { orderOf, selectOrders, ticketIdsOf } from './order-rows.ts'

/** The orders, in SQL. */
export const kyselyOrderRepository = (
  database: MuseumDatabase,
  messages: MessageRecorder = messageRecorder(database),
): OrderRepository => {
  const { kysely, query, transaction, engine, tracer } = database
  const { readTickets } = ticketStatements(kysely)
  return {
    find: batched(
      (orderIds: readonly OrderId[]) =>
        query(async (tables) => {
          const rows = await selectOrders(tables, orderIds)
          const parts = inParts(rows.flatMap(ticketIdsOf), maxBatchSize)
          const tickets = (await Promise.all(parts.map((part) => readTickets(tables, part)))).flat()
          const orders = rows.map((row) => orderOf(row, tickets.splice(0, ticketIdsOf(row).length)))
          return orderIds.map((orderId) => orders.find((order) => order.orderId === orderId))
        }),
      tracer,
    ),
    cancel: async (orderId, findRefusal, entryOf, reason) => {
      const recorder = await messages.recorder()
      return transaction(async (tables) => {
        const [row] = await selectOrders(tables, [orderId])
        if (row === undefined) return Order.notFound(orderId)
        const ticketIds = ticketIdsOf(row)
        const stored = await lockTickets(tables, engine, ticketIds)
        // Read after the lock: a join in the locking statement may read an older state than the locked rows.
        const order = orderOf(row, await readTickets(tables, ticketIds))
        const refusal = findRefusal(order)
        if (refusal !== undefined) return refusal
        const cancelledBefore = new Set(
          stored.flatMap(({ ticket_id, state }) => (state === 'cancelled' ? [uuidOfBytes(ticket_id)] : [])),
        )
        const tickets = order.tickets.filter(
          ({ ticketId, state }) => state !== 'admitted' && !cancelledBefore.has(ticketId),
        )
        if (tickets.length === 0) return order
        await cancelTickets(tables, engine, recorder, { tickets, entry: entryOf(tickets), reason })
        const cancelled = (ticket: Ticket): Ticket => ({ ...ticket, state: 'cancelled' })
        return {
          ...order,
          tickets: order.tickets.map((ticket) => (tickets.includes(ticket) ? cancelled(ticket) : ticket)),
        }
      }, 'idempotent')
    },
  }
}
