import type { OrderId } from '@museum/domain'
import { type UuidBytes, bytesOfUuid } from '@museum/database'
import { type Kysely, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'

type Tables = Kysely<MuseumTables>

/** The number of orders that one statement changes: few, so that no other transaction waits long. */
const ordersAtOnce = 1_000

const noOrderId = bytesOfUuid('00000000-0000-0000-0000-000000000000' as OrderId)

/**
 * Stores when and by whom orders were sold, for those without it: servers of an earlier version sell them while others list them.
 * `run` runs the work on some orders.
 */
export const storeSalesOfOrders = async (
  run: <T>(work: (tables: Tables) => Promise<T>) => Promise<T>,
): Promise<void> => {
  let last: UuidBytes<OrderId> | undefined = noOrderId
  while (last !== undefined) {
    const after: UuidBytes<OrderId> = last
    last = await run((tables) => storeSome(tables, after))
  }
}

/** Stores the sales of the first orders after one. Returns the last of them, if there may be more. */
const storeSome = async (tables: Tables, after: UuidBytes<OrderId>) => {
  const rows = await tables
    .selectFrom('museum_order')
    .select('order_id')
    .where('order_sold_at', 'is', null)
    .where('order_id', '>', after)
    .orderBy('order_id')
    .limit(ordersAtOnce)
    .execute()
  const last = rows.at(-1)?.order_id
  if (last === undefined) return undefined
  const firstTicket = <Column extends 'sold_at' | 'sold_by'>(column: Column) =>
    tables
      .selectFrom('museum_ticket')
      .select(column)
      .where('ticket_id', '=', sql<MuseumTables['museum_ticket']['ticket_id']>`substr(ticket_ids, 1, 16)`)
  await tables
    .updateTable('museum_order')
    .set({ order_sold_at: firstTicket('sold_at'), order_sold_by: firstTicket('sold_by') })
    .where('order_sold_at', 'is', null)
    .where('order_id', '>', after)
    .where('order_id', '<=', last)
    .execute()
  return rows.length < ordersAtOnce ? undefined : last
}
