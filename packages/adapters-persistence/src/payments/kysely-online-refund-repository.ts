import type { OnlineRefundRepository } from '@museum/application'
import { bytesOfUuid } from '@museum/database'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { endRefundOfTickets } from '../tickets/cancellations.ts'
import { recordQuestions, refundOf } from './payment-rows.ts'

/** What is given back through the payment provider, in SQL. */
export const kyselyOnlineRefundRepository = ({
  query,
  transaction,
  engine,
}: MuseumDatabase): OnlineRefundRepository => ({
  find: (refundId) =>
    query(async (tables) => {
      const row = await tables
        .selectFrom('online_refund')
        .selectAll()
        .where('refund_id', '=', bytesOfUuid(refundId))
        .executeTakeFirst()
      return row && refundOf(row)
    }),
  end: async (ended) => {
    const { refundId, state, failure, at } = ended
    await transaction(async (tables) => {
      const { numUpdatedRows } = await tables
        .updateTable('online_refund')
        .set({ state, failure: failure ?? null, ended_at: at })
        .where('refund_id', '=', bytesOfUuid(refundId))
        .where('state', '=', 'sending')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await endRefundOfTickets(tables, ended)
      if (state === 'settled') return
      const { payment_id } = await tables
        .selectFrom('online_refund')
        .select('payment_id')
        .where('refund_id', '=', bytesOfUuid(refundId))
        .executeTakeFirstOrThrow()
      // What a person has dealt with before was something else.
      await tables
        .updateTable('online_payment')
        .set({ attended_at: null, attended_by: null })
        .where('payment_id', '=', payment_id)
        .where('state', '=', 'returned')
        .execute()
    }, 'idempotent')
  },
  addRun: async (run, entry) => {
    await transaction(async (tables) => {
      await insertAuditEntry(tables, entry)
      await tables.executeQuery(recordQuestions(tables, engine, [run]))
      // A second run only sends again what failed in the first.
    }, 'idempotent')
  },
})
