import type { TicketSale } from '@museum/application'
import { Order, type OrderId, type Payment, type Ticket, type TicketId } from '@museum/domain'
import type { Kysely, Selectable } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type UuidBytes, bytesOfUuid, uuidOfBytes } from '@museum/database'

export type OrderRow = Selectable<MuseumTables['museum_order']>
/** A sale of the tickets of an order. */
export type SoldOrder = TicketSale & Readonly<{ order: NonNullable<TicketSale['order']> }>

export const orderRowOf = ({ order: { orderId, payment }, tickets }: SoldOrder): OrderRow => ({
  order_id: bytesOfUuid(orderId),
  ticket_ids: Buffer.concat(tickets.map(({ ticketId }) => bytesOfUuid(ticketId))),
  payment_method: payment?.method ?? null,
  payment_reference: payment?.reference ?? null,
})

/** Selects at least one order. */
export const selectOrders = (tables: Kysely<MuseumTables>, orderIds: readonly OrderId[]): Promise<OrderRow[]> =>
  tables.selectFrom('museum_order').selectAll().where('order_id', 'in', orderIds.map(bytesOfUuid)).execute()

/** The identifiers of the tickets of an order, in the order in which they were sold. */
export const ticketIdsOf = ({ ticket_ids }: Pick<OrderRow, 'ticket_ids'>): readonly TicketId[] =>
  Array.from({ length: ticket_ids.length / 16 }, (_, n) =>
    uuidOfBytes(ticket_ids.subarray(16 * n, 16 * (n + 1)) as UuidBytes<TicketId>),
  )

/** How an order was paid. */
export const paymentOf = ({
  payment_method,
  payment_reference,
}: Pick<OrderRow, 'payment_method' | 'payment_reference'>): Payment | undefined =>
  payment_method === null
    ? undefined
    : {
        method: payment_method,
        ...(payment_reference !== null && { reference: payment_reference }),
      }

/** Turns a row and its tickets, of which there is at least one, into an order. */
export const orderOf = (row: OrderRow, tickets: readonly Ticket[]): Order =>
  Order.of(uuidOfBytes(row.order_id), tickets, paymentOf(row))
