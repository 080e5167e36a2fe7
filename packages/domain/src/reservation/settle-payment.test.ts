import { describe, expect, it } from '@jest/globals'
import { aPurchaseContext, aSpecialEvent, aTicketIdentity, anOrder, exampleId } from '@museum/testing/examples'
import {
  CalendarDate,
  Capacity,
  Currency,
  Instant,
  LanguageTag,
  OnlinePayment,
  OrderId,
  PaymentId,
  PaymentReference,
  Price,
  type ProviderPayment,
  Quantity,
  Reservation,
  TimeOfDay,
  attendToPayment,
  isRefusal,
  openPayment,
  settlePayment,
} from '../index.ts'

const minute = 60_000
const start = Instant(Date.UTC(2030, 4, 1, 10))
const at = (minutes: number) => Instant(start + minutes * minute)
const id = OrderId(exampleId(7))
const paymentId = PaymentId(exampleId(8))
const event = aSpecialEvent({ dates: [CalendarDate('2030-05-17')] as never })
const items = [
  { ...anOrder(), purchaser: undefined, quantity: Quantity(2) },
  {
    ticketType: 'event' as const,
    eventId: event.eventId,
    ticketDate: CalendarDate('2030-05-17'),
    quantity: Quantity(1),
  },
]
const identities = [1, 2, 3].map((n) => aTicketIdentity({ ticketId: exampleId(500 + n) as never }))
/** General entry and the event, offered; `places` are absent while they are held. */
const contexts = [aPurchaseContext(), aPurchaseContext({ event, openingHours: undefined })]
const total = 2 * 1_200 + 1_990

const held = (but: Partial<Reservation> = {}): Reservation => {
  const reservation = Reservation.hold(id, { items }, contexts, { now: start, isOfShop: true })
  if (isRefusal(reservation)) throw new Error(reservation.because)
  return { ...reservation, ...but }
}
const opened = (but: Partial<OnlinePayment> = {}): OnlinePayment => {
  const payment = openPayment(held(), {
    paymentId,
    now: at(1),
    minimum: 50,
    lines: [],
    returnUrl: 'https://museum.example/r',
  })
  if (isRefusal(payment)) throw new Error(payment.because)
  return { ...payment, ...but }
}
const reference = PaymentReference('pi_1')
const paid = (but: object = {}): ProviderPayment => ({
  state: 'paid',
  amount: total,
  currency: 'EUR',
  reference,
  ...but,
})
const [open, closed, pending] = [{ state: 'open' }, { state: 'closed' }, { state: 'pending' }] as const

describe('a payment', () => {
  it('asks for the total until its page ends, and holds the places five minutes longer', () => {
    expect(opened()).toEqual({
      paymentId,
      reservationId: id,
      state: 'open',
      amount: total,
      currency: 'EUR',
      openedAt: at(1),
      expiresAt: at(32),
      heldUntil: at(37),
      lines: [],
      returnUrl: 'https://museum.example/r',
    })
    const given = { paymentId, now: at(14), minimum: total, lines: [], returnUrl: '', language: LanguageTag('de') }
    expect(openPayment(held(), given)).toMatchObject({ language: 'de', heldUntil: at(50) })
    expect(OnlinePayment.holdOf(at(15), [opened()])).toBe(at(37))
    expect(OnlinePayment.holdOf(at(45), [opened()])).toBe(at(45))
    expect(OnlinePayment.holdOf(at(15), [opened({ state: 'closed' })])).toBe(at(15))
  })

  it.each<[string, Partial<Reservation>, object, object]>([
    ...(['sold', 'released', 'expired'] as const).map((state): [string, Partial<Reservation>, object, object] => [
      state,
      { state },
      {},
      Reservation.ended({ reservationId: id, state }),
    ]),
    [
      'held by an earlier payment only',
      { heldUntil: at(30) },
      { now: at(15) },
      Reservation.ended({ reservationId: id, state: 'expired' }),
    ],
    [
      'free',
      { total: 0 },
      {},
      {
        refusal: 'nothing-to-pay',
        because: `Reservation ${id} costs nothing.`,
        values: { reservationId: id },
      },
    ],
    [
      'paid in vain five times',
      { payments: Array.from({ length: 5 }, () => opened({ state: 'closed' })) },
      {},
      {
        refusal: 'too-many-payments',
        because: `Reservation ${id} had 5 payments: make another one.`,
        values: { max: 5 },
      },
    ],
  ])('is not opened for a reservation that is %s', (_, but, given, refusal) => {
    const outcome = openPayment(held(but), { paymentId, now: at(1), minimum: 0, lines: [], returnUrl: '', ...given })
    expect(outcome).toEqual(refusal)
  })

  it('names the amounts of a refusal in whole currency units', () => {
    const outcome = openPayment(held(), { paymentId, now: at(1), minimum: 5_000, lines: [], returnUrl: '' })
    expect(outcome).toMatchObject({
      refusal: 'below-minimum',
      because: 'The payment provider takes at least 50.00 EUR: the reservation costs 43.90.',
      values: { minimum: 50, currency: 'EUR' },
    })
  })

  it('is asked for after 10, 20 and 40 seconds, and then every two minutes', () => {
    expect([0, 1, 2, 3, 50].map((questions) => OnlinePayment.pauseAfter(questions))).toEqual([10, 20, 40, 120, 120])
  })
})

describe('a payment that a person must look at', () => {
  const refund = (state: 'sending' | 'settled' | 'failed') => ({
    state,
    amount: 100,
    currency: 'CHF',
    requestedAt: at(2),
  })
  /** A refund that was asked for three days and so many milliseconds before the payment is looked at. */
  const slow = (milliseconds: number) => ({
    ...refund('sending'),
    requestedAt: Instant(at(37) - 3 * 24 * 60 * minute - milliseconds),
  })
  const returned = { state: 'returned', returned: 'expired', reference } as const
  const asked = `${total} EUR`
  const attended = { at: at(36), by: 'clerk' }

  it.each<[string, Partial<OnlinePayment>, string | undefined]>([
    ['is open', {}, undefined],
    ['has been open until ten minutes after its hold', { heldUntil: at(27) }, undefined],
    ['has been open for longer', { heldUntil: Instant(at(27) - 1) }, `undecided: ${asked}`],
    ['is neither paid nor refused', { needsAttention: true }, `undecided: ${asked}`],
    ['is closed', { state: 'closed', heldUntil: at(1) }, undefined],
    ['is paid', { state: 'paid', reference, heldUntil: at(1) }, undefined],
    [
      'is paid, and disputed or refunded by others',
      { state: 'paid', reference, needsAttention: true },
      `undone-by-others: ${asked} ref`,
    ],
    ['is known to the provider only', { state: 'unknown', reference, needsAttention: true }, `unknown: ${asked} ref`],
    ['is returned', { ...returned, refund: refund('settled') }, undefined],
    ['is being returned', { ...returned, refund: refund('sending') }, undefined],
    ['has been being returned for three days', { ...returned, refund: slow(0) }, undefined],
    ['has been being returned for longer', { ...returned, refund: slow(1) }, 'refund-sending: 100 CHF ref'],
    [
      'has been being returned for longer, and was dealt with',
      { ...returned, refund: slow(1), attended: { at: at(37), by: 'clerk' } },
      undefined,
    ],
    [
      'has been being returned for longer since something else was dealt with',
      { ...returned, refund: slow(1), needsAttention: true, attended },
      'refund-sending: 100 CHF ref',
    ],
    [
      'was another amount, and has been being returned for longer',
      { ...returned, returned: 'another-amount', refund: slow(1), needsAttention: true },
      'refund-sending: 100 CHF ref',
    ],
    [
      'has been being returned for longer, and is disputed',
      { ...returned, refund: slow(1), needsAttention: true },
      'undone-by-others: 100 CHF ref',
    ],
    ['was returned after more than three days', { ...returned, refund: { ...slow(1), state: 'settled' } }, undefined],
    ['could not be returned', { ...returned, refund: refund('failed') }, 'refund-failed: 100 CHF ref'],
    [
      'is returned, and disputed',
      { ...returned, refund: refund('settled'), needsAttention: true },
      'undone-by-others: 100 CHF ref',
    ],
    [
      'was another amount than asked for',
      { ...returned, returned: 'another-amount', refund: refund('settled'), needsAttention: true },
      'another-amount: 100 CHF ref',
    ],
    [
      'was another amount, and could not be returned',
      { ...returned, returned: 'another-amount', refund: refund('failed'), needsAttention: true },
      'refund-failed: 100 CHF ref',
    ],
    [
      'could not be returned, and is disputed',
      { ...returned, refund: refund('failed'), needsAttention: true },
      'undone-by-others: 100 CHF ref',
    ],
    ['was disputed, and dealt with', { state: 'paid', reference, needsAttention: true, attended }, undefined],
    ['could not be returned, and was dealt with', { ...returned, refund: refund('failed'), attended }, undefined],
    ['is undecided, whatever was dealt with', { needsAttention: true, attended }, `undecided: ${asked}`],
  ])('%s', (_, but, expected) => {
    const found = OnlinePayment.attentionOf(opened(but), at(37))
    const { reason, amount, currency } = found ?? {}
    expect(found && `${reason}: ${amount} ${currency}${found.reference === reference ? ' ref' : ''}`).toBe(expected)
    expect(found?.paymentId).toBe(found && paymentId)
  })

  const attend = (but: Partial<OnlinePayment>) =>
    attendToPayment(held({ payments: [opened(but)] }), paymentId, attended)

  it.each<[string, Partial<OnlinePayment>]>([
    ['disputed', { state: 'paid', reference, needsAttention: true }],
    ['known to the provider only', { state: 'unknown', reference, needsAttention: true }],
    ['not returned', { ...returned, refund: refund('failed') }],
    ['another amount', { ...returned, returned: 'another-amount', refund: refund('settled'), needsAttention: true }],
  ])('and that was %s is dealt with once', (_, but) => {
    expect(attend(but)).toEqual({ ...opened(but), attended })
    expect(attend({ ...but, attended: { at: at(35), by: 'another clerk' } })).toBe(undefined)
  })

  it.each<[string, Partial<OnlinePayment>, string | undefined]>([
    ['open', {}, 'payment-open'],
    ['open, and neither paid nor refused', { needsAttention: true }, 'payment-open'],
    ['closed, and neither paid nor refused', { state: 'closed', needsAttention: true }, 'payment-open'],
    ['paid', { state: 'paid', reference }, undefined],
    ['closed', { state: 'closed' }, undefined],
  ])('is not one that is %s', (_, but, refusal) => {
    const outcome = attend(but)
    expect(isRefusal(outcome) ? outcome.refusal : outcome).toBe(refusal)
  })

  it('is one of the reservation', () => {
    expect(attendToPayment(held(), paymentId, attended)).toMatchObject({ refusal: 'payment-not-found' })
  })

  it('and that was dealt with is listed again for something else, not for the same', () => {
    const settled = (but: Partial<OnlinePayment>) =>
      settlePayment(opened({ ...but, attended }), paid({ isDisputed: true }), held(), contexts, identities)
    expect(settled({ state: 'paid', reference, needsAttention: true })).toBe(undefined)
    const failed = { ...returned, refund: refund('failed') }
    expect(settled(failed)).toEqual({ payment: opened({ ...failed, needsAttention: true }) })
  })
})

describe('what a payment becomes', () => {
  const settle = (
    found: ProviderPayment,
    {
      payment = {},
      reservation = {},
      offered = contexts,
    }: Readonly<{
      payment?: Partial<OnlinePayment>
      reservation?: Partial<Reservation>
      offered?: typeof contexts
    }> = {},
  ) => settlePayment(opened(payment), found, held(reservation), offered, identities)
  /** The outcome in a word. */
  const outcome = (...of: Parameters<typeof settle>) => {
    const decided = settle(...of)
    if (decided === undefined) return 'nothing'
    const { payment, order, refund } = decided
    const attention = payment.needsAttention ? ', attention' : ''
    if (order !== undefined) return `order of ${order.total}${attention}`
    if (refund !== undefined) return `return of ${refund.amount} ${refund.currency}: ${payment.returned}${attention}`
    return `${payment.state}${attention}`
  }
  const expired = { state: 'expired' } as const
  const full = contexts.map((context) => ({ ...context, places: { capacity: Capacity(10), sold: 9, held: 0 } }))
  const roomFor = (places: number) =>
    contexts.map((context) => ({ ...context, places: { capacity: Capacity(10), sold: 10 - places, held: 0 } }))
  const today = CalendarDate('2030-05-17')
  const later = contexts.map((context) => ({ ...context, today: CalendarDate('2030-05-18') }))
  const timed = (timeOfDay: string) =>
    contexts.map((context, n) =>
      n === 0
        ? {
            ...context,
            today,
            timeOfDay: TimeOfDay(timeOfDay),
            entryTimes: [{ entryTime: TimeOfDay('11:00'), until: '12:00', capacity: null }],
          }
        : { ...context, today },
    ) as typeof contexts
  const order = `order of ${total}`
  const back = (because: string) => `return of ${total} EUR: ${because}`

  it.each<[string, string, ProviderPayment, Parameters<typeof settle>[1]]>([
    // Nothing is paid.
    ['open, and the provider says the same', 'nothing', open, {}],
    ['open, and the provider has closed it', 'closed', closed, {}],
    ['open, and neither paid nor refused', 'open, attention', pending, {}],
    ['open, and still neither', 'nothing', pending, { payment: { needsAttention: true } }],
    ['closed, and the provider says the same', 'nothing', closed, { payment: { state: 'closed' } }],
    ['closed, and open at the provider', 'nothing', open, { payment: { state: 'closed' } }],
    ['open, of a reservation that is sold', 'nothing', open, { reservation: { state: 'sold' } }],
    ['closed at the provider, of a reservation that has expired', 'closed', closed, { reservation: expired }],
    // Paid, and the places are held.
    ['paid, and its places are held', order, paid(), {}],
    [
      'paid, held, on a day on which the museum is closed now',
      order,
      paid(),
      { offered: contexts.map((context, n) => (n === 0 ? { ...context, openingHours: undefined } : context)) },
    ],
    ['paid, held, after its date', order, paid(), { offered: later }],
    ['paid, after it was closed here', order, paid(), { payment: { state: 'closed' } }],
    ['paid, after it was neither', order, paid(), { payment: { needsAttention: true } }],
    ['closed, after it was neither', 'closed', closed, { payment: { needsAttention: true } }],
    [
      'returned, after it was neither',
      back('released'),
      paid(),
      { payment: { needsAttention: true }, reservation: { state: 'released' } },
    ],
    // Paid, and the places are held no longer.
    ['paid, its time over, and its places not taken', order, paid(), { reservation: expired }],
    ['paid, its time over, and enough places are free', order, paid(), { reservation: expired, offered: roomFor(2) }],
    [
      'paid, its time over, and too few places are free',
      back('expired'),
      paid(),
      { reservation: expired, offered: full },
    ],
    ['paid, its time over, and its date too', back('expired'), paid(), { reservation: expired, offered: later }],
    [
      'paid, its time over, and the museum closed',
      back('expired'),
      paid(),
      { reservation: expired, offered: contexts.map((context) => ({ ...context, openingHours: undefined })) },
    ],
    [
      'paid, its time over, and its event deleted',
      back('expired'),
      paid(),
      { reservation: expired, offered: contexts.map((context) => ({ ...context, event: undefined })) },
    ],
    [
      'paid, its time over, and sold by entry time now',
      back('expired'),
      paid(),
      { reservation: expired, offered: timed('10:00') },
    ],
    // Paid, and the reservation has become something else.
    ['paid, and sold at the desk or by another payment', back('sold'), paid(), { reservation: { state: 'sold' } }],
    ['paid, and released', back('released'), paid(), { reservation: { state: 'released' } }],
    // Paid otherwise than asked.
    ['paid less', 'return of 1 EUR: another-amount, attention', paid({ amount: 1 }), {}],
    ['paid more', `return of ${total + 1} EUR: another-amount, attention`, paid({ amount: total + 1 }), {}],
    ['paid in another currency', `return of ${total} CHF: another-amount, attention`, paid({ currency: 'CHF' }), {}],
    [
      'paid less, and sold',
      'return of 1 EUR: another-amount, attention',
      paid({ amount: 1 }),
      { reservation: { state: 'sold' } },
    ],
    // Paid, without being stored here at that time.
    ['unknown, of a reservation that is held', 'nothing', paid(), { payment: { state: 'unknown' } }],
    ['unknown, and released', 'nothing', paid(), { payment: { state: 'unknown' }, reservation: { state: 'released' } }],
    ['unknown, and closed at the provider', 'nothing', closed, { payment: { state: 'unknown' } }],
    // Decided before.
    ['an order already', 'nothing', paid(), { payment: { state: 'paid' } }],
    ['an order already, and closed at the provider', 'nothing', closed, { payment: { state: 'paid' } }],
    ['returned already', 'nothing', paid(), { payment: { state: 'returned' } }],
    ['an order already, and disputed', 'paid, attention', paid({ isDisputed: true }), { payment: { state: 'paid' } }],
    ['an order already, and refunded there', 'paid, attention', paid({ refunded: 1 }), { payment: { state: 'paid' } }],
    [
      'an order already, and known to be refunded there',
      'nothing',
      paid({ refunded: 1 }),
      { payment: { state: 'paid', needsAttention: true } },
    ],
    [
      'returned already, and the money is back',
      'nothing',
      paid({ refunded: total }),
      { payment: { state: 'returned' } },
    ],
    [
      'returned already, and disputed',
      'returned, attention',
      paid({ isDisputed: true }),
      { payment: { state: 'returned' } },
    ],
    ['returned already, and neither', 'nothing', pending, { payment: { state: 'returned' } }],
  ])('%s: %s', (_, expected, found, given) => {
    expect(outcome(found, given)).toBe(expected)
  })

  it('is an order at the reserved prices, paid online with the reference of the provider', () => {
    const dearer = contexts.map((context) => Object.assign({}, context, { generalPrice: Price(9_900) }))
    const decided = settle(paid(), { offered: dearer })!
    expect(decided.payment).toMatchObject({ state: 'paid', reference })
    expect(decided.order).toMatchObject({ orderId: id, total, payment: { method: 'online', reference } })
    expect(decided.order!.tickets).toHaveLength(3)
    expect(decided.order!.currency).toBe(Currency('EUR'))
  })

  it('keeps the reference of what is given back', () => {
    expect(settle(paid(), { reservation: { state: 'released' } })).toMatchObject({
      payment: { state: 'returned', returned: 'released', reference },
    })
    expect(settle(paid(), { reservation: { state: 'released' } })).not.toHaveProperty('order')
  })
})

describe('while the provider is away', () => {
  it('a payment that it does not know may still be opened for 45 seconds', () => {
    const { openedAt } = opened()
    expect(OnlinePayment.isLost({ openedAt }, Instant(openedAt + 45_000))).toBe(false)
    expect(OnlinePayment.isLost({ openedAt }, Instant(openedAt + 45_001))).toBe(true)
  })

  it('the places are held ten minutes longer at a time, up to two hours', () => {
    const payment = opened()
    // By the last question before its end, so that nobody takes them in between.
    expect(OnlinePayment.holdWhileAway(payment, at(33))).toBeUndefined()
    expect(OnlinePayment.holdWhileAway(payment, at(34))).toBe(at(44))
    expect(OnlinePayment.holdWhileAway(payment, at(37))).toBe(at(47))
    expect(OnlinePayment.holdWhileAway({ ...payment, heldUntil: at(150) }, at(150))).toBe(at(157))
    expect(OnlinePayment.holdWhileAway({ ...payment, heldUntil: at(157) }, at(158))).toBeUndefined()
    expect(OnlinePayment.holdWhileAway({ ...payment, state: 'closed' }, at(40))).toBeUndefined()
  })
})
