import type { OnlineRefund, RefundId } from '@museum/domain'

/** What is given back through the payment provider, as the repositories that decide it have stored it. */
export interface OnlineRefundRepository {
  /** A refund in its current state. */
  find(refundId: RefundId): Promise<OnlineRefund | undefined>
  /** Stores what became of a refund that is `sending`; one that has ended stays as it is. */
  end(refund: Pick<OnlineRefund, 'refundId' | 'failure'> & Readonly<{ state: 'settled' | 'failed' }>): Promise<void>
}
