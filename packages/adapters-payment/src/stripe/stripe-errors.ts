import { Unavailable } from '@museum/application'
import { Stripe } from 'stripe'

/**
 * What is thrown for an error of the library: `Unavailable` where the same request may succeed later, otherwise an `Error`. The
 * library's own message is left out: it may have an e-mail address, or a part of the key. `late` says that Stripe was too slow.
 */
export const museumError = (error: unknown, late: string): unknown => {
  const { StripeConnectionError, StripeError } = Stripe.errors
  if (!(error instanceof StripeError)) return error
  const { statusCode, code, param, requestId } = error
  if (error instanceof StripeConnectionError) return new Unavailable(connectionMessage(error) ?? late)
  // Such as the page of a proxy.
  if (statusCode === undefined) return new Unavailable('Stripe did not answer with JSON.')
  const known = statusSentences.get(statusCode)
  const request = requestId === undefined ? '' : `, request ${requestId}`
  if (known !== undefined) return new Unavailable(`${known} (${statusCode}${request}).`)
  if (statusCode >= 500) return new Unavailable(`Stripe has a fault (${statusCode}${request}).`)
  const because = [code ?? error.type, ...(param === undefined ? [] : [`of ${param}`])].join(' ')
  return new Error(`Stripe refused a request: ${because} (${statusCode}${request}).`)
}

/** A key that was withdrawn is replaced by another one: until then, payments can neither be read nor closed, as if Stripe were away. */
const statusSentences: ReadonlyMap<number, string> = new Map([
  [401, 'Stripe does not know the key'],
  [403, 'The key lacks a right: it needs to write Checkout Sessions, Charges and Refunds, and to read PaymentIntents'],
  [409, 'Stripe has not finished the same request yet'],
  [429, 'Stripe takes no more requests at the moment'],
])

const connectionMessage = ({ detail }: Stripe.errors.StripeConnectionError) => {
  // The error of Node, or of the body that was not read to its end.
  const { code } = (detail ?? {}) as NodeJS.ErrnoException
  if (code === 'ETIMEDOUT') return undefined
  return code === undefined ? 'The connection to Stripe has failed.' : `The connection to Stripe has failed (${code}).`
}
