import { Instant, OnlinePayment, type PaidPayment } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { PaymentSettlement } from './payment-operations.ts'

/** The payments of so many milliseconds are compared. */
const compared = 3 * 86_400_000

export const paymentReconciliation = (
  { reservations, now }: Pick<MuseumPorts, 'reservations' | 'now'>,
  { provider, settle }: PaymentSettlement,
) => ({
  /**
   * Compares the payments of the last three days that the provider knows as paid with those of the museum. One that has not ended here
   * is decided; one that was disputed, or refunded by others, needs attention. Those that were not stored here, such as after the
   * restoration of an earlier backup, are stored as `unknown` until all of them is refunded at the provider. Returns these, at most
   * 1,000. Throws `Unavailable` when the provider or the database is away.
   */
  reconcilePayments: async (): Promise<readonly OnlinePayment[]> => {
    if (provider === undefined) return []
    const found = await provider.paidSince(Instant(now() - compared))
    const reserved = await Promise.all(found.map(({ reservationId }) => reservations.find(reservationId)))
    for (const [n, paid] of found.entries()) {
      const reservation = reserved[n]
      const payment = reservation?.payments.find(({ paymentId }) => paymentId === paid.paymentId)
      if (reservation === undefined || payment === undefined) {
        if (!OnlinePayment.isGivenBack(paid)) await reservations.addUnknownPayment(OnlinePayment.unknown(paid, now()))
        continue
      }
      const isEnded = payment.state !== 'open' && payment.state !== 'closed'
      // Nearly all of them: no transaction for these.
      if (isEnded && !OnlinePayment.isUndoneByOthers(payment, paid)) continue
      await settle(reservation, payment, paid)
    }
    const unknown: OnlinePayment[] = []
    for (const payment of await reservations.unknownPayments()) {
      const isThis = ({ paymentId }: PaidPayment) => paymentId === payment.paymentId
      const state = found.find(isThis) ?? (await provider.stateOf(payment))
      if (state !== undefined && OnlinePayment.isGivenBack(state))
        await reservations.endUnknownPayment(payment.paymentId)
      else unknown.push(payment)
    }
    return unknown
  },
})
