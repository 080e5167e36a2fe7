import type { Brand } from '../brand.ts'
import { valueObject } from '../fault.ts'
import { codePoints } from '../text.ts'

/** The purchaser's e-mail address: at most 254 characters, one `@`, no white space. Stored as it was sent. */
export type Email = Brand<string, 'Email'>
/** Makes an `Email` from an e-mail address. Throws a `TypeError` for any other text. */
export const Email = valueObject<string, Email>((text) =>
  text.isWellFormed() && codePoints(text) <= 254 && /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(text)
    ? undefined
    : { code: 'not-an-email', detail: 'must be an e-mail address: at most 254 characters, one @, no white space' },
)

/** The purchaser's phone number: digits, `+ ( ) - . / x #` and space, at most 32 characters, at least 3 digits. */
export type Phone = Brand<string, 'Phone'>
/** Makes a `Phone` from a phone number. Throws a `TypeError` for any other text. */
export const Phone = valueObject<string, Phone>((text) =>
  /^[\d+()\-./x# ]{1,32}$/.test(text) && text.replaceAll(/\D/g, '').length >= 3
    ? undefined
    : {
        code: 'not-a-phone',
        detail: 'must be a phone number: at most 32 digits, + ( ) - . / x # and spaces, with at least 3 digits',
      },
)

/** The person who buys a ticket. */
export type Purchaser = Readonly<{ email: Email; phone?: Phone }>
