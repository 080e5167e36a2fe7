import { describe, expect, it } from '@jest/globals'
import {
  AttentionNote,
  CalendarDate,
  Capacity,
  Email,
  EventId,
  Instant,
  LanguageTag,
  OrderId,
  PaymentMethod,
  PaymentReference,
  Price,
  Quantity,
  RefundId,
  type Reservation,
  TicketId,
  Till,
  isRefusal,
} from '@museum/domain'
import {
  type InMemoryPaymentOptions,
  aMuseum,
  anActor,
  anAuditEntry,
  inMemoryPaymentProvider,
  inMemoryPorts,
  unrefused,
} from '@museum/testing'
import { aSpecialEvent } from '@museum/testing/examples'
import type { RefundedTicket } from '../orders/refund-repository.ts'

const minute = 60_000
const start = Date.UTC(2030, 4, 1, 10)
const items = [{ ticketType: 'general' as const, ticketDate: CalendarDate('2030-05-17'), quantity: Quantity(2) }]
const email = Email('visitor@example.org')
const usual = 'https://museum.example/'

/** A museum with a payment provider, whose answers and whose clock can be set. */
const opened = (options: InMemoryPaymentOptions = {}) => {
  let now = Instant(start)
  let answer = (_operation: string) => 'at once'
  const provider = inMemoryPaymentProvider({
    now: () => now,
    answerTo: (operation) => answer(operation) as 'at once',
    patience: 1,
    ...options,
  })
  let meanwhile: (() => Promise<unknown>) | undefined
  const callOnce = async () => {
    const call = meanwhile
    meanwhile = undefined
    await call?.()
  }
  const ports = inMemoryPorts({
    now: () => now,
    generalPrice: Price(1_200),
    paymentProvider: {
      ...provider,
      open: async (request) => {
        await callOnce()
        return provider.open(request)
      },
      close: async (payment) => {
        const found = await provider.close(payment)
        await callOnce()
        return found
      },
    },
    returnUrls: {
      usual,
      faultOf: (url) => (url.startsWith(usual) ? undefined : { code: 'not-a-return-url', detail: 'must be ours' }),
    },
  })
  const museum = aMuseum(ports)
  const reserve = async () =>
    unrefused(await museum.createReservation({ items, purchaser: { email } }, { actor: anActor }))
  const pay = async (reservationId: OrderId) => unrefused(await museum.openPayment(reservationId, {}, anActor)).payment
  /** Asks the questions that are due. */
  const askQuestions = async () => {
    const claimed = await ports.deliveries.claim('payments', 10)
    const results = await Promise.all(claimed.map((delivery) => museum.attemptPayment(delivery as never)))
    await ports.deliveries.settle(results)
    return results.map((result) => (result.result === 'retried' ? result.seconds : result.result))
  }
  return {
    museum,
    ports,
    provider,
    reserve,
    pay,
    askQuestions,
    setAway: (isAway: boolean, only?: string) =>
      (answer = (operation) => (isAway && (only ?? operation) === operation ? 'never' : 'at once')),
    /** Has something happen before the provider opens the next payment, or after it has closed one. */
    letHappen: (call: () => Promise<unknown>) => (meanwhile = call),
    lose: (operation: string) => (answer = (each) => (each === operation ? 'half' : 'at once')),
    pass: (milliseconds: number) => (now = Instant(now + milliseconds)),
    state: async (reservationId: OrderId) => unrefused(await museum.getReservation(reservationId)).state,
    payments: async (reservationId: OrderId) =>
      (await ports.reservations.find(reservationId))!.payments.map(({ state }) => state),
    order: (reservationId: OrderId) => ports.orders.find(reservationId),
  }
}

const takeAllPlaces = async ({ museum }: ReturnType<typeof opened>) => {
  await museum.setGeneralEntryCapacity(Capacity(2), anActor)
}

describe('a payment of a reservation', () => {
  it('is opened once, with the lines, and holds the places', async () => {
    const { museum, reserve, provider, ports } = opened()
    const { reservationId, total } = await reserve()
    const first = unrefused(await museum.openPayment(reservationId, { language: LanguageTag('de') }, anActor))
    expect(first).toMatchObject({
      isNew: true,
      payment: {
        amount: total,
        returnUrl: usual,
        language: 'de',
        lines: [{ name: 'The Museum · Full price', quantity: 2, price: 1_200 }],
        expiresAt: start + 31 * minute,
      },
    })
    const again = unrefused(await museum.openPayment(reservationId, { returnUrl: `${usual}other` }, anActor))
    expect(again).toEqual({ ...first, isNew: false })
    expect(await museum.getReservation(reservationId)).toMatchObject({ state: 'held', heldUntil: start + 36 * minute })
    expect(provider.pay(first.payment.paymentId)).toBe(true)
    expect((await ports.deliveries.receivers()).includes('payments')).toBe(true)
  })

  it('that is paid is the order, in the name of the one who reserved, when the reservation is read', async () => {
    const { museum, reserve, pay, provider, order } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    provider.pay(paymentId)
    expect(await museum.getReservation(reservationId)).toMatchObject({ state: 'sold', payments: [{ state: 'paid' }] })
    expect(await order(reservationId)).toMatchObject({
      soldBy: anActor.username,
      total: 2_400,
      payment: { method: 'online', reference: `payment_${paymentId}` },
      tickets: [{ purchaser: { email } }, {}],
    })
    expect(unrefused(await museum.sellReservation(reservationId, {}, anActor))).toMatchObject({ isNew: false })
    expect(await museum.openPayment(reservationId, {}, anActor)).toMatchObject({ refusal: 'reservation-ended' })
  })

  it('is asked about at most every two seconds for those who read it', async () => {
    const { museum, reserve, pay, provider, pass, state } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    expect(await state(reservationId)).toBe('held')
    provider.pay(paymentId)
    pass(1_999)
    expect(await state(reservationId)).toBe('held')
    pass(1)
    expect(await state(reservationId)).toBe('sold')
    expect(await museum.getReservation(reservationId)).toMatchObject({ state: 'sold' })
  })

  it('is decided by the stored question alone, which is asked after 10, 20 and 40 seconds and every two minutes', async () => {
    const { reserve, pay, provider, pass, askQuestions, order } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    for (const seconds of [10, 20, 40, 120, 120]) {
      expect(await askQuestions()).toEqual([seconds])
      expect(await askQuestions()).toEqual([])
      pass(1_000 * seconds)
    }
    provider.pay(paymentId)
    expect(await askQuestions()).toEqual(['dropped'])
    expect((await order(reservationId))?.tickets).toHaveLength(2)
    pass(10 * minute)
    expect(await askQuestions()).toEqual([])
  })

  it('that is not paid is closed once its page has ended: the reservation has its own time again, which is over', async () => {
    const { museum, reserve, pay, pass, askQuestions, payments, state } = opened()
    const { reservationId } = await reserve()
    await pay(reservationId)
    let waited = 0
    for (let [next] = await askQuestions(); next !== 'dropped'; [next] = await askQuestions()) {
      pass(1_000 * (next as number))
      waited += next as number
    }
    expect(waited).toBeGreaterThanOrEqual(31 * 60)
    expect(waited).toBeLessThanOrEqual(33 * 60)
    expect([await payments(reservationId), await state(reservationId)]).toEqual([['closed'], 'expired'])
    expect(await museum.openPayment(reservationId, {}, anActor)).toMatchObject({ refusal: 'reservation-ended' })
  })

  it('is decided by a notification, of which only the identifier and the signature count', async () => {
    const { museum, reserve, pay, provider, pass, state, order } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    const notify = (options: Parameters<typeof provider.notificationOf>[0]) => {
      const { body, headers } = provider.notificationOf(options)
      return museum.settleNotification(body, headers)
    }
    // It says that it is paid, but it is not.
    expect(await notify({ paymentId })).toBeUndefined()
    expect(await order(reservationId)).toBeUndefined()
    provider.pay(paymentId)
    expect(await museum.settleNotification(new Uint8Array(), {})).toMatchObject({ refusal: 'validation-failed' })
    expect(await notify({ paymentId, isOfAnotherKind: true })).toBeUndefined()
    expect(await notify({})).toBeUndefined()
    expect(await order(reservationId)).toBeUndefined()
    expect(await Promise.all([notify({ paymentId }), notify({ paymentId })])).toEqual([undefined, undefined])
    pass(minute)
    expect(await notify({ paymentId })).toBeUndefined()
    expect([(await order(reservationId))?.tickets.length, await state(reservationId)]).toEqual([2, 'sold'])
  })
})

describe('the payment page', () => {
  it('returns to an address of the museum only', async () => {
    const { museum, reserve, payments } = opened()
    const { reservationId } = await reserve()
    expect(await museum.openPayment(reservationId, { returnUrl: 'https://elsewhere.example' }, anActor)).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ member: 'returnUrl', code: 'not-a-return-url' }],
    })
    expect(await payments(reservationId)).toEqual([])
  })

  it('is not opened where no payments are taken, or for a reservation that is unknown, also to a shop', async () => {
    const { museum, reserve } = opened()
    const { reservationId } = await reserve()
    const asShop = { ...anActor, role: 'shop' } as const
    expect(await museum.openPayment(reservationId, {}, asShop)).toMatchObject({ refusal: 'reservation-not-found' })
    const without = aMuseum({ generalPrice: Price(1_200) })
    const other = unrefused(await without.createReservation({ items }, { actor: anActor }))
    expect(await without.openPayment(other.reservationId, {}, anActor)).toMatchObject({ refusal: 'payment-off' })
    expect(await without.settleNotification(new Uint8Array(), {})).toMatchObject({ refusal: 'payment-off' })
  })

  it('is opened by a later call when the provider did not answer: the same payment, for 45 seconds', async () => {
    const { museum, reserve, setAway, lose, payments, pass, pay, provider } = opened()
    const { reservationId } = await reserve()
    setAway(true)
    expect(await museum.openPayment(reservationId, {}, anActor)).toMatchObject({
      refusal: 'payment-provider-unavailable',
      retryAfter: 5,
    })
    lose('open')
    expect(await museum.openPayment(reservationId, {}, anActor)).toMatchObject({
      refusal: 'payment-provider-unavailable',
    })
    expect(await payments(reservationId)).toEqual(['open'])
    setAway(false)
    const { paymentId } = await pay(reservationId)
    expect(await payments(reservationId)).toEqual(['open'])
    expect(provider.pay(paymentId)).toBe(true)
    const other = await reserve()
    setAway(true)
    await museum.openPayment(other.reservationId, {}, anActor)
    setAway(false)
    pass(45_001)
    await pay(other.reservationId)
    expect(await payments(other.reservationId)).toEqual(['closed', 'open'])
  })
})

describe('while the payment provider is away', () => {
  it('the reservation is read as it is, and its places are held ten minutes longer at a time, up to two hours', async () => {
    const { reserve, pay, setAway, pass, askQuestions, state, ports, museum, provider, order } = opened()
    const { reservationId } = await reserve()
    const { paymentId, heldUntil } = await pay(reservationId)
    setAway(true)
    expect(await state(reservationId)).toBe('held')
    const heldUntilNow = async () => (await ports.reservations.find(reservationId))!.heldUntil
    pass(heldUntil - start)
    expect(await askQuestions()).toEqual([10])
    expect(await heldUntilNow()).toBe(heldUntil + 10 * minute)
    for (let passed = 0; passed < 180; passed += 5) {
      pass(5 * minute)
      await askQuestions()
    }
    expect(await heldUntilNow()).toBe(heldUntil + 120 * minute)
    expect(await state(reservationId)).toBe('expired')
    const { items: needing } = await museum.listReservations({ state: 'attention' }, { page: 1, limit: 5 })
    expect(needing).toMatchObject([{ attention: [{ paymentId, reason: 'undecided' }] }])
    // It was paid in time, and nobody has taken the places.
    pass(-200 * minute)
    provider.pay(paymentId)
    pass(202 * minute)
    setAway(false)
    expect(await askQuestions()).toEqual(['dropped'])
    expect((await order(reservationId))?.tickets).toHaveLength(2)
  })

  it('the hold is not prolonged once others have taken the places', async () => {
    const museum = opened()
    const { reserve, pay, setAway, pass, askQuestions, provider, ports, order } = museum
    await takeAllPlaces(museum)
    const { reservationId } = await reserve()
    const { paymentId, heldUntil } = await pay(reservationId)
    provider.pay(paymentId)
    setAway(true)
    pass(heldUntil - start)
    unrefused(await museum.museum.placeOrder({ items }, { actor: anActor }))
    expect(await askQuestions()).toEqual([10])
    expect(await ports.reservations.find(reservationId)).toMatchObject({ state: 'expired', heldUntil })
    setAway(false)
    pass(10_000)
    expect(await askQuestions()).toEqual(['dropped'])
    expect(await museum.payments(reservationId)).toEqual(['returned'])
    expect(await order(reservationId)).toBeUndefined()
  })

  it('a notification is accepted, and the stored question decides it later', async () => {
    const { museum, reserve, pay, provider, setAway, askQuestions, order } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    provider.pay(paymentId)
    const { body, headers } = provider.notificationOf({ paymentId })
    setAway(true, 'stateOf')
    expect(await museum.settleNotification(body, headers)).toBeUndefined()
    expect(await order(reservationId)).toBeUndefined()
    setAway(false)
    expect(await askQuestions()).toEqual(['dropped'])
    expect(await order(reservationId)).toBeDefined()
  })
})

describe('a stored question', () => {
  it('waits while no provider is configured, and is dropped once what it is about has ended', async () => {
    const { museum, ports, reserve, pay, provider } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    const [question] = await ports.deliveries.claim('payments', 1)
    const off = aMuseum({ ...ports, paymentProvider: undefined })
    expect(await off.attemptPayment(question as never)).toMatchObject({ result: 'retried', seconds: 10 })
    provider.pay(paymentId)
    unrefused(await museum.getReservation(reservationId))
    for (const message of [
      (question as { message: object }).message,
      { type: 'refund.requested', at: Instant(start), refundId: RefundId(reservationId) },
    ])
      expect(await off.attemptPayment({ ...question, message } as never)).toMatchObject({ result: 'dropped' })
  })

  it('about a refund waits for an hour while no provider is configured', async () => {
    const { museum, ports, reserve, pay, provider } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    provider.pay(paymentId)
    unrefused(await museum.getReservation(reservationId))
    unrefused(await museum.reverseOrder(reservationId, {}, anActor))
    const off = aMuseum({ ...ports, paymentProvider: undefined })
    const claimed = await ports.deliveries.claim('payments', 10)
    const results = await Promise.all(claimed.map((delivery) => off.attemptPayment(delivery as never)))
    expect(results).toMatchObject([{ result: 'dropped' }, { result: 'retried', seconds: 3_600 }])
  })
})

describe('a defect of the provider', () => {
  it('is none of its refusals: it is thrown', async () => {
    const { museum, ports, reserve, pay, provider } = opened()
    const defect = async () => {
      throw new Error('a defect')
    }
    const broken = aMuseum({
      ...ports,
      paymentProvider: { ...provider, open: defect, stateOf: defect, refund: defect },
    })
    const { reservationId } = await reserve()
    await expect(broken.openPayment(reservationId, {}, anActor)).rejects.toThrow('a defect')
    const { paymentId } = await pay(reservationId)
    await expect(broken.getReservation(reservationId)).rejects.toThrow('a defect')
    const [question] = await ports.deliveries.claim('payments', 1)
    await expect(broken.attemptPayment(question as never)).rejects.toThrow('a defect')
    provider.pay(paymentId)
    unrefused(await museum.getReservation(reservationId))
    unrefused(await museum.reverseOrder(reservationId, {}, anActor))
    const [refund] = await ports.deliveries.claim('payments', 1)
    await expect(broken.attemptPayment(refund as never)).rejects.toThrow('a defect')
  })
})

describe('a payment that is rehearsed as too late', () => {
  it('ends the time of the reservation first: it is sold while its places are free', async () => {
    const { ports, reserve, pay, provider, order } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    provider.pay(paymentId)
    const stateOf: typeof provider.stateOf = async (payment) => {
      const found = await provider.stateOf(payment)
      return found?.state === 'paid' ? { ...found, isLate: true } : found
    }
    const late = aMuseum({ ...ports, paymentProvider: { ...provider, stateOf } })
    expect(unrefused(await late.getReservation(reservationId))).toMatchObject({ state: 'sold', ownLimit: start })
    expect((await order(reservationId))?.tickets).toHaveLength(2)
  })
})

describe('a reservation whose payment is open', () => {
  it('is not sold at the desk', async () => {
    const { museum, reserve, pay, state } = opened()
    const { reservationId } = await reserve()
    await pay(reservationId)
    const payment = { method: PaymentMethod('cash') }
    expect(await museum.sellReservation(reservationId, { payment }, anActor)).toMatchObject({ refusal: 'payment-open' })
    expect(await state(reservationId)).toBe('held')
  })

  it('is released once the payment is closed, and can be paid no more', async () => {
    const { museum, reserve, pay, provider, payments } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    expect(await museum.releaseReservation(reservationId, anActor)).toMatchObject({ state: 'released' })
    expect([provider.pay(paymentId), await payments(reservationId)]).toEqual([false, ['closed']])
  })

  it('is released while the page is opened, which is closed then', async () => {
    const { museum, reserve, provider, letHappen, ports } = opened()
    const { reservationId } = await reserve()
    letHappen(() => museum.releaseReservation(reservationId, anActor))
    expect(await museum.openPayment(reservationId, {}, anActor)).toMatchObject({
      refusal: 'reservation-ended',
      values: { state: 'released' },
    })
    const [payment] = (await ports.reservations.find(reservationId))!.payments
    expect([payment?.state, provider.pay(payment!.paymentId)]).toEqual(['closed', false])
  })

  it('gets another page when the first one is opened too late, which is closed then', async () => {
    const { museum, reserve, pay, provider, pass, letHappen, ports } = opened()
    const { reservationId } = await reserve()
    letHappen(async () => {
      pass(45_001)
      await pay(reservationId)
    })
    expect(await museum.openPayment(reservationId, {}, anActor)).toMatchObject({
      refusal: 'payment-provider-unavailable',
    })
    const [first, second] = (await ports.reservations.find(reservationId))!.payments
    expect([first?.state, second?.state]).toEqual(['closed', 'open'])
    expect([provider.pay(first!.paymentId), provider.pay(second!.paymentId)]).toEqual([false, true])
  })

  it('is not released when the page is opened after the provider was asked to close it', async () => {
    const { museum, reserve, pay, provider, setAway, letHappen, payments, state } = opened()
    const { reservationId } = await reserve()
    setAway(true, 'open')
    await museum.openPayment(reservationId, {}, anActor)
    setAway(false)
    let page: Awaited<ReturnType<typeof pay>> | undefined
    letHappen(async () => (page = await pay(reservationId)))
    expect(await museum.releaseReservation(reservationId, anActor)).toMatchObject({ refusal: 'payment-open' })
    expect(await payments(reservationId)).toEqual(['open'])
    expect([provider.pay(page!.paymentId), await state(reservationId)]).toEqual([true, 'sold'])
  })

  it('is sold where it was paid before it is released', async () => {
    const { museum, reserve, pay, provider } = opened()
    const { reservationId } = await reserve()
    provider.pay((await pay(reservationId)).paymentId)
    expect(await museum.releaseReservation(reservationId, anActor)).toMatchObject({ state: 'sold' })
  })

  it('is not released while the provider is away', async () => {
    const { museum, reserve, pay, setAway, state } = opened()
    const { reservationId } = await reserve()
    await pay(reservationId)
    setAway(true)
    expect(await museum.releaseReservation(reservationId, anActor)).toMatchObject({
      refusal: 'payment-provider-unavailable',
    })
    expect(await state(reservationId)).toBe('held')
  })
})

describe('a payment that comes too late', () => {
  /** Pays a reservation after its hold, while others have taken its places. */
  const late = async (options: InMemoryPaymentOptions = {}) => {
    const museum = opened(options)
    const { reserve, pay, provider, pass, ports } = museum
    await takeAllPlaces(museum)
    const { reservationId } = await reserve()
    const { paymentId, heldUntil } = await pay(reservationId)
    provider.pay(paymentId)
    pass(heldUntil - start)
    unrefused(await museum.museum.placeOrder({ items }, { actor: anActor }))
    expect(await museum.askQuestions()).toEqual(['dropped'])
    const [payment] = (await ports.reservations.find(reservationId))!.payments
    expect(payment).toMatchObject({ state: 'returned', returned: 'expired' })
    expect(await museum.order(reservationId)).toBeUndefined()
    return { ...museum, reservationId, paymentId }
  }
  const refundOf = async ({ provider, paymentId }: Awaited<ReturnType<typeof late>>) => {
    const found = await provider.stateOf({ paymentId, openedAt: Instant(start) })
    return found?.state === 'paid' ? (found.refunded ?? 0) : undefined
  }

  it('is given back as a whole, once', async () => {
    const museum = await late()
    expect(await museum.askQuestions()).toEqual(['dropped'])
    expect(await refundOf(museum)).toBe(2_400)
    const { body, headers } = museum.provider.notificationOf({ paymentId: museum.paymentId })
    await museum.museum.settleNotification(body, headers)
    museum.pass(10 * minute)
    expect(await museum.askQuestions()).toEqual([])
    expect(await refundOf(museum)).toBe(2_400)
  })

  it('is given back later where the provider is away, and asked about hourly while the money has not moved', async () => {
    const museum = await late({ holdsRefunds: true })
    museum.setAway(true, 'refund')
    expect(await museum.askQuestions()).toEqual([10])
    museum.pass(10_000)
    expect(await museum.askQuestions()).toEqual([20])
    museum.pass(20_000)
    museum.setAway(false)
    expect(await museum.askQuestions()).toEqual([3_600])
    museum.pass(60 * minute)
    expect(await museum.askQuestions()).toEqual([3_600])
  })

  it.each<[string, number, boolean]>([
    ['fails at the provider', 60, true],
    ['has no end after 14 days', 14 * 24 * 60, false],
  ])('needs a person when the refund %s', async (_, minutes, isFailed) => {
    const museum = await late({ holdsRefunds: true })
    await museum.askQuestions()
    const [refundId] = await refundsOf(museum)
    if (refundId === undefined) throw new Error('no refund')
    if (isFailed) museum.provider.finishRefund(refundId, 'failed')
    museum.pass(minutes * minute)
    expect(await museum.askQuestions()).toEqual(['dropped'])
    expect(await museum.ports.onlineRefunds.find(refundId)).toMatchObject({
      state: 'failed',
      failure: isFailed ? 'The card is closed.' : 'It had not ended after 14 days.',
    })
    const { items: needing } = await museum.museum.listReservations({ state: 'attention' }, { page: 1, limit: 5 })
    expect(needing.map(({ reservationId }: Reservation) => reservationId)).toEqual([museum.reservationId])
  })

  const refundsOf = async ({ ports, paymentId }: Awaited<ReturnType<typeof late>>) => {
    const ids = Array.from({ length: 40 }, (_, n) => `01940000-0000-7000-8000-${String(n).padStart(12, '0')}`)
    const found = await Promise.all(ids.map((id) => ports.onlineRefunds.find(id as never)))
    return found.flatMap((refund) => (refund?.paymentId === paymentId ? refund.refundId : []))
  }
})

describe('the comparison with the payments at the provider', () => {
  it('decides what was paid and has not ended here, and notes what others have undone', async () => {
    const { museum, reserve, pay, provider, order, payments } = opened()
    const [first, second] = [await reserve(), await reserve()]
    const ids = [await pay(first.reservationId), await pay(second.reservationId)].map(({ paymentId }) => paymentId)
    expect(await museum.reconcilePayments()).toEqual([])
    expect(await payments(first.reservationId)).toEqual(['open'])
    for (const id of ids) provider.pay(id)
    expect(await museum.reconcilePayments()).toEqual([])
    expect((await order(first.reservationId))?.tickets).toHaveLength(2)
    expect((await order(second.reservationId))?.tickets).toHaveLength(2)
    const needing = async () => {
      await museum.reconcilePayments()
      const { items: found } = await museum.listReservations({ state: 'attention' }, { page: 1, limit: 5 })
      return found.map(({ reservationId }: Reservation) => reservationId)
    }
    expect(await needing()).toEqual([])
    provider.dispute(ids[1]!)
    expect(await needing()).toEqual([second.reservationId])
    expect((await order(second.reservationId))?.tickets).toHaveLength(2)
  })

  it('lists what others have undone no more once a person has dealt with it, which is recorded once', async () => {
    const { museum, reserve, pay, provider, ports, pass } = opened()
    const { reservationId } = await reserve()
    const { paymentId } = await pay(reservationId)
    const clerk = { username: 'clerk' }
    const attend = (but: object = {}) => museum.attendToPayment(reservationId, { paymentId, ...but }, clerk)
    expect(await attend()).toMatchObject({ refusal: 'payment-open' })
    provider.pay(paymentId)
    await museum.reconcilePayments()
    const attended = () =>
      ports.audit.list({ about: { kind: 'reservation', id: reservationId } }, { page: 1, limit: 5 })
    const paid = await ports.reservations.find(reservationId)
    expect(await attend()).toEqual(paid)
    provider.dispute(paymentId)
    await museum.reconcilePayments()
    expect((await attended()).items).toEqual([])
    const dealtWith = { state: 'sold', payments: [{ state: 'paid', attended: { at: start, by: 'clerk' } }] }
    expect(await attend({ note: AttentionNote('Answered the bank.') })).toMatchObject(dealtWith)
    pass(minute)
    await museum.reconcilePayments()
    expect(await attend({ note: AttentionNote('Again.') })).toMatchObject(dealtWith)
    const { items: needing } = await museum.listReservations({ state: 'attention' }, { page: 1, limit: 5 })
    expect(needing).toEqual([])
    expect((await attended()).items).toMatchObject([
      { operation: 'attendToPayment', actor: 'clerk', before: null, after: { paymentId, note: 'Answered the bank.' } },
    ])
    const other = await reserve()
    expect(await museum.attendToPayment(other.reservationId, { paymentId }, clerk)).toMatchObject({
      refusal: 'payment-not-found',
    })
    const none = OrderId('01940000-0000-7000-8000-0000000fffff')
    expect(await museum.attendToPayment(none, { paymentId }, clerk)).toMatchObject({ refusal: 'reservation-not-found' })
  })

  /** A payment that is paid, and a museum that does not know of it, as after the restoration of an earlier backup. */
  const unknown = async () => {
    const before = opened()
    const { reservationId } = await before.reserve()
    const { paymentId } = await before.pay(reservationId)
    before.provider.pay(paymentId)
    const [paid] = await before.provider.paidSince(Instant(0))
    const ports = { ...inMemoryPorts(), paymentProvider: before.provider, now: before.ports.now }
    const museum = aMuseum(ports)
    const giveBack = (amount: number, n = 0) =>
      before.provider.refund({
        refundId: RefundId(`01940000-0000-7000-8000-0000000ffff${n}`),
        reference: paid!.reference,
        amount,
        currency: 'EUR',
        requestedAt: Instant(start),
      })
    const needing = async () => {
      const { items: found } = await museum.listReservations({ state: 'attention' }, { page: 1, limit: 5 })
      return found.flatMap(({ payments }: Reservation) => payments.map((payment) => payment.paymentId))
    }
    return { ...before, museum, ports, paymentId, reservationId, giveBack, needing }
  }

  it('has payments that are unknown here attended to, until all of them is given back at the provider', async () => {
    const { museum, ports, paymentId, reservationId, giveBack, needing, pass } = await unknown()
    const found = { paymentId, reservationId, state: 'unknown', amount: 2_400, currency: 'EUR', openedAt: start }
    for (const _run of [1, 2]) expect(await museum.reconcilePayments()).toMatchObject([found])
    expect(await needing()).toEqual([paymentId])
    // No longer among the payments of the last three days.
    pass(4 * 24 * 60 * minute)
    await giveBack(1_000)
    expect(await museum.reconcilePayments()).toMatchObject([found])
    expect(await ports.orders.find(reservationId)).toBe(undefined)
    await giveBack(1_400, 1)
    expect(await museum.reconcilePayments()).toEqual([])
    expect(await needing()).toEqual([])
    expect(await aMuseum().reconcilePayments()).toEqual([])
  })

  it('leaves out payments that are unknown here once a person has dealt with them', async () => {
    const { museum, provider, paymentId, reservationId, needing } = await unknown()
    await museum.reconcilePayments()
    unrefused(await museum.attendToPayment(reservationId, { paymentId }, anActor))
    expect([await museum.reconcilePayments(), await needing()]).toEqual([[], []])
    provider.dispute(paymentId)
    expect([await museum.reconcilePayments(), await needing()]).toEqual([[], []])
  })

  it('leaves out payments that are unknown here and given back before, not those that a bank disputes', async () => {
    const { museum, provider, paymentId, giveBack, needing } = await unknown()
    await giveBack(2_400)
    expect(await museum.reconcilePayments()).toEqual([])
    expect(await needing()).toEqual([])
    provider.dispute(paymentId)
    for (const _run of [1, 2]) expect(await museum.reconcilePayments()).toMatchObject([{ paymentId }])
    expect(await needing()).toEqual([paymentId])
  })
})

describe('the word for what is paid at the provider', () => {
  it('is recorded by no person while visitors can pay there', async () => {
    const { museum, reserve } = opened()
    const { reservationId } = await reserve()
    const online = { method: PaymentMethod('online') }
    const order = unrefused(await museum.placeOrder({ items }, { actor: anActor }))
    const faults = (member: string) => ({ refusal: 'validation-failed', faults: [{ member, code: 'online-method' }] })
    expect(await museum.placeOrder({ items, payment: online }, { actor: anActor })).toMatchObject(
      faults('payment/method'),
    )
    expect(await museum.sellReservation(reservationId, { payment: online }, anActor)).toMatchObject(
      faults('payment/method'),
    )
    expect(await museum.correctOrderPayment(order.orderId, online, anActor)).toMatchObject(faults('method'))
    expect(await museum.reverseOrder(order.orderId, online, anActor)).toMatchObject(faults('method'))
    const without = aMuseum({ generalPrice: Price(1_200) })
    expect(isRefusal(await without.placeOrder({ items, payment: online }, { actor: anActor }))).toBe(false)
  })
})

describe('what was paid online', () => {
  const online = { method: PaymentMethod('online') }
  const cash = { method: PaymentMethod('cash') }
  const clerk = { username: 'clerk' }

  /** Sells an order online, and cancels it. */
  const sold = async (museum: ReturnType<typeof opened>) => {
    const { reservationId } = await museum.reserve()
    museum.provider.pay((await museum.pay(reservationId)).paymentId)
    await museum.museum.getReservation(reservationId)
    expect(await museum.askQuestions()).toEqual(['dropped'])
    const { order } = unrefused(await museum.museum.getOrder(reservationId))
    return { orderId: reservationId, ticketIds: order.tickets.map(({ ticketId }) => ticketId) }
  }
  const cancelled = async (museum: ReturnType<typeof opened>) => {
    const order = await sold(museum)
    unrefused(await museum.museum.cancelOrder(order.orderId, undefined, anActor))
    return order
  }
  const statesOf = async ({ museum }: ReturnType<typeof opened>, orderId: OrderId) => {
    const { order, refunds } = unrefused(await museum.getOrder(orderId))
    return order.tickets.map(({ ticketId }) => {
      const cancellation = refunds.get(ticketId)?.cancellation
      return cancellation?.failure ?? cancellation?.settlement?.online?.state ?? cancellation?.settlement?.method
    })
  }
  /** What the provider has given back of the payment of an order. */
  const givenBack = async ({ provider, ports }: ReturnType<typeof opened>, orderId: OrderId) => {
    const { paymentId } = (await ports.reservations.find(orderId))!.payments[0]!
    const found = await provider.stateOf({ paymentId, openedAt: Instant(start) })
    return found?.state === 'paid' ? (found.refunded ?? 0) : undefined
  }

  it('is given back by the provider, a ticket or the whole order, once', async () => {
    const museum = opened({ holdsRefunds: true })
    const { orderId, ticketIds } = await cancelled(museum)
    const [one] = ticketIds
    for (let n = 0; n < 2; n += 1) {
      const refund = unrefused(await museum.museum.settleRefund(one!, online, clerk))
      expect(refund).toMatchObject({ ticket: { ticketId: one }, payment: online })
      expect(refund.cancellation.settlement).toMatchObject({
        ...online,
        settledBy: 'clerk',
        online: { state: 'sending' },
      })
    }
    expect(await statesOf(museum, orderId)).toEqual(['sending', undefined])
    expect(await museum.museum.settleRefund(one!, cash, clerk)).toMatchObject({
      refusal: 'refund-settled',
      because: `The payment provider is giving back what was paid for ticket ${one}.`,
    })
    for (let n = 0; n < 2; n += 1) await museum.museum.refundOrder(orderId, { ...online, till: Till('Till 1') }, clerk)
    expect(await statesOf(museum, orderId)).toEqual(['sending', 'sending'])
    expect(await museum.askQuestions()).toEqual([3_600, 3_600])
    const listed = await museum.museum.listRefunds({ state: 'sending' }, { page: 1, limit: 5 })
    expect(listed.items.map(({ cancellation }) => cancellation.settlement?.till)).toEqual([undefined, undefined])
    for (const refund of listed.items) museum.provider.finishRefund(refundIdOf(refund), 'settled')
    museum.pass(60 * minute)
    expect(await museum.askQuestions()).toEqual(['dropped', 'dropped'])
    expect(await statesOf(museum, orderId)).toEqual(['settled', 'settled'])
    expect(await givenBack(museum, orderId)).toBe(2_400)
    const { items: entries } = await museum.ports.audit.list({}, { page: 1, limit: 3 })
    expect(entries.map(({ operation, after }) => [operation, after])).toContainEqual([
      'refundOrder',
      { refunded: [ticketIds[1]], method: 'online' },
    ])
  })
  const refundIdOf = ({ cancellation }: RefundedTicket) => cancellation.settlement!.online!.refundId

  it.each<[string, number, boolean, string]>([
    ['the provider refuses', 60, true, 'The card is closed.'],
    ['has no end for 14 days', 14 * 24 * 60, false, 'It had not ended after 14 days.'],
  ])('is due again when it %s, and is then paid in another way', async (_, minutes, isFailed, failure) => {
    const museum = opened({ holdsRefunds: true })
    const { orderId } = await cancelled(museum)
    unrefused(await museum.museum.refundOrder(orderId, online, clerk))
    await museum.askQuestions()
    const { items: sending } = await museum.museum.listRefunds({ state: 'sending' }, { page: 1, limit: 5 })
    if (isFailed) museum.provider.finishRefund(refundIdOf(sending[0]!), 'failed')
    museum.pass(minutes * minute)
    expect(await museum.askQuestions()).toEqual(['dropped'])
    expect(await statesOf(museum, orderId)).toEqual([failure, failure])
    unrefused(await museum.museum.refundOrder(orderId, cash, clerk))
    expect(await statesOf(museum, orderId)).toEqual(['cash', 'cash'])
    const { items: needing } = await museum.museum.listReservations({ state: 'attention' }, { page: 1, limit: 5 })
    expect(needing).toEqual([])
  })

  it('goes back when its order is undone, and stays due while payment is off', async () => {
    const museum = opened()
    const [first, second] = [await sold(museum), await sold(museum)]
    unrefused(await museum.museum.reverseOrder(first.orderId, { till: Till('Till 1') }, clerk))
    expect(await museum.askQuestions()).toEqual(['dropped'])
    expect(await statesOf(museum, first.orderId)).toEqual(['settled', 'settled'])
    const { paymentProvider: _, ...ports } = museum.ports
    const off = aMuseum(ports)
    unrefused(await off.reverseOrder(second.orderId, {}, clerk))
    const word = unrefused(await off.placeOrder({ items, payment: online }, { actor: anActor }))
    unrefused(await museum.museum.reverseOrder(word.orderId, {}, clerk))
    expect(await statesOf(museum, word.orderId)).toEqual([undefined, undefined])
    expect(await statesOf(museum, second.orderId)).toEqual([undefined, undefined])
    expect(await givenBack(museum, second.orderId)).toBe(0)
  })

  it('is not given back with a reference of the sender, and nothing else is', async () => {
    const { museum, ...others } = opened()
    const { ticketIds, orderId } = await cancelled({ museum, ...others })
    const fault = { refusal: 'validation-failed', faults: [{ member: 'reference', code: 'no-reference' }] }
    const named = { ...online, reference: PaymentReference('0815') }
    expect(await museum.settleRefund(ticketIds[0]!, named, clerk)).toMatchObject(fault)
    expect(await museum.refundOrder(orderId, named, clerk)).toMatchObject(fault)
    const order = unrefused(await museum.placeOrder({ items, payment: cash }, { actor: anActor }))
    await museum.cancelOrder(order.orderId, undefined, anActor)
    expect(await museum.refundOrder(order.orderId, online, clerk)).toMatchObject({ refusal: 'not-paid-online' })
    const [ticket] = order.tickets
    expect(await museum.settleRefund(ticket!.ticketId, online, clerk)).toMatchObject({ refusal: 'not-paid-online' })
    const alone = unrefused(
      await museum.buyMuseumTickets(
        { ticketType: 'general', ticketDate: items[0]!.ticketDate, purchaser: { email } },
        { actor: anActor },
      ),
    )
    expect(await museum.settleRefund(alone.ticketId, online, clerk)).toMatchObject({ refusal: 'not-paid-online' })
    const unknown = TicketId('01940000-0000-7000-8000-0000000fffff')
    expect(await museum.settleRefund(unknown, online, clerk)).toMatchObject({ refusal: 'ticket-not-found' })
    const valid = await sold({ museum, ...others })
    expect(await museum.settleRefund(valid.ticketIds[0]!, online, clerk)).toMatchObject({
      refusal: 'ticket-not-cancelled',
    })
    expect(await museum.refundOrder(valid.orderId, online, clerk)).toMatchObject({ refusal: 'nothing-due' })
  })

  it('and was given back by the museum needs no attention; what others gave back does', async () => {
    const museum = opened()
    const { orderId, ticketIds } = await cancelled(museum)
    unrefused(await museum.museum.settleRefund(ticketIds[0]!, online, clerk))
    await museum.askQuestions()
    const needing = async () => {
      await museum.museum.reconcilePayments()
      return (await museum.museum.listReservations({ state: 'attention' }, { page: 1, limit: 5 })).items.length
    }
    expect([await givenBack(museum, orderId), await needing()]).toEqual([1_200, 0])
    await museum.provider.refund({
      refundId: RefundId('01940000-0000-7000-8000-0000000fffff'),
      reference: (await museum.ports.reservations.find(orderId))!.payments[0]!.reference!,
      amount: 1_200,
      currency: 'EUR',
      requestedAt: Instant(start),
    })
    expect([await givenBack(museum, orderId), await needing()]).toEqual([2_400, 1])
  })

  describe('for an event', () => {
    const event = aSpecialEvent({ eventId: EventId('01940000-0000-7000-8000-000000000001'), price: Price(500) })
    const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
    const itemOf = (ticketDate: CalendarDate) => ({
      ticketType: 'event' as const,
      ticketDate,
      eventId: event.eventId,
      quantity: Quantity(2),
    })
    /** Sells so many orders of two dates online, one of them also with general entry, and one in cash; and deletes the event. */
    const deleted = async (count: number) => {
      const museum = opened()
      await museum.ports.specialEvents.add(event, anAuditEntry())
      const orderIds: OrderId[] = []
      for (let n = 0; n < count; n += 1) {
        const ordered = [itemOf(first), itemOf(second), ...(n === 0 ? items : [])]
        const { reservationId } = unrefused(
          await museum.museum.createReservation({ items: ordered, purchaser: { email } }, { actor: anActor }),
        )
        museum.provider.pay((await museum.pay(reservationId)).paymentId)
        await museum.museum.getReservation(reservationId)
        expect(await museum.askQuestions()).toEqual(['dropped'])
        orderIds.push(reservationId)
      }
      unrefused(await museum.museum.placeOrder({ items: [itemOf(first)], payment: cash }, { actor: anActor }))
      // Recorded by a person while payment was off.
      const { paymentProvider: _, ...ports } = museum.ports
      unrefused(await aMuseum(ports).placeOrder({ items: [itemOf(first)], payment: online }, { actor: anActor }))
      unrefused(await museum.museum.deleteSpecialEvent(event.eventId, anActor))
      return { ...museum, orderIds }
    }
    const run = { eventId: event.eventId }

    it('goes back in steps of ten orders, each once, and only for the event', async () => {
      const museum = await deleted(12)
      expect(await museum.museum.createRefundRun({ ...run, total: 100 }, clerk)).toMatchObject({
        refusal: 'total-changed',
        values: { total: 240, tickets: 48 },
      })
      expect(await museum.museum.createRefundRun({ ...run, total: 24_000 }, clerk)).toEqual({
        ...run,
        date: undefined,
        tickets: 48,
        total: 24_000,
      })
      expect(await museum.askQuestions()).toEqual(['continued'])
      const sending = async () => (await museum.museum.listRefunds({ state: 'sending' }, { page: 1, limit: 100 })).total
      expect(await sending()).toBe(40)
      // Sent by then.
      await museum.askQuestions()
      museum.pass(10_000)
      expect(await museum.askQuestions()).toEqual(['dropped'])
      expect(await sending()).toBe(8)
      await museum.askQuestions()
      const given = await Promise.all(museum.orderIds.map((orderId) => givenBack(museum, orderId)))
      expect(given).toEqual(museum.orderIds.map(() => 2_000))
      expect(await museum.museum.createRefundRun({ ...run, total: 0 }, clerk)).toMatchObject({ tickets: 0, total: 0 })
      expect(await museum.askQuestions()).toEqual([])
      const { items: entries } = await museum.ports.audit.list(
        { about: { kind: 'special-event', id: event.eventId } },
        {
          page: 1,
          limit: 1,
        },
      )
      expect(entries).toMatchObject([
        { operation: 'createRefundRun', actor: 'clerk', after: { tickets: 48, total: 240 } },
      ])
    })

    it('goes back for one of its dates', async () => {
      const museum = await deleted(2)
      const ofSecond = { ...run, date: second }
      unrefused(await museum.museum.createRefundRun({ ...ofSecond, total: 2_000 }, clerk))
      expect(await museum.askQuestions()).toEqual(['dropped'])
      const { items: sending } = await museum.museum.listRefunds({ state: 'sending' }, { page: 1, limit: 100 })
      expect(sending.map(({ ticket }) => ticket.ticketDate)).toEqual([second, second, second, second])
      expect(await museum.museum.createRefundRun({ ...run, total: 2_000 }, clerk)).toMatchObject({ tickets: 4 })
    })

    it('is not asked for while payment is off; a run that was asked for before waits', async () => {
      const museum = await deleted(1)
      unrefused(await museum.museum.createRefundRun({ ...run, total: 2_000 }, clerk))
      const { paymentProvider: _, ...ports } = museum.ports
      const off = aMuseum(ports)
      expect(await off.createRefundRun({ ...run, total: 2_000 }, clerk)).toMatchObject({ refusal: 'payment-off' })
      const [delivery] = await ports.deliveries.claim('payments', 1)
      expect(await off.attemptPayment(delivery as never)).toMatchObject({ result: 'retried', seconds: 3_600 })
    })
  })
})
