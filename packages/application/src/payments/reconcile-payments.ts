import { Instant, OnlinePayment } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { PaymentSettlement } from './payment-operations.ts'
import type { PaidPayment } from './payment-provider.ts'

/** The payments of so many milliseconds are compared. */
const compared = 3 * 86_400_000

export const paymentReconciliation = (
  { reservations, now }: Pick<MuseumPorts, 'reservations' | 'now'>,
  { provider, settle }: PaymentSettlement,
) => ({
  /**
   * Compares the payments of the last three days that the provider knows as paid with those of the museum. One that has not ended here
   * is decided; one that was disputed, or refunded by others, needs attention. Returns those that are unknown here, such as after the
   * restoration of an earlier backup. Throws `Unavailable` when the provider or the database is away.
   */
  reconcilePayments: async (): Promise<readonly PaidPayment[]> => {
    const unknown: PaidPayment[] = []
    const found = (await provider?.paidSince(Instant(now() - compared))) ?? []
    const reserved = await Promise.all(found.map(({ reservationId }) => reservations.find(reservationId)))
    for (const [n, paid] of found.entries()) {
      const reservation = reserved[n]
      const payment = reservation?.payments.find(({ paymentId }) => paymentId === paid.paymentId)
      if (reservation === undefined || payment === undefined) {
        unknown.push(paid)
        continue
      }
      const isEnded = payment.state === 'paid' || payment.state === 'returned'
      const state = { state: 'paid', ...paid } as const
      // Nearly all of them: no transaction for these.
      if (isEnded && !OnlinePayment.isUndoneByOthers(payment, state)) continue
      await settle(reservation, payment, state)
    }
    return unknown
  },
})
