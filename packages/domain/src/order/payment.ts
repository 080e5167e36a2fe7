import type { Brand } from '../brand.ts'
import { textValue, wordValue } from '../text.ts'

/** How something was paid, such as `cash` or `card`: lower-case letters, digits and hyphens, at most 30, a letter first. */
export type PaymentMethod = Brand<string, 'PaymentMethod'>
/** Makes a `PaymentMethod` from a word like `cash`. Throws a `TypeError` for any other text. */
export const PaymentMethod = wordValue<PaymentMethod>('not-a-payment-method', 'cash')

/** What identifies a payment elsewhere, such as the number of a receipt: 1 to 100 characters, on one line. */
export type PaymentReference = Brand<string, 'PaymentReference'>
/** Makes a `PaymentReference` from 1 to 100 characters. Throws a `TypeError` for any other text. */
export const PaymentReference = textValue<PaymentReference>({ maxLength: 100 })

/** How an order was paid or a refund was given. It is recorded; only what is `online` moves money, at the payment provider. */
export type Payment = Readonly<{ method: PaymentMethod; reference?: PaymentReference }>

/** Whether two payments have the same method and the same reference. */
export const isSamePayment = (one: Payment, other: Payment): boolean =>
  one.method === other.method && one.reference === other.reference
