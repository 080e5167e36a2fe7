import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce, createIndexesOnce, newTable, partsOfRows, withTables } from '@museum/database'
import { addChangeLocks } from './add-change-locks.ts'

type Tables = {
  museum_ticket: { ticket_id: Uint8Array; event_id: Uint8Array | null; price: number }
  ticket_cancellation: {
    ticket_id: Uint8Array
    event_id: Uint8Array | null
    cancelled_at: number
    cause: string
    due_since: number
    refund: string | null
    reason: string | null
  }
  audit_entry: { audit_id: number; operation: string; subject_id: Uint8Array; values_after: string | null }
}

/**
 * Tickets can belong to an order, and be refunded. All existing tickets were bought alone. No ticket is rewritten; each
 * cancellation gets its event, its reason from the audit log, and whether a refund is due. Sales can be added up once for many
 * reports.
 */
export const orders = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'museum_order')
    .addColumn('order_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('ticket_ids', columns.bytes(800), (column) => column.notNull())
    .addColumn('payment_method', columns.text(30))
    .addColumn('payment_reference', columns.text(100))
    .execute()
  await newTable(db, engine, 'summed_sales')
    .addColumn('period_from', columns.integer, (column) => column.notNull())
    .addColumn('period_end', columns.integer, (column) => column.notNull())
    .addColumn('summed_until', columns.integer, (column) => column.notNull())
    .addColumn('sums', columns.longestText, (column) => column.notNull())
    .addPrimaryKeyConstraint('summed_sales_period', ['period_from', 'period_end'])
    .execute()
  await addChangeLocks(db, 'summed-sales')
  await addColumnsOnce(db, {
    museum_ticket: { order_id: columns.uuid },
    ticket_cancellation: {
      event_id: columns.uuid,
      cause: columns.text(6),
      due_since: columns.integer,
      refund: columns.text(7),
      reason: columns.text(500),
      refund_method: columns.text(30),
      refund_reference: columns.text(100),
      settled_at: columns.integer,
      settled_by: columns.bytes(1020),
    },
  })
  const tables = withTables<Tables>(db)
  const complete = async (transaction: Kysely<Tables>) => {
    await completeCancellations(transaction)
    await copyReasons(transaction)
  }
  // In one transaction, as on SQLite: on MySQL, each commit takes milliseconds.
  await (tables.isTransaction ? complete(tables) : tables.transaction().execute(complete))
  // Each of the first three is in the order of the list, and has the columns that it needs.
  const order = ['refund', 'due_since', 'ticket_id']
  await createIndexesOnce(db, engine, {
    ticket_cancellation_by_refund: ['ticket_cancellation', ...order],
    ticket_cancellation_by_event: ['ticket_cancellation', 'event_id', ...order],
    ticket_cancellation_by_ticket_date: ['ticket_cancellation', 'ticket_date', ...order],
    ticket_cancellation_by_settlement: ['ticket_cancellation', 'settled_at'],
    removed_occurrence_by_sold: ['removed_occurrence', 'sold'],
  })
}

/** The number of rows that one step reads. */
const stepSize = 1_000

/** Reads tickets by their keys, so that nothing else is locked. */
const completeCancellations = async (tables: Kysely<Tables>): Promise<void> => {
  const after = (last: Readonly<{ ticket_id: Uint8Array }> | undefined) =>
    tables
      .selectFrom('ticket_cancellation as cancellation')
      .innerJoin('museum_ticket as ticket', 'ticket.ticket_id', 'cancellation.ticket_id')
      .select(['cancellation.ticket_id', 'cancelled_at', 'ticket.event_id', 'price'])
      .where('cancellation.ticket_id', '>', last?.ticket_id ?? Buffer.alloc(0))
      .where('cause', 'is', null)
      .orderBy('cancellation.ticket_id')
      .limit(stepSize)
      .execute()
  for await (const rows of partsOfRows(stepSize, after))
    for (const { ticket_id, event_id, cancelled_at, price } of rows)
      await tables
        .updateTable('ticket_cancellation')
        .set({ event_id, cause: 'ticket', due_since: cancelled_at, refund: price > 0 ? 'due' : null })
        .where('ticket_id', '=', ticket_id)
        .execute()
}

/** Copies the reasons of cancellations, which were in the audit log only. */
const copyReasons = async (tables: Kysely<Tables>): Promise<void> => {
  const after = (last: Readonly<{ audit_id: number }> | undefined) =>
    tables
      .selectFrom('audit_entry')
      .select(['audit_id', 'subject_id', 'values_after'])
      .where('operation', '=', 'cancelTicket')
      .where('audit_id', '>', last?.audit_id ?? 0)
      .orderBy('audit_id')
      .limit(stepSize)
      .execute()
  for await (const rows of partsOfRows(stepSize, after))
    for (const { subject_id, values_after } of rows) {
      const { reason } = JSON.parse(values_after ?? '{}') as { reason?: unknown }
      if (typeof reason === 'string')
        await tables
          .updateTable('ticket_cancellation')
          .set({ reason })
          .where('ticket_id', '=', Buffer.from(Buffer.from(subject_id).toString().replaceAll('-', ''), 'hex'))
          .execute()
    }
}
