import type { Instant, OnlineRefund, RefundId, RefundRun } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** What is given back through the payment provider, as the repositories that decide it have stored it. */
export interface OnlineRefundRepository {
  /** A refund in its current state. */
  find(refundId: RefundId): Promise<OnlineRefund | undefined>
  /**
   * Stores what became of a refund that is `sending`, and of the refunds of its tickets: those of a failed one are due again, with
   * `failure`, and the sum of refunds of the time `at` is less by them. A payment that is `returned`, and could not be, needs a person
   * also where one has dealt with it before. A refund that has ended stays as it is.
   */
  end(
    refund: Pick<OnlineRefund, 'refundId' | 'failure'> & Readonly<{ state: 'settled' | 'failed'; at: Instant }>,
  ): Promise<void>
  /** Records that all that is due for an event is to be given back, with the audit entry. */
  addRun(run: RefundRun, entry: NewAuditEntry): Promise<void>
}
