import { describe, expect, it } from '@jest/globals'
import { kyselyRepositories, migrate, openDatabase } from '@museum/adapters-persistence'
import { Instant, OnlinePayment, OrderId, PaymentId, PaymentReference } from '@museum/domain'
import { inMemoryPaymentProvider } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { checkPaymentProvider, checkUnknownPayments } from './check-payments.ts'

describe('the check of the payment provider', () => {
  const withClock = (difference: number) =>
    checkPaymentProvider(inMemoryPaymentProvider({ now: () => Instant(Date.now() + difference) }))
  const ok = [
    { check: 'payments', level: 'ok', message: 'The payment provider answers, and the key may do what is needed.' },
  ]

  it('finds nothing wrong with a provider that answers, whose clock differs by less than two seconds', async () => {
    expect([await withClock(0), await withClock(1_500)]).toEqual([ok, ok])
  })

  it.each([
    ['warning', 10_000, '10 seconds'],
    ['warning', -10_000, '9 seconds'],
    ['serious', 60_000, '60 seconds'],
    ['serious', -600_000, '10 minutes'],
  ])('says with a %s that the clocks differ by %i milliseconds', async (level, difference, words) => {
    expect(await withClock(difference)).toEqual([
      {
        check: 'payments',
        level,
        message: `The clocks of this machine and of the payment provider differ by ${words}.`,
        advice: expect.stringContaining('timedatectl'),
      },
    ])
  })

  it('says what the key cannot do, and names no clock that the provider does not', async () => {
    const faults = ['The key at Stripe lacks the right to read PaymentIntents.']
    const provider = { ...inMemoryPaymentProvider(), inspect: async () => ({ faults }) }
    expect(await checkPaymentProvider(provider)).toEqual([
      {
        check: 'payments',
        level: 'serious',
        message: faults[0],
        advice: expect.stringContaining('MUSEUM_STRIPE_KEY_FILE'),
      },
    ])
  })

  it('says that the provider is away', async () => {
    const provider = inMemoryPaymentProvider({ answerTo: () => 'never', patience: 1 })
    expect(await checkPaymentProvider(provider)).toMatchObject([
      { check: 'payments', level: 'warning', message: 'The payment provider has not answered.' },
    ])
  })
})

describe('the check of payments that only the provider knows', () => {
  it('names them, at most twenty, with the reference by which they are refunded', async () => {
    const { folder, remove } = await aTemporaryFolder()
    const database = openDatabase(`sqlite:${folder}/museum.sqlite`)
    try {
      await migrate(database)
      expect(await checkUnknownPayments(database)).toEqual([])
      const { reservations } = kyselyRepositories(database)
      for (let n = 1; n <= 22; n += 1)
        await reservations.addUnknownPayment(
          OnlinePayment.unknown(
            {
              paymentId: PaymentId(exampleId(n)),
              reservationId: OrderId(exampleId(100 + n)),
              providerId: `cs_${n}`,
              state: 'paid',
              amount: 2_450,
              currency: 'EUR',
              reference: PaymentReference(`pi_${n}`),
            },
            Instant(n),
          ),
        )
      const found = await checkUnknownPayments(database)
      expect(found).toHaveLength(21)
      expect(found[0]).toEqual({
        check: 'payments',
        level: 'serious',
        message: 'A visitor has paid 24.50 EUR for a reservation that is not stored here: pi_1.',
        advice: expect.stringContaining(`getReservation --reservationId ${exampleId(101)}`),
      })
      expect(found[20]).toMatchObject({ level: 'serious', message: 'There are 2 more such payments.' })
    } finally {
      await database.close()
      await remove()
    }
  })
})
