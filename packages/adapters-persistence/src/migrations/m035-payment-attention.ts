import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce } from '@museum/database'

/** The payments that need a person are found by an index, as they are counted every minute. */
export const paymentAttention = (db: Kysely<never>, engine: Engine): Promise<void> =>
  createIndexesOnce(db, engine, { online_payment_by_attention: ['online_payment', 'needs_attention'] })
