import type { OnlineRefundRepository } from '@museum/application'
import { OnlinePayment, type TicketId } from '@museum/domain'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryOnlineRefundRepository = (store: InMemoryStore): OnlineRefundRepository => ({
  async find(refundId) {
    return store.onlineRefunds.get(refundId)
  },
  async end({ refundId, state, failure, at }) {
    const { onlineRefunds, reservations, cancellations, failedRefunds } = store
    const refund = onlineRefunds.get(refundId)
    if (refund?.state !== 'sending') return
    onlineRefunds.set(refundId, { ...refund, state, ...(failure !== undefined && { failure }) })
    if (state === 'failed')
      for (const { reservation, holds } of reservations.values()) {
        const payment = reservation.payments.find(({ paymentId }) => paymentId === refund.paymentId)
        if (payment?.state !== 'returned') continue
        const payments = OnlinePayment.withChanged(reservation.payments, OnlinePayment.unattended(payment))
        reservations.set(reservation.reservationId, { reservation: { ...reservation, payments }, holds })
      }
    const ticketIds: TicketId[] = []
    for (const [ticketId, cancellation] of cancellations) {
      const { settlement, ...due } = cancellation
      if (settlement?.online?.refundId !== refundId) continue
      ticketIds.push(ticketId)
      if (state === 'failed') cancellations.set(ticketId, { ...due, failure: failure! })
      else cancellations.set(ticketId, { ...cancellation, settlement: { ...settlement, online: { refundId, state } } })
    }
    if (state === 'failed' && ticketIds.length > 0) failedRefunds.push({ refund, failedAt: at, ticketIds })
  },
  async addRun(run, entry) {
    store.audit.add(entry)
    store.recordFor('payments', run)
  },
})
