import { describe, expect, it } from '@jest/globals'
import { Currency, Instant, LanguageTag, PaymentId, Price } from '@museum/domain'
import { dictionaries, languages } from '@museum/languages'
import { anActor, inMemoryPaymentProvider } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { aMuseumApi } from '../../../test/a-museum-api.ts'

const publicOrigin = 'http://127.0.0.1:8080'
const paymentId = PaymentId(exampleId(1))

/** A shop without terms and other pages of the museum, which may be a rehearsal; general entry is for nothing. */
const open = async (isRehearsal?: boolean) => {
  const now = () => Instant(Date.UTC(2030, 4, 1, 10))
  const payment = {
    paymentId,
    lines: [{ name: 'General entry', quantity: 1, price: 1_200 }],
    amount: 1_200,
    currency: Currency('EUR'),
    expiresAt: Instant(now() + 60_000),
    returnUrl: `${publicOrigin}/buy/x`,
    state: 'open',
  } as const
  const { museum, api } = aMuseumApi(
    { now, generalPrice: Price(0), paymentProvider: inMemoryPaymentProvider({ now }) },
    {
      publicOrigin,
      shop: { mailFrom: 'rehearsal@museum.example', ...(isRehearsal !== undefined && { isRehearsal }) },
      rehearsalPayments: {
        find: async () => ({ ...payment, language: LanguageTag(language) }),
        act: async () => undefined,
      },
    },
  )
  let language = 'en'
  await museum.ensureLinkKey(anActor)
  const send = (path: string, fields?: Record<string, string>) => {
    const headers = { 'Accept-Language': language, 'Content-Type': 'application/x-www-form-urlencoded' }
    const body = fields && new URLSearchParams(fields).toString()
    return api.request(path, { headers, ...(body !== undefined && { method: 'POST', body }) })
  }
  /** Every kind of page that a visitor sees, in a language, by what it shows. */
  const pagesIn = async (chosen: string) => {
    language = chosen
    const form = { key: chosen, date: '2030-05-17', email: 'visitor@example.org', language, 'quantity-full': '1' }
    const reserved = await send('/buy', { ...form, terms: 'yes', 'price-full': '0' })
    const review = reserved.headers.get('Location')!
    const reviewed = await send(review)
    const sold = await send(`${review.split('?')[0]}/payment`, {})
    const tickets = sold.headers.get('Location')!
    const pages = {
      dates: send('/buy'),
      form: send('/buy?date=2030-05-17'),
      'faulty form': send('/buy', form),
      review: reviewed,
      'unknown order': send('/buy/x'),
      payment: send(`/rehearsal-payment/${paymentId}`),
      tickets: send(tickets),
      receipt: send(tickets.replace('?', '/receipt?')),
      'wrong link': send('/my-tickets/x'),
    }
    const texts = Object.entries(pages).map(async ([name, page]) => [name, await (await page).text()] as const)
    return Promise.all(texts)
  }
  return pagesIn
}

describe('every page of a visitor', () => {
  it.each(languages)(
    'says in a rehearsal that tickets are not valid, in the language of the visitor: %s',
    async (language) => {
      const { notValid } = dictionaries[language].rehearsal
      for (const [name, markup] of await (
        await open(true)
      )(language)) {
        expect([
          name,
          markup.slice(markup.indexOf('<body>')).match(/<aside class="rehearsal">(.*)<\/aside>/)?.[1],
        ]).toEqual([name, notValid])
        expect(markup).toContain(`<html lang="${language}"`)
      }
    },
  )

  it.each([undefined, false])('does not say so otherwise: %s', async (isRehearsal) => {
    for (const [name, markup] of await (
      await open(isRehearsal)
    )('en'))
      expect([name, markup.includes('class="rehearsal"'), markup.includes('not valid')]).toEqual([name, false, false])
  })

  it('is the page at / too, in the language of the museum', async () => {
    for (const isRehearsal of [true, false]) {
      const { api } = aMuseumApi({}, { language: 'fr', shop: { mailFrom: 'rehearsal@museum.example', isRehearsal } })
      const markup = await (await api.request('/')).text()
      expect(markup.includes('>Essai, non valable</aside>')).toBe(isRehearsal)
    }
  })

  it('has no links to terms and other pages that the museum does not have', async () => {
    for (const [name, markup] of await (
      await open(true)
    )('en'))
      expect([name, /undefined|href=""/.test(markup)]).toEqual([name, false])
  })
})
