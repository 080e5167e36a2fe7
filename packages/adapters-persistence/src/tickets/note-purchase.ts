import { type Refusal, type Ticket, isRefusal } from '@museum/domain'
import type { DatabaseObserver } from '../database/database-observer.ts'

/** For the outcome of a transaction that sells one ticket: calls the observer if it is sold, and returns the outcome. */
export const notePurchase =
  ({ onPurchasesCommitted }: DatabaseObserver) =>
  <Outcome extends Ticket | Refusal | symbol>(outcome: Outcome): Outcome => {
    if (typeof outcome !== 'symbol' && !isRefusal(outcome)) onPurchasesCommitted?.(1)
    return outcome
  }
