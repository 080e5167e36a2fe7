import { OrderNumber } from '../order/order-number.ts'
import { comparableText } from '../text.ts'
import { Phone, phoneDigits } from '../ticket/purchaser.ts'

/** What a text by which reservations are searched may be. A member that it cannot be is absent. */
export type ReservationSearch = Readonly<{
  /** A part of a label, in the form of `comparableText`. */
  label: string
  /** An e-mail address, to be compared in the form of `comparableEmail`. */
  email?: string
  /** A part of a phone number, in the form of `phoneDigits`: with a country code or without, so without the zeros at its beginning. */
  digits?: string
  number?: OrderNumber
}>

/** Returns what a text may be by which reservations are searched. */
export const reservationSearch = (text: string): ReservationSearch => {
  const digits = Phone.faultOf(text) === undefined ? phoneDigits(text).replace(/^0+/, '') : ''
  return {
    label: comparableText(text),
    ...(text.includes('@') && { email: text }),
    ...(digits !== '' && { digits }),
    ...(OrderNumber.faultOf(text) === undefined && { number: OrderNumber(text) }),
  }
}
