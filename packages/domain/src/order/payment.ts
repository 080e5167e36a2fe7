import type { Brand } from '../brand.ts'
import { valueObject } from '../fault.ts'
import { faultOfText } from '../text.ts'

/** How something was paid, such as `cash` or `card`: lower-case letters, digits and hyphens, at most 30, a letter first. */
export type PaymentMethod = Brand<string, 'PaymentMethod'>
/** Makes a `PaymentMethod` from a word like `cash`. Throws a `TypeError` for any other text. */
export const PaymentMethod = valueObject<string, PaymentMethod>((text) =>
  /^[a-z][a-z0-9-]{0,29}$/.test(text)
    ? undefined
    : {
        code: 'not-a-payment-method',
        detail: 'must be 1 to 30 lower-case letters, digits and hyphens, the first a letter, such as cash',
      },
)

/** What identifies a payment elsewhere, such as the number of a receipt: 1 to 100 characters, on one line. */
export type PaymentReference = Brand<string, 'PaymentReference'>
/** Makes a `PaymentReference` from 1 to 100 characters. Throws a `TypeError` for any other text. */
export const PaymentReference = valueObject<string, PaymentReference>((text) => faultOfText(text, { maxLength: 100 }))

/** How an order was paid or a refund was given. It is recorded; the museum takes no money itself. */
export type Payment = Readonly<{ method: PaymentMethod; reference?: PaymentReference }>
