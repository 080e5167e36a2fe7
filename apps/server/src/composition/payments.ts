import { type RehearsalPayments, rehearsalPayments, stripePaymentProvider } from '@museum/adapters-payment'
import type { MuseumPorts } from '@museum/application'
import type { Config } from '../settings/settings.ts'

/** What visitors pay at, if they can; and the payments of a rehearsal. */
export type Payments = Pick<MuseumPorts, 'paymentProvider' | 'returnUrls'> &
  Readonly<{
    rehearsal?: RehearsalPayments | undefined
    /** The origins of the payment page, where that is not the museum's. */
    origins?: readonly string[]
  }>

export const paymentsOf = (config: Config): Payments => {
  const { payment, publicUrl, corsOrigins, rehearsalFolder, stripeKey } = config
  if (payment === 'off' || publicUrl === undefined) return {}
  const { origin, path } = publicUrl
  const baseUrl = `${origin}${path}`
  const returnUrls = returnUrlsOf(`${baseUrl}/`, [origin, ...corsOrigins])
  if (payment === 'rehearsal') {
    const rehearsal = rehearsalPayments({ folder: rehearsalFolder, baseUrl })
    // A visitor may see the pages at another of the server's addresses, such as localhost.
    return { paymentProvider: rehearsal, rehearsal, returnUrls, origins: [origin] }
  }
  const paymentProvider = stripePaymentProvider({
    key: stripeKey!,
    webhookSecret: config.stripeWebhookSecret,
    methods: config.stripeMethods,
    apiUrl: config.stripeApiUrl,
  })
  return { paymentProvider, returnUrls, origins: [stripePageOrigin] }
}

/** Where Stripe has its payment page. */
const stripePageOrigin = 'https://checkout.stripe.com'

/** The URLs of these origins, without a user and a fragment. */
const returnUrlsOf = (usual: string, origins: readonly string[]): NonNullable<MuseumPorts['returnUrls']> => ({
  usual,
  faultOf(text) {
    const url = URL.parse(text)
    if (url !== null && origins.includes(url.origin) && url.username === '' && url.password === '' && url.hash === '')
      return undefined
    return {
      code: 'not-a-return-url',
      detail: `must be a URL of ${origins.join(' or ')}, without a user and a fragment`,
      values: { origins },
    }
  },
})
