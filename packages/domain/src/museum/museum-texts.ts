import type { Brand } from '../brand.ts'
import { valueObject } from '../fault.ts'
import type { PaymentMethod } from '../order/payment.ts'
import { codePoints, textValue } from '../text.ts'

/** The name of the museum: 1 to 255 characters, not blank, one line. */
export type MuseumName = Brand<string, 'MuseumName'>
/** Makes a `MuseumName` from 1 to 255 characters. Throws a `TypeError` for any other text. */
export const MuseumName = textValue<MuseumName>({ maxLength: 255 })

/** The postal address of the museum: 1 to 1,000 characters, not blank, of one line or several. */
export type PostalAddress = Brand<string, 'PostalAddress'>
/** Makes a `PostalAddress` from 1 to 1,000 characters. Throws a `TypeError` for any other text. */
export const PostalAddress = textValue<PostalAddress>({ maxLength: 1_000, lines: true })

/** How visitors find the museum: 1 to 2,000 characters, not blank, of one line or several. */
export type Directions = Brand<string, 'Directions'>
/** Makes `Directions` from 1 to 2,000 characters. Throws a `TypeError` for any other text. */
export const Directions = textValue<Directions>({ maxLength: 2_000, lines: true })

/** The number under which the museum pays value added tax: 1 to 50 characters, not blank, one line. */
export type VatId = Brand<string, 'VatId'>
/** Makes a `VatId` from 1 to 50 characters. Throws a `TypeError` for any other text. */
export const VatId = textValue<VatId>({ maxLength: 50 })

const maxUrlLength = 2_000

/** The URL of a page of the museum: `http` or `https`, at most 2,000 characters, without white space, user and password. */
export type PageUrl = Brand<string, 'PageUrl'>
/** Makes a `PageUrl` from an `http` or `https` URL. Throws a `TypeError` for any other text. */
export const PageUrl = valueObject<string, PageUrl>((text) =>
  text.isWellFormed() &&
  codePoints(text) <= maxUrlLength &&
  /^https?:\/\/[^\s\p{Cc}/?#\\@]+([/?#][^\s\p{Cc}]*)?$/iu.test(text)
    ? undefined
    : { code: 'not-a-page-url', detail: 'must be a URL such as https://museum.example/page' },
)

const maxMethods = 8

/** The payment methods that the desk offers, in this order: 1 to 8, each once. */
export type PaymentMethods = readonly PaymentMethod[]
/** Makes `PaymentMethods` from 1 to 8 different methods. Throws a `TypeError` for any other list. */
export const PaymentMethods = valueObject<readonly PaymentMethod[], PaymentMethods>((methods) =>
  methods.length > 0 && methods.length <= maxMethods && new Set(methods).size === methods.length
    ? undefined
    : {
        code: 'not-a-list-of-methods',
        detail: `must have 1 to ${maxMethods} payment methods, each once`,
        values: { max: maxMethods },
      },
)
