import type { Brand } from '../brand.ts'
import { type Fault, valueObject } from '../fault.ts'
import { codePoints } from '../text.ts'
import { comparableDomain, isMailDomain } from './comparable-domain.ts'

/**
 * The purchaser's e-mail address: at most 254 characters, one `@`, no white space; before the `@` no `; , | < > ( ) [ ] : \` or
 * double quote, and after it a host name or an IPv4 address in brackets. Stored as it was sent. A stored address may have any
 * other two parts without white space and `@`, if it is older than these rules.
 */
export type Email = Brand<string, 'Email'>

const faultOfEmail = (text: string, isForm: (text: string) => boolean, detail: string): Fault | undefined =>
  text.isWellFormed() && codePoints(text) <= 254 && isForm(text) ? undefined : { code: 'not-an-email', detail }

const twoParts = /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u

const stored = valueObject<string, Email>((text) =>
  faultOfEmail(
    text,
    (each) => twoParts.test(each),
    'must be an e-mail address: at most 254 characters, one @, no white space',
  ),
)

/** Makes the `Email` of a purchase from an e-mail address. Throws a `TypeError` for any other text. */
export const Email = Object.assign(
  // In a list of recipients or a spreadsheet, the text after a separator would be another address or cell. Mail servers read
  // comments, quotations and routes: one mailbox would have many addresses.
  valueObject<string, Email>((text) =>
    faultOfEmail(
      text,
      (each) => {
        const [localPart, domain] = each.split('@') as [string, string]
        return twoParts.test(each) && !/[;,|<>()[\]:\\"]/.test(localPart) && isMailDomain(domain)
      },
      'must be an e-mail address: at most 254 characters, one @ before a host name, no white space, no ; , | < > ( ) [ ] : \\ or ' +
        'double quote',
    ),
  ),
  {
    /**
     * Makes an `Email` from the address of a stored ticket, which may be older than some rules. Throws a `TypeError` for any other
     * text.
     */
    stored,
  },
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

/** What a phone number may have between its digits, and before them. */
export const phoneSeparators = '+()-./x# '

/** The digits of a text in the form of a phone number, in which these are searched; also of a longer text that has one in it. */
export const phoneDigits = (text: string): string =>
  Array.from(text, (character) => (phoneSeparators.includes(character) ? '' : character)).join('')

/** The person who buys a ticket. */
export type Purchaser = Readonly<{ email: Email; phone?: Phone }>

/**
 * The form in which e-mail addresses are compared; it is never shown. Two addresses have the same if their domains are one, as
 * `bücher.example` and `xn--bcher-kva.example` are, and the parts before the `@` differ only by case or by canonically equivalent
 * characters (the Unicode normalization forms C and D). For these parts it is the simple case folding, in form C: `ς` is `σ`, but
 * `ß` is not `ss`, `ı` is not `i`, and a full-width letter is not the usual one.
 */
export const comparableEmail = (email: string): string => {
  const [localPart, ...domain] = email.split('@') as [string, ...string[]]
  return [comparableLocalPart(localPart), ...domain.map(comparableDomain)].join('@')
}

/**
 * Whether two addresses are surely one mailbox: other than by `comparableEmail`, all but the case of ASCII letters before the `@` is the same. What
 * is secret goes to no other address: `ſara@example.org` may be of another person than `sara@example.org`.
 */
export const isSameMailbox = (one: string, other: string): boolean => {
  const form = (email: string) => {
    const [localPart, domain] = email.split('@') as [string, string]
    return `${localPart.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())}@${comparableDomain(domain)}`
  }
  return form(one) === form(other)
}

const comparableLocalPart = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\P{ASCII}/gu, simplyFolded)
    .toLowerCase()
    .normalize('NFC')

const simplyFolded = (letter: string): string => {
  const upper = letter.toUpperCase()
  // The upper case of ß is SS, and the upper case of ı is I.
  return (upper.length === letter.length && letter !== 'ı' ? upper : letter).toLowerCase()
}
