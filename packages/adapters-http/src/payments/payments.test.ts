import { describe, expect, it } from '@jest/globals'
import { type PaymentId, Price } from '@museum/domain'
import { inMemoryPaymentProvider } from '@museum/testing'
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
