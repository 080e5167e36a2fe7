import { describe, expect, it } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PaymentRequest, Unavailable } from '@museum/application'
import { Currency, Instant, OrderId, PaymentId, PaymentReference, RefundId } from '@museum/domain'
import { exampleId } from '../examples/index.ts'
import { type ProviderAnswer, inMemoryPaymentProvider } from '../index.ts'

const paymentId = PaymentId(exampleId(1))
const request: PaymentRequest = {
  paymentId,
  reservationId: OrderId(exampleId(2)),
  lines: [{ name: 'Adult', quantity: 1, price: 1_200 }],
  amount: 1_200,
  currency: Currency('EUR'),
  expiresAt: Instant(Date.now() + 60_000),
  returnUrl: 'https://museum.example/buy',
}
const payment = { paymentId, openedAt: Instant(Date.now()) }
/** A provider with a payment that is paid; it answers refunds in this way. */
const paidProvider = async (answer: ProviderAnswer) => {
  const provider = inMemoryPaymentProvider({
    answerTo: (operation, id) => (operation === 'refund' && id === exampleId(3) ? answer : 'at once'),
    patience: 30,
  })
  await provider.open(request)
  provider.pay(paymentId)
  const refund = {
    refundId: RefundId(exampleId(3)),
    reference: PaymentReference(`payment_${paymentId}`),
    amount: 1_200,
    currency: 'EUR',
    requestedAt: Instant(Date.now()),
  }
  return { provider, refund }
}

describe('a payment provider in memory', () => {
  it.each<[ProviderAnswer, number | undefined, number | undefined]>([
    ['late', undefined, 1_200],
    ['half', 1_200, 1_200],
    ['never', undefined, undefined],
  ])('that answers %s throws Unavailable, and has taken the request, then and later: %s, %s', async (...row) => {
    const [answer, then, later] = row
    const { provider, refund } = await paidProvider(answer)
    await expect(provider.refund(refund)).rejects.toThrow(Unavailable)
    const refunded = async () => ((await provider.stateOf(payment)) as { refunded?: number }).refunded
    expect(await refunded()).toBe(then)
    await sleep(100)
    expect(await refunded()).toBe(later)
  })

  it('that gets a request twice has its effect once', async () => {
    const { provider, refund } = await paidProvider('twice')
    expect(await provider.refund(refund)).toEqual({ state: 'settled' })
    expect(await provider.stateOf(payment)).toMatchObject({ refunded: 1_200 })
  })

  it('says that a payment is disputed', async () => {
    const { provider } = await paidProvider('at once')
    expect(await provider.stateOf(payment)).not.toHaveProperty('isDisputed')
    provider.dispute(paymentId)
    expect(await provider.stateOf(payment)).toMatchObject({ state: 'paid', isDisputed: true })
  })
})
