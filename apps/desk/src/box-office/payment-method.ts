import { texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'

/** How the page names a payment method: the usual ones in its language, others as they are, and `–` for none. */
export const nameOfMethod = (method: string | null): string => {
  const names: Readonly<Record<string, string>> = texts.value.boxOffice.methods
  return method === null ? '–' : Object.hasOwn(names, method) ? names[method]! : method
}

const online = 'online'

/** Whether the payment provider gives back what was paid with this method. */
export const isSentBack = (method: string | undefined): boolean => method === online && signedIn().museum.payment

/** The payment methods that the museum offers, without the one that only the payment provider takes. */
export const offeredMethods = (): readonly string[] =>
  signedIn().museum.paymentMethods.filter((method) => !isSentBack(method))

/** Sorts by the order in which the museum offers the payment methods; others come after them, as they are. */
export const byMethod = (a: Readonly<{ method: string | null }>, b: Readonly<{ method: string | null }>): number =>
  rankOf(a.method) - rankOf(b.method)

const rankOf = (method: string | null) => {
  const { paymentMethods } = signedIn().museum
  const rank = paymentMethods.findIndex((each) => each === method)
  return rank === -1 ? paymentMethods.length : rank
}
