import { describe, expect, it } from '@jest/globals'
import { Instant, OnlinePayment, OrderId, type PaymentId, PaymentReference, Price, RefundId } from '@museum/domain'
import { inMemoryPaymentProvider } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { aMuseumApi, authorizationOf } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'

const items = [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 2 }]
type Opened = Readonly<{ paymentId: PaymentId; url: string; expiresAt: string }>

/** A museum with a payment provider, by default one that answers. */
const aPayingMuseum = async (isAway = false) => {
  const provider = inMemoryPaymentProvider({
    answerTo: () => (isAway ? 'never' : 'at once'),
    patience: 1,
    now: () => Date.UTC(2030, 4, 1, 10) as never,
  })
  const returnUrls = {
    usual: 'https://museum.example/',
    faultOf: (url: string) =>
      url.startsWith('https://museum.example/')
        ? undefined
        : ({ code: 'not-a-return-url', detail: 'must be ours' } as const),
  }
  const api = aMuseumApi({ generalPrice: Price(1_200), paymentProvider: provider, returnUrls })
  const reserved = await api.send('POST', '/reservations', { items, email: 'visitor@example.org' })
  const { reservationId } = (await reserved.json()) as { reservationId: string }
  const path = `/reservations/${reservationId}`
  const open = (body: object = {}, headers = {}) => api.send('POST', `${path}/payment`, body, headers)
  const read = async () => (await (await api.request('GET', path)).json()) as Record<string, unknown>
  const notify = (of: Parameters<typeof provider.notificationOf>[0], but: RequestInit = {}) => {
    const { body, headers } = provider.notificationOf(of)
    return api.api.request('/payment-notifications/stripe', { method: 'POST', body: body as never, headers, ...but })
  }
  return { ...api, provider, reservationId, path, open, read, notify }
}

describe('openPayment', () => {
  it('opens a payment page once, and the reservation that is paid is an order', async () => {
    const { open, provider, read, request, reservationId } = await aPayingMuseum()
    const first = await open({ returnUrl: 'https://museum.example/thanks', language: 'de' })
    const body = (await first.json()) as Opened
    expect([first.status, first.headers.get('Cache-Control'), body]).toEqual([
      201,
      'no-store',
      {
        paymentId: expect.any(String),
        url: `https://payments.example/${body.paymentId}`,
        expiresAt: '2030-05-01T10:31:00.000Z',
      },
    ])
    const second = await open()
    expect([second.status, await second.json()]).toEqual([200, body])
    expect(await read()).toMatchObject({
      state: 'held',
      heldUntil: '2030-05-01T10:36:00.000Z',
      payment: { paymentId: body.paymentId, state: 'open', amount: 24 },
    })
    provider.pay(body.paymentId)
    const order = await request('GET', `/orders/${reservationId}`)
    // Nobody has asked the provider yet: that of this reservation is asked at most every two seconds.
    expect(order.status).toBe(404)
  })

  it('is told to the visitor when it is returned, which the list of e-mails has', async () => {
    const { open, ports, request, reservationId } = await aPayingMuseum()
    await ports.deliveries.setMailOn(true)
    const { paymentId } = (await (await open()).json()) as Opened
    const reference = PaymentReference('pi_1')
    const refund = { paymentId, reference, state: 'sending', amount: 2_400, currency: 'EUR' } as const
    await ports.reservations.change(OrderId(reservationId), ({ payments: [payment] }) => ({
      payment: { ...payment!, state: 'returned', reference, returned: 'another-amount' },
      refund: { ...refund, refundId: RefundId(exampleId(700)), requestedAt: ports.now() },
    }))
    expect(await (await request('GET', '/mails')).json()).toMatchObject([
      { kind: 'payment-returned', ticketIds: [], reservationId, toAnotherAddress: false, state: 'pending' },
    ])
  })

  it('lists what was paid at the provider, and is not known here, without items, and sells or opens nothing of it', async () => {
    const { open, provider } = await aPayingMuseum()
    const { paymentId } = (await (await open()).json()) as Opened
    provider.pay(paymentId)
    const [paid] = await provider.paidSince(Instant(0))
    const { api, request, send, ports } = aMuseumApi({ paymentProvider: provider })
    await ports.reservations.addUnknownPayment(OnlinePayment.unknown(paid!, Instant(Date.UTC(2030, 4, 1, 10))))
    const listed = await (await request('GET', '/reservations?state=attention')).json()
    const row = {
      reservationId: paid!.reservationId,
      state: 'released',
      heldUntil: '2030-05-01T10:00:00.000Z',
      items: [],
      total: 0,
      currency: 'EUR',
      createdAt: '2030-05-01T10:00:00.000Z',
      createdBy: null,
      payment: { paymentId, state: 'paid', amount: 24 },
    }
    const attention = [{ paymentId, reason: 'unknown', amount: 24, currency: 'EUR', reference: `payment_${paymentId}` }]
    expect(listed).toEqual([{ ...row, attention }])
    const path = `/reservations/${paid!.reservationId}`
    expect(await (await request('GET', path)).json()).toEqual(row)
    for (const operation of ['payment', 'order', 'extension'])
      expect((await problemOf(await send('POST', `${path}/${operation}`, {}))).slug).toBe('reservation-ended')
    expect(await (await send('POST', `${path}/release`, {})).json()).toEqual(row)
    const { body, headers } = provider.notificationOf({ paymentId })
    expect(
      (await api.request('/payment-notifications/stripe', { method: 'POST', body: body as never, headers })).status,
    ).toBe(204)
    expect(await (await request('GET', '/reservations?state=attention')).json()).toEqual([{ ...row, attention }])
  })

  it('refuses an address that is not one of the museum, and a member of another form', async () => {
    const { open } = await aPayingMuseum()
    for (const body of [{ returnUrl: 'https://elsewhere.example/' }, { returnUrl: 'thanks' }]) {
      const { slug, errors } = await problemOf(await open(body))
      expect([slug, errors?.map(({ code, pointer }) => [code, pointer])]).toEqual([
        'validation-failed',
        [['not-a-return-url', '#/returnUrl']],
      ])
    }
    const { errors } = await problemOf(await open({ language: 'no language' }))
    expect(errors).toMatchObject([{ code: 'not-a-language', pointer: '#/language' }])
  })

  it('says that the provider does not answer, and when to send the request again', async () => {
    const { open, request, path } = await aPayingMuseum(true)
    const response = await open()
    expect([response.status, response.headers.get('Retry-After'), (await problemOf(response)).slug]).toEqual([
      503,
      '5',
      'payment-provider-unavailable',
    ])
    expect((await request('POST', `${path}/release`)).status).toBe(503)
  })

  it('is for the box office and shops', async () => {
    const { open } = await aPayingMuseum()
    expect((await open({}, { Authorization: authorizationOf('gate') })).status).toBe(403)
    // The reservation is that of an administrator.
    expect((await open({}, { Authorization: authorizationOf('shop') })).status).toBe(404)
    expect((await open({}, { Authorization: authorizationOf('box-office') })).status).toBe(201)
  })

  it('is refused where no payments are taken', async () => {
    const { send } = aMuseumApi({ generalPrice: Price(1_200) })
    const { reservationId } = (await (await send('POST', '/reservations', { items })).json()) as {
      reservationId: string
    }
    const response = await send('POST', `/reservations/${reservationId}/payment`, {})
    expect([response.status, (await problemOf(response)).slug]).toEqual([409, 'payment-off'])
  })
})

describe('a notification of the payment provider', () => {
  it('needs no password, but a signature, and is answered once the order is stored', async () => {
    const { open, provider, notify, request, reservationId, read } = await aPayingMuseum()
    const { paymentId } = (await (await open()).json()) as Opened
    provider.pay(paymentId)
    const forged = await notify({ paymentId }, { headers: {} })
    expect([forged.status, (await problemOf(forged)).slug]).toEqual([400, 'validation-failed'])
    for (const about of [{}, { paymentId, isOfAnotherKind: true }]) expect((await notify(about)).status).toBe(204)
    expect((await request('GET', `/orders/${reservationId}`)).status).toBe(404)
    const responses = await Promise.all([notify({ paymentId }), notify({ paymentId })])
    expect(responses.map(({ status }) => status)).toEqual([204, 204])
    expect(await (await request('GET', `/orders/${reservationId}`)).json()).toMatchObject({
      total: 24,
      payment: { method: 'online', reference: `payment_${paymentId}` },
    })
    expect(await read()).toMatchObject({ state: 'sold', payment: { state: 'paid' }, orderId: reservationId })
  })

  it('is at most 64 KiB, and refused where no payments are taken', async () => {
    const { notify } = await aPayingMuseum()
    expect((await notify({}, { body: 'x'.repeat(64 * 1_024 + 1) })).status).toBe(413)
    const { api } = aMuseumApi()
    expect((await api.request('/payment-notifications/stripe', { method: 'POST', body: '{}' })).status).toBe(409)
  })
})

describe('a refund of what was paid online', () => {
  const online = { method: 'online' }
  /** An order that was paid online, and cancelled. */
  const cancelled = async () => {
    const museum = await aPayingMuseum()
    const { open, provider, notify, request, reservationId } = museum
    const { paymentId } = (await (await open()).json()) as Opened
    provider.pay(paymentId)
    await notify({ paymentId })
    const order = await (await request('POST', `/orders/${reservationId}/cancellation`)).json()
    const [first] = (order as { tickets: readonly [{ ticketId: string }] }).tickets
    const orderPath = `/orders/${reservationId}`
    const json = async (path: string) => (await (await request('GET', path)).json()) as unknown
    return { ...museum, paymentId, json, orderPath, ticketPath: `/tickets/${first.ticketId}` }
  }

  it('is sent, of a ticket and then of the order, and shown as such', async () => {
    const { send, json, orderPath, ticketPath } = await cancelled()
    const refund = {
      state: 'sending',
      amount: 12,
      method: 'online',
      settledBy: 'curator',
      settledAt: expect.any(String),
    }
    const ofTicket = await send('POST', `${ticketPath}/refund`, { ...online, till: 'Till 1' })
    expect([ofTicket.status, ((await ofTicket.json()) as { refund: unknown }).refund]).toEqual([200, refund])
    expect((await send('POST', `${ticketPath}/refund`, online)).status).toBe(200)
    const inCash = await send('POST', `${ticketPath}/refund`, { method: 'cash' })
    expect([inCash.status, (await problemOf(inCash)).slug]).toEqual([409, 'refund-settled'])
    expect(await json(orderPath)).toMatchObject({ refundDue: 12 })
    const ofOrder = await send('POST', `${orderPath}/refund`, online)
    expect([ofOrder.status, await ofOrder.json()]).toMatchObject([
      200,
      { refundDue: 0, tickets: [{ refund }, { refund }] },
    ])
    const payment = { method: 'online', reference: expect.any(String) }
    expect(await json('/refunds?state=sending')).toMatchObject([
      { amount: 12, payment, paidOnline: true, settledBy: 'curator', settledAt: expect.any(String) },
      { amount: 12, payment, paidOnline: true },
    ])
    expect(await json('/refunds?state=due')).toEqual([])
    const report = (await json('/sales?from=2030-05-01&to=2030-05-01')) as { rows: unknown }
    expect(report.rows).toContainEqual(
      expect.objectContaining({ kind: 'refund', method: 'online', user: 'curator', tickets: 2, amount: 24 }),
    )
  })

  it('is due again with the reason where the provider could not give it back', async () => {
    const { send, json, orderPath, ticketPath, ports } = await cancelled()
    await send('POST', `${ticketPath}/refund`, online)
    const claimed = await ports.deliveries.claim('payments', 10)
    const refundId = claimed.flatMap(({ message }) => ('refundId' in message ? message.refundId : []))[0]!
    const at = Date.UTC(2030, 4, 9) as never
    await ports.onlineRefunds.end({ refundId, state: 'failed', at, failure: 'The card is closed.' })
    const due = { state: 'due', amount: 12, failure: 'The card is closed.' }
    expect(((await json(ticketPath)) as { refund: unknown }).refund).toEqual(due)
    expect(await json(orderPath)).toMatchObject({ refundDue: 24 })
    expect(await json('/refunds?state=due')).toMatchObject([{}, {}])
    expect(await json('/refunds?state=due')).toContainEqual(expect.objectContaining({ failure: 'The card is closed.' }))
    const report = (await json('/sales?from=2030-05-09&to=2030-05-09')) as { rows: unknown }
    expect(report.rows).toMatchObject([{ kind: 'refund', method: 'online', tickets: -1, amount: -12 }])
  })

  it('is refused with a reference, and for what was not paid so', async () => {
    const { send, request, ticketPath } = await cancelled()
    const named = await problemOf(await send('POST', `${ticketPath}/refund`, { ...online, reference: '0815' }))
    expect(named.errors).toMatchObject([{ code: 'no-reference', pointer: '#/reference' }])
    const inCash = (await (await send('POST', '/orders', { items, payment: { method: 'cash' } })).json()) as {
      orderId: string
    }
    await request('POST', `/orders/${inCash.orderId}/cancellation`)
    const refused = await send('POST', `/orders/${inCash.orderId}/refund`, online)
    expect([refused.status, (await problemOf(refused)).slug]).toEqual([409, 'not-paid-online'])
  })
})

describe('createRefundRun', () => {
  const eventId = '01940000-0000-7000-8000-000000000001'

  it('is answered with what will be given back, and is for administrators', async () => {
    const { send } = await aPayingMuseum()
    const response = await send('POST', '/refund-runs', { eventId, date: '2030-05-17', total: 0 })
    expect([response.status, await response.json()]).toEqual([
      202,
      { eventId, date: '2030-05-17', tickets: 0, total: 0 },
    ])
    const other = await send('POST', '/refund-runs', { eventId, total: 12 })
    expect([other.status, await problemOf(other)]).toMatchObject([
      409,
      { slug: 'total-changed', values: { total: 0, tickets: 0 } },
    ])
    const atDesk = { Authorization: authorizationOf('box-office') }
    expect((await send('POST', '/refund-runs', { eventId, total: 0 }, atDesk)).status).toBe(403)
    const off = await aMuseumApi().send('POST', '/refund-runs', { eventId, total: 0 })
    expect([off.status, (await problemOf(off)).slug]).toEqual([409, 'payment-off'])
  })
})

describe('listReservations', () => {
  it('says why a person must look at a payment, and of others nothing', async () => {
    const { open, provider, notify, request, reservationId } = await aPayingMuseum()
    const { paymentId } = (await (await open()).json()) as Opened
    const list = async (state: string) =>
      (await (await request('GET', `/reservations?state=${state}`)).json()) as Record<string, unknown>[]
    const [held] = await list('held')
    expect(held).toMatchObject({ reservationId, payment: { paymentId, state: 'open' } })
    expect(held).not.toHaveProperty('attention')
    provider.pay(paymentId)
    await notify({ paymentId })
    expect(await list('attention')).toEqual([])
    provider.dispute(paymentId)
    await notify({ paymentId })
    const attention = {
      paymentId,
      reason: 'undone-by-others',
      amount: 24,
      currency: 'EUR',
      reference: `payment_${paymentId}`,
    }
    expect(await list('attention')).toMatchObject([{ reservationId, state: 'sold', attention: [attention] }])
  })
})

describe('attendToPayment', () => {
  it('takes a payment from those that a person must look at, with a note in the audit log', async () => {
    const { open, provider, notify, request, send, path, read, reservationId } = await aPayingMuseum()
    const { paymentId } = (await (await open()).json()) as Opened
    const attend = (body: object, role: 'box-office' | 'gate' | 'shop' = 'box-office') =>
      send('POST', `${path}/attention`, body, { Authorization: authorizationOf(role) })
    expect(await problemOf(await attend({ paymentId }))).toMatchObject({ status: 409, slug: 'payment-open' })
    provider.pay(paymentId)
    await notify({ paymentId })
    provider.dispute(paymentId)
    await notify({ paymentId })
    for (const role of ['gate', 'shop'] as const) expect((await attend({ paymentId }, role)).status).toBe(403)
    const unknown = await attend({ paymentId: reservationId })
    expect(await problemOf(unknown)).toMatchObject({ status: 404, slug: 'payment-not-found' })
    const nowhere = await send('POST', `/reservations/${paymentId}/attention`, { paymentId })
    expect(await problemOf(nowhere)).toMatchObject({ status: 404, slug: 'reservation-not-found' })
    const { errors } = await problemOf(await attend({ note: 'x'.repeat(501) }))
    expect(errors).toMatchObject([{ pointer: '#/paymentId' }, { pointer: '#/note', code: 'text-too-long' }])
    const listed = async () => (await (await request('GET', '/reservations?state=attention')).json()) as object[]
    expect(await listed()).toHaveLength(1)
    const note = 'Answered the bank.'
    for (const body of [{ paymentId, note }, { paymentId }]) {
      const response = await attend(body)
      expect([response.status, await response.json()]).toEqual([200, await read()])
    }
    expect(await listed()).toEqual([])
    expect(await (await request('GET', `/audit?about=reservation:${reservationId}`)).json()).toMatchObject([
      { operation: 'attendToPayment', actor: 'cashier', after: { paymentId, note } },
    ])
  })
})
