import type { FaultCode } from '@museum/domain'

/** What each code in `errors` means. The domain's codes come first; those of the wire alone follow. */
export const faultCodes = {
  'text-blank': 'A text that must say something is empty, or has only white space and invisible characters.',
  'text-too-long': 'A text has more characters (code points) than it may.',
  'text-control-character': 'A text holds a control character (U+0000 to U+001F) where none may be.',
  'text-not-unicode': 'A text holds half of a surrogate pair, which is no character.',
  'not-a-uuid': 'An identifier is not 8-4-4-4-12 hexadecimal digits.',
  'not-a-calendar-date': 'A date is not a real date of the years 1970 to 9999, written YYYY-MM-DD.',
  'not-a-time-of-day': 'A time is not one from 00:00 to 23:59, written HH:mm.',
  'closes-before-it-opens': 'Opening hours do not open before they close.',
  'no-dates': 'A special event names no date.',
  'too-many-dates': 'A special event names more than 366 dates.',
  'price-out-of-range': 'A price is not a number from 0 to 99999999.99.',
  'price-too-precise': 'A price has more than two decimals.',
  'not-an-email':
    'An e-mail address does not have exactly one @ between two parts without white space, or is longer than 254 characters.',
  'not-a-phone':
    'A phone number has other characters than digits, + ( ) - . / x # and space, more than 32 of them, or fewer than 3 digits.',
  'not-a-currency': 'A currency is not three capital letters.',
  'event-id-required': 'An event ticket does not name its special event.',
  'event-not-on-that-date': 'The special event does not take place on the date of the ticket.',
  'date-in-the-past': "The date of the ticket is before today in the museum's time zone.",
  'museum-closed': 'The museum is closed on the date of the ticket.',
  missing: 'A required member is absent.',
  'null-not-allowed': 'A member is null that cannot be.',
  'wrong-type': 'A member has another JSON type than it must have.',
  'unknown-value': 'A member is none of the values that it can be.',
  'not-json': 'The body is empty or not JSON.',
  'not-utf-8': 'The body holds bytes that are not UTF-8.',
  'not-an-object': 'The body is JSON, but not an object.',
  'not-an-integer': 'A query parameter is not a plain decimal integer of at most nine digits.',
  'out-of-range': 'A query parameter is outside its bounds.',
  'start-after-end': 'startDate is after endDate.',
  'sent-twice': 'A query parameter was sent more than once.',
  'not-an-idempotency-key': 'Idempotency-Key is not 1 to 255 visible ASCII characters (U+0021 to U+007E).',
  'not-an-entity-tag': 'If-Match is neither * nor a list of entity tags, each in double quotes.',
  'broken-escape': 'The path holds a % that does not begin a valid escape of UTF-8.',
  'broken-request': 'The request is not HTTP as this server understands it.',
} as const satisfies Record<FaultCode, string> & Record<string, string>

export type WireFaultCode = keyof typeof faultCodes

/** One fault, with the one place it is about. */
export type WireFault = Readonly<
  { code: WireFaultCode; detail: string } & ({ pointer: string } | { parameter: string } | { header: string })
>
