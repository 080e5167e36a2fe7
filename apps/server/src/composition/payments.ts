import { type RehearsalPayments, rehearsalPayments } from '@museum/adapters-payment'
import type { MuseumPorts } from '@museum/application'
import type { Config } from '../settings/settings.ts'

/** What visitors pay at, if they can; and the payments of a rehearsal. */
export type Payments = Pick<MuseumPorts, 'paymentProvider' | 'returnUrls'> &
  Readonly<{ rehearsal?: RehearsalPayments | undefined }>

export const paymentsOf = ({ payment, publicUrl, corsOrigins, rehearsalFolder }: Config): Payments => {
  if (payment === 'off' || publicUrl === undefined) return {}
  const { origin, path } = publicUrl
  const rehearsal = rehearsalPayments({ folder: rehearsalFolder, baseUrl: `${origin}${path}` })
  return {
    paymentProvider: rehearsal,
    rehearsal,
    returnUrls: returnUrlsOf(`${origin}${path}/`, [origin, ...corsOrigins]),
  }
}

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
