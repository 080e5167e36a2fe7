import type { OnlineRefundRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryOnlineRefundRepository = ({ onlineRefunds }: InMemoryStore): OnlineRefundRepository => ({
  async find(refundId) {
    return onlineRefunds.get(refundId)
  },
  async end({ refundId, state, failure }) {
    const refund = onlineRefunds.get(refundId)
    if (refund?.state === 'sending')
      onlineRefunds.set(refundId, { ...refund, state, ...(failure !== undefined && { failure }) })
  },
})
