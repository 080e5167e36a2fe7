import type { TicketSale } from '@museum/application'
import { Order, type OrderId, type Payment, type Ticket, type TicketId, type Till, VatRates } from '@museum/domain'
import type { Kysely, Selectable } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type UuidBytes, bytesOfUuid, uuidOfBytes } from '@museum/database'

/** The columns of an order that `orderOf` needs. */
const columns = [
  'order_id',
  'ticket_ids',
  'payment_method',
  'payment_reference',
  'till',
  'closed_method',
  'vat_rate',
  'event_vat_rate',
  'label',
  'language',
] as const
export type OrderRow = Pick<Selectable<MuseumTables['museum_order']>, (typeof columns)[number]>
/** A sale of the tickets of an order. */
export type SoldOrder = TicketSale & Readonly<{ order: NonNullable<TicketSale['order']> }>

export const orderRowOf = ({ order: { orderId, payment, till, vatRates, label, language }, tickets }: SoldOrder) => ({
  order_id: bytesOfUuid(orderId),
  ticket_ids: Buffer.concat(tickets.map(({ ticketId }) => bytesOfUuid(ticketId))),
  ...paymentRowOf(payment),
  order_sold_at: tickets[0].soldAt ?? null,
  order_sold_by: tickets[0].soldBy === undefined ? null : Buffer.from(tickets[0].soldBy),
  till: till === undefined ? null : Buffer.from(till),
  vat_rate: vatRates?.general ?? null,
  event_vat_rate: vatRates?.event ?? null,
  label: label ?? null,
  language: language ?? null,
})

/** The columns with a payment. */
export const paymentRowOf = (payment: Payment | undefined) => ({
  payment_method: payment?.method ?? null,
  payment_reference: payment?.reference ?? null,
})

/** A select of orders. */
export const selectOrders = (tables: Kysely<MuseumTables>) => tables.selectFrom('museum_order').select(columns)

/** Selects the orders with these identifiers, at least one. */
export const selectOrdersById = (tables: Kysely<MuseumTables>, orderIds: readonly OrderId[]) =>
  selectOrders(tables).where('order_id', 'in', orderIds.map(bytesOfUuid))

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
  Order.of(uuidOfBytes(row.order_id), tickets, {
    payment: paymentOf(row),
    till: tillOf(row.till),
    vatRates: VatRates.of(row.vat_rate ?? undefined, row.event_vat_rate ?? undefined),
    label: row.label ?? undefined,
    language: row.language ?? undefined,
  })

/** The till of a column. */
export const tillOf = (bytes: Uint8Array | null): Till | undefined =>
  bytes === null ? undefined : (Buffer.from(bytes).toString() as Till)
