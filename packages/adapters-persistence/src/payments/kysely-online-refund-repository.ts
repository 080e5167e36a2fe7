import type { OnlineRefundRepository } from '@museum/application'
import { bytesOfUuid } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { refundOf } from './payment-rows.ts'

/** What is given back through the payment provider, in SQL. */
export const kyselyOnlineRefundRepository = ({ query, write }: MuseumDatabase): OnlineRefundRepository => ({
  find: (refundId) =>
    query(async (tables) => {
      const row = await tables
        .selectFrom('online_refund')
        .selectAll()
        .where('refund_id', '=', bytesOfUuid(refundId))
        .executeTakeFirst()
      return row && refundOf(row)
    }),
  end: async ({ refundId, state, failure }) => {
    await write(
      (tables) =>
        tables
          .updateTable('online_refund')
          .set({ state, failure: failure ?? null })
          .where('refund_id', '=', bytesOfUuid(refundId))
          .where('state', '=', 'sending')
          .execute(),
      'idempotent',
    )
  },
})
