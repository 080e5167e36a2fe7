import type { Brand } from '../brand.ts'
import { valueObject } from '../fault.ts'
import { typedCodeAlphabet as alphabet } from '../ticket/confirmation-code.ts'
import type { OrderId } from '../uuid.ts'

/**
 * What a person calls an order by, such as `k7m3-qx8p`. It follows from the last five bytes of the orderId without their first
 * bit. Two orders may have the same one.
 */
export type OrderNumber = Brand<string, 'OrderNumber'>

/** One more than the greatest number. */
const end = 2 ** 39

/** Eight characters of the alphabet, with white space and dashes anywhere. */
const form = new RegExp(`^[\\s\\p{Pd}]*(?:[${alphabet}${alphabet.toUpperCase()}][\\s\\p{Pd}]*){8}$`, 'u')

/** The number that a text of this form writes, the most significant character first. */
const valueOf = (text: string): number => {
  const characters = text.replaceAll(/[\s\p{Pd}]/gu, '').toLowerCase()
  return Array.from(characters).reduce((value, character) => value * alphabet.length + alphabet.indexOf(character), 0)
}

const textOf = (value: number): string => {
  let [text, rest] = ['', value]
  for (let n = 0; n < 8; n += 1) {
    text = alphabet[rest % alphabet.length]! + text
    rest = Math.floor(rest / alphabet.length)
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/**
 * Makes an `OrderNumber` from eight characters in any case, with or without hyphens and white space. Throws a `TypeError` for a
 * text that is the number of no possible order.
 */
export const OrderNumber = Object.assign(
  valueObject<string, OrderNumber>(
    (text) =>
      form.test(text) && valueOf(text) < end
        ? undefined
        : { code: 'not-an-order-number', detail: 'must be an order number of eight characters, such as k7m3-qx8p' },
    (text) => textOf(valueOf(text)) as OrderNumber,
  ),
  {
    /** The form of a text that can be read, as the source of a regular expression; one that is too great has it too. */
    form: form.source,

    /** The number of an order. */
    of: (orderId: OrderId): OrderNumber => textOf(Number.parseInt(orderId.slice(-10), 16) % end) as OrderNumber,

    /** The two possible ends of the orderIds that have a number: ten hexadecimal digits each. */
    endsOf(number: OrderNumber): readonly [string, string] {
      const value = valueOf(number)
      const hex = (last: number) => last.toString(16).padStart(10, '0')
      return [hex(value), hex(value + end)]
    },
  },
)
