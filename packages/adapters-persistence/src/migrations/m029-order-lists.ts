import { type Kysely, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type Engine, addColumnsOnce, createIndexesOnce, withTables } from '@museum/database'
import { storeSalesOfOrders } from '../orders/order-sales.ts'

/**
 * Orders are listed by the time of their sale, and found by their number. An order has the time and the seller of its tickets, which
 * are copied in steps; what is new about an order (its till, label, language and rates of tax) is null for existing ones.
 */
export const orderLists = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await addColumnsOnce(db, {
    museum_order: {
      // Servers of the version before join orders to tickets, and do not say of which `sold_at` is.
      order_sold_at: columns.integer,
      order_sold_by: columns.bytes(1020),
      till: columns.bytes(400),
      label: columns.text(100),
      language: columns.text(35),
      vat_rate: columns.integer,
      event_vat_rate: columns.integer,
      order_id_end: [columns.bytes(5), (column) => column.generatedAlwaysAs(sql`substr(order_id, 12)`)],
    },
  })
  // Before the index by time: in its order of the primary key, the copying reads and writes each row once.
  await storeSalesOfOrders((work) => work(withTables<MuseumTables>(db)))
  await createIndexesOnce(db, engine, {
    museum_order_by_sale: ['museum_order', 'order_sold_at', 'order_id'],
    museum_order_by_number: ['museum_order', 'order_id_end'],
  })
}
