import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { Currency, Instant, LanguageTag, PaymentId } from '@museum/domain'
import { dictionaries, languages } from '@museum/languages'
import { exampleId } from '@museum/testing/examples'
import { type AMuseumApiOptions, aMuseumApi } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import type { RehearsalAction, ShownPayment } from './rehearsal-payment.ts'

const paymentId = PaymentId(exampleId(1))
const path = `/rehearsal-payment/${paymentId}`
const payment: ShownPayment = {
  paymentId,
  lines: [
    { name: 'Night at the Museum, Adult', quantity: 2, price: 1_200 },
    { name: '<b>Child</b> & family', quantity: 1, price: 600 },
  ],
  amount: 3_000,
  currency: Currency('EUR'),
  expiresAt: Instant(Date.UTC(2030, 4, 1, 12, 31)),
  returnUrl: 'https://shop.museum.example/back?reservation=1&x="2"',
  state: 'open',
}

/** An API with this payment, and what was done at its page. */
const withPayment = (but: Partial<ShownPayment> = {}, options: AMuseumApiOptions = {}) => {
  let shown: ShownPayment = { ...payment, ...but }
  const actions: RehearsalAction[] = []
  const find = async (id: PaymentId) => (id === paymentId ? shown : undefined)
  const rehearsalPayments = {
    find,
    async act(id: PaymentId, action: RehearsalAction) {
      if (id === paymentId && shown.state === 'open') {
        actions.push(action)
        shown = { ...shown, ...(action === 'decline' ? { isDeclined: true } : { state: 'paid' }) }
      }
      return find(id)
    },
  }
  const { api } = aMuseumApi({}, { museumName: 'Museum of Clocks', rehearsalPayments, ...options })
  return { api, actions }
}
const markupOf = async ({ api }: ReturnType<typeof withPayment>) => (await api.request(path)).text()
const shownText = (markup: string) =>
  markup
    .slice(markup.indexOf('<body>'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
const post = (given: ReturnType<typeof withPayment>, action: string) =>
  given.api.request(`${path}/${action}`, { method: 'POST' })

describe('the page of a rehearsed payment', () => {
  it('shows what is paid and until when, with its buttons, to everyone who knows the URL', async () => {
    const response = await withPayment({}, { timeZone: 'Europe/Zurich' }).api.request(path)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
    const markup = await response.text()
    expect(shownText(markup)).toBe(
      'Museum of Clocks Rehearsal of a payment No money is taken here. The buttons decide what becomes of the payment. ' +
        '2 × Night at the Museum, Adult €24.00 1 × &lt;b&gt;Child&lt;/b&gt; &amp; family €6.00 Total €30.00 ' +
        'Pay €30.00 Decline the card Pay too late Back without paying ' +
        '“Pay too late” pays, and the places then count as no longer reserved. This page ends at 14:31.',
    )
    expect(markup).toContain('<a href="https://shop.museum.example/back?reservation=1&amp;x=&quot;2&quot;">')
  })

  it.each(['pay', 'pay-too-late'] as const)('leads back to the museum after %s', async (action) => {
    const given = withPayment()
    const response = await post(given, action)
    expect([response.status, response.headers.get('Location')]).toEqual([303, payment.returnUrl])
    expect(given.actions).toEqual([action])
    const markup = await markupOf(given)
    expect(shownText(markup)).toContain('This payment is paid. Continue')
    expect(markup).not.toContain('<form')
    expect((await post(given, 'decline')).headers.get('Location')).toBe(payment.returnUrl)
    expect(given.actions).toEqual([action])
  })

  it('says that a card was declined, and takes another one', async () => {
    const given = withPayment({}, { mountPath: '/museum' })
    const response = await given.api.request(`/museum${path}/decline`, { method: 'POST' })
    expect([response.status, response.headers.get('Location')]).toEqual([303, `/museum${path}`])
    const markup = await markupOf(given)
    expect(shownText(markup)).toContain('The card was declined. Another one can be tried. Pay €30.00')
    expect([...markup.matchAll(/action="([^"]*)"/g)].map(([, action]) => action)).toEqual(
      ['pay', 'decline', 'pay-too-late'].map((action) => `/museum${path}/${action}`),
    )
    expect((await post(given, 'pay')).headers.get('Location')).toBe(payment.returnUrl)
  })

  it('says that it has ended', async () => {
    const given = withPayment({ state: 'closed' })
    expect(shownText(await markupOf(given))).toContain('nothing can be paid here any more. Continue')
    expect((await post(given, 'pay')).headers.get('Location')).toBe(path)
  })

  it.each(languages)('is in the language of the visitor: %s', async (language) => {
    const tag = language === 'ja' ? 'ja' : `${language}-CH`
    const markup = await markupOf(withPayment({ language: LanguageTag(tag) }, { language: 'fr' }))
    expect(markup).toContain(`<html lang="${language}" dir="ltr">`)
    expect(shownText(markup)).toContain(dictionaries[language].rehearsal.explanation)
  })

  it('is in the language of the museum for visitors of others', async () => {
    for (const but of [{}, { language: LanguageTag('it') }])
      expect(await markupOf(withPayment(but, { language: 'ja' }))).toContain('<html lang="ja"')
  })

  it('has the policy of a page whose forms lead to itself and to the origin of the museum only', async () => {
    const response = await withPayment({}, { mountPath: '/museum' }).api.request(`/museum${path}`)
    const markup = await response.text()
    const [, style] = /<style>([^]*?)<\/style>/.exec(markup)!
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'self' https://shop.museum.example; frame-ancestors 'none'; " +
        `img-src data:; font-src 'self'; style-src 'sha256-${createHash('sha256').update(style!).digest('base64')}'`,
    )
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(markup).not.toMatch(/<script|\sstyle=|\son\w+=/)
  })

  it('does not exist for other payments, for other actions, and without rehearsals', async () => {
    const { api } = withPayment()
    for (const [method, wrong] of [
      ['GET', `/rehearsal-payment/${exampleId(2)}`],
      ['GET', '/rehearsal-payment/1'],
      ['POST', `/rehearsal-payment/${exampleId(2)}/pay`],
      ['POST', `/rehearsal-payment/1/pay`],
      ['POST', `${path}/refund`],
    ] as const)
      expect(await problemOf(await api.request(wrong, { method }))).toMatchObject({ status: 404, slug: 'not-found' })
    expect((await api.request(`${path}/pay`)).status).toBe(405)
    expect((await aMuseumApi().api.request(path)).status).toBe(404)
  })

  it('responds with 503 while the payments cannot be read', async () => {
    const fail = async () => {
      throw new Unavailable('The folder does not respond.')
    }
    const { api } = aMuseumApi({}, { rehearsalPayments: { find: fail, act: fail } })
    expect((await problemOf(await api.request(path))).slug).toBe('service-unavailable')
    expect((await problemOf(await api.request(`${path}/pay`, { method: 'POST' }))).slug).toBe('service-unavailable')
  })
})
