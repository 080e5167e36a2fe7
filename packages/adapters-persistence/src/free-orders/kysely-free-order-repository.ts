import type { FreeOrder, FreeOrderRepository } from '@museum/application'
import { bytesOfUuid } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { emailHash } from '../tickets/email-hashes.ts'

/**
 * The free orders of visitors, in SQL. The orders of a date and an address are numbered, and the number is a part of the primary key:
 * of two servers that count at the same time, one finds its number taken, and reads again.
 */
export const kyselyFreeOrderRepository = ({ write, engine }: MuseumDatabase): FreeOrderRepository => {
  /** `undefined`: another order has got the number. */
  const attempt = ({ date: order_date, email, orderId }: FreeOrder, limit: number) =>
    write(async (tables): Promise<boolean | undefined> => {
      const [email_hash, order_id] = [emailHash(email), bytesOfUuid(orderId)]
      const counted = await tables
        .selectFrom('free_order')
        .select('order_id')
        .where('order_date', '=', order_date)
        .where('email_hash', '=', email_hash)
        .execute()
      if (counted.some((each) => Buffer.compare(each.order_id, order_id) === 0)) return true
      if (counted.length >= limit) return false
      try {
        await tables
          .insertInto('free_order')
          .values({ order_date, email_hash, number: counted.length, order_id })
          .execute()
        return true
      } catch (error) {
        if (engine.classifyError(error) === 'duplicate') return undefined
        throw error
      }
    }, 'idempotent')
  return {
    async count(order, limit) {
      for (;;) {
        const isCounted = await attempt(order, limit)
        if (isCounted !== undefined) return isCounted
      }
    },
    removeBefore: (date) =>
      write(async (tables) => {
        const { numDeletedRows } = await tables
          .deleteFrom('free_order')
          .where('order_date', '<', date)
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }, 'idempotent'),
  }
}
