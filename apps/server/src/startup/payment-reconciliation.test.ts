import { describe, expect, it } from '@jest/globals'
import { Instant, OnlinePayment, OrderId, PaymentId, PaymentReference } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { aLog } from '../../test/a-log.ts'
import { until } from '../../test/until.ts'
import { startReconciliation } from './tasks.ts'

describe('the comparison with the payments at the provider', () => {
  it('logs what a visitor has paid in vain until it is refunded there, and goes on after an error', async () => {
    const { log, lines } = aLog()
    const paid = {
      state: 'paid' as const,
      providerId: 'cs_1',
      paymentId: PaymentId(exampleId(1)),
      reservationId: OrderId(exampleId(2)),
      reference: PaymentReference('pi_1'),
      amount: 2_450,
      currency: 'EUR',
    }
    const unknown = OnlinePayment.unknown(paid, Instant(0))
    const answers = [[unknown], [], [unknown]]
    let calls = 0
    const reconcilePayments = async () => {
      calls += 1
      if (calls === 4) throw new Error('The payment provider does not answer.')
      return answers[calls - 1] ?? []
    }
    const task = startReconciliation({ reconcilePayments }, log, 2)
    await until(async () => calls > 4, 5)
    await task.stop()
    const { paymentId, reservationId, reference } = unknown
    const inVain = { paymentId, reservationId, reference, amount: 24.5, currency: 'EUR' }
    expect(lines).toMatchObject([inVain, inVain, { msg: expect.stringContaining('could not be compared') }])
  })
})
