import { hash } from 'node:crypto'
import { type Currency, type Instant, type LanguageTag, PaymentId, type PaymentLine } from '@museum/domain'
import { type Language, closestLanguage, dictionaries, formatMoney, isolated } from '@museum/languages'
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { MuseumEnv } from '../museum-env.ts'
import { empty, noStore, respond } from '../operation/response.ts'
import { problem } from '../problems/problem.ts'
import { fontStyle, latinFont } from './fonts.ts'
import { museumSign, ornament } from './home-page-markup.ts'
import { homePageStyle } from './home-page-style.ts'
import { pageHeaders } from './page.ts'
import { type Fixed, withSettings } from './page-settings.ts'
import { rehearsalNotice, rehearsalNoticeStyle } from './rehearsal-notice.ts'
import { rehearsalStyle } from './rehearsal-style.ts'

/** A payment as its page shows it. Amounts are in minor units. */
export type ShownPayment = Readonly<{
  paymentId: PaymentId
  lines: readonly PaymentLine[]
  amount: number
  currency: Currency
  /** When the page ends. */
  expiresAt: Instant
  /** Where the visitor comes back to, an `http` or `https` URL. */
  returnUrl: string
  language?: LanguageTag
  /** Nothing can be paid any more unless it is open. */
  state: 'open' | 'closed' | 'paid'
  /** Whether the latest card was declined. */
  isDeclined?: true
}>

/** What a visitor does at the page: pays, has the card declined, or pays and is treated as too late. */
export type RehearsalAction = 'pay' | 'decline' | 'pay-too-late'

/** Payments that are rehearsed. Both functions return `undefined` for a payment that was never opened. */
export type RehearsalPayments = Readonly<{
  /** A payment as it is now. */
  find: (paymentId: PaymentId) => Promise<ShownPayment | undefined>
  /** Does something at the page, unless it has ended, and returns the payment afterwards. */
  act: (paymentId: PaymentId, action: RehearsalAction) => Promise<ShownPayment | undefined>
}>

type PageOptions = Readonly<{
  museumName: string
  language: Language
  mountPath: string
  timeZone: string
  /** Whether the tickets that are paid for are not valid. */
  isRehearsal?: boolean | undefined
}>

/**
 * The pages of rehearsed payments, at `/rehearsal-payment/{paymentId}`, for everyone who knows the URL. A page is complete without
 * JavaScript: its buttons send a form, and the response leads back to the museum, or to the page after a declined card.
 */
export const rehearsalPayment = ({ find, act }: RehearsalPayments, options: Fixed<PageOptions>): Hono<MuseumEnv> => {
  const routes = new Hono<MuseumEnv>({ strict: false })
  const idOf = (c: Context<MuseumEnv, '/rehearsal-payment/:paymentId'>) => {
    const id = c.req.param('paymentId')
    return PaymentId.faultOf(id) === undefined ? PaymentId(id) : undefined
  }
  const unknown = (c: Context<MuseumEnv>) => problem(c, 'not-found', 'There is no such payment.')

  routes.get('/rehearsal-payment/:paymentId', async (c) => {
    const paymentId = idOf(c)
    const payment = paymentId && (await find(paymentId))
    if (payment === undefined) return unknown(c)
    return respond(c, pageOf(payment, withSettings(c, options)), 200, {
      ...headersOf(payment, options.mountPath),
      ...noStore,
    })
  })
  for (const action of ['pay', 'decline', 'pay-too-late'] as const)
    routes.post(`/rehearsal-payment/:paymentId/${action}`, async (c) => {
      const paymentId = idOf(c)
      const payment = paymentId && (await act(paymentId, action))
      if (payment === undefined) return unknown(c)
      const isPaid = payment.state === 'paid'
      return empty(c, 303, { Location: isPaid ? payment.returnUrl : pathOf(payment, options.mountPath), ...noStore })
    })
  return routes
}

const pathOf = ({ paymentId }: ShownPayment, mountPath: string) => `${mountPath}/rehearsal-payment/${paymentId}`

const styleOf = (mountPath: string) => fontStyle(mountPath) + homePageStyle + rehearsalNoticeStyle + rehearsalStyle

/** A browser refuses the redirect after a form unless the policy permits the origin that it leads to. */
const headersOf = ({ returnUrl }: ShownPayment, mountPath: string) => ({
  'Content-Type': 'text/html; charset=UTF-8',
  ...pageHeaders(
    `img-src data:; font-src 'self'; style-src 'sha256-${hash('sha256', styleOf(mountPath), 'base64')}'`,
    `'self' ${new URL(returnUrl).origin}`,
  ),
  'X-Robots-Tag': 'noindex',
})

const pageOf = (
  payment: ShownPayment,
  { museumName, language: ownLanguage, mountPath, timeZone, isRehearsal }: PageOptions,
) => {
  const { lines, amount, currency, expiresAt, returnUrl, state, isDeclined } = payment
  const language = closestLanguage(payment.language) ?? ownLanguage
  const { rehearsal: words, mail } = dictionaries[language]
  const total = formatMoney(language, amount, currency)
  const time = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(expiresAt)
  return html`<!doctype html>
    <html lang="${language}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${words.title} – ${isolated(museumName)}</title>
        <link rel="icon" href="data:," />
        <link rel="preload" href="${mountPath}${latinFont}" as="font" type="font/woff2" crossorigin />
        ${raw(`<style>${styleOf(mountPath)}</style>`)}
      </head>
      <body>
        ${rehearsalNotice(language, isRehearsal)}
        <header>
          ${museumSign}
          <p class="name" dir="auto">${museumName}</p>
          ${ornament}
          <h1 class="today">${words.title}</h1>
          <p class="date">${words.explanation}</p>
        </header>
        <main>
          <section class="hours" aria-label="${words.title}">
            <table>
              <tbody>
                ${lines.map(
                  ({ name, quantity, price }) =>
                    html`<tr>
                      <th scope="row">${quantity} × <bdi>${name}</bdi></th>
                      <td>${formatMoney(language, quantity * price, currency)}</td>
                    </tr>`,
                )}
                <tr class="now">
                  <th scope="row">${mail.total}</th>
                  <td>${total}</td>
                </tr>
              </tbody>
            </table>
            ${
              state === 'open'
                ? html`${isDeclined ? html`<p class="declined" role="alert">${words.declined}</p>` : ''}
                    <form method="post" action="${pathOf(payment, mountPath)}/pay">
                      <button class="pay">${words.pay(total)}</button>
                      <button formaction="${pathOf(payment, mountPath)}/decline">${words.decline}</button>
                      <button formaction="${pathOf(payment, mountPath)}/pay-too-late" aria-describedby="too-late">
                        ${words.payTooLate}
                      </button>
                      <a href="${returnUrl}">${words.back}</a>
                    </form>
                    <p class="note" id="too-late">${words.tooLateMeans}</p>
                    <p class="note">${words.endsAt(time)}</p>`
                : html`<p class="declined">${state === 'paid' ? words.paid : words.ended}</p>
                    <p class="continue"><a href="${returnUrl}">${words.continue}</a></p>`
            }
          </section>
        </main>
      </body>
    </html>` as HtmlEscapedString // Not a promise, since none of its parts is a promise.
}
