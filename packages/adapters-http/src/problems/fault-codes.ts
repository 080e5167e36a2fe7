import type { FaultCode, FaultValues } from '@museum/domain'

/** The meaning of each code in `errors`: first the codes of the domain, then the codes of HTTP and JSON. */
export const faultCodes = {
  'text-blank': 'A text that must not be blank is empty, or has only white space and invisible characters.',
  'text-too-long': 'A text has too many characters (code points).',
  'text-control-character':
    'A text contains a control character (U+0000 to U+001F, U+007F to U+009F) that is not allowed there.',
  'text-not-unicode': 'A text contains half of a surrogate pair, which is not a Unicode character.',
  'not-a-uuid': 'An identifier does not have the form of a UUID: 8-4-4-4-12 hexadecimal digits.',
  'not-a-calendar-date': 'A date is not a real date from 1970 to 9999, written YYYY-MM-DD.',
  'not-a-date-or-time':
    'A query parameter is neither a date, written YYYY-MM-DD, nor an RFC 3339 date and time with an offset, such as ' +
    '2030-05-17T09:00:00+02:00. In a URL, the + is written as %2B.',
  'not-a-date-time':
    'A moment is not an RFC 3339 date and time of the years 1970 to 9999 with an offset, such as 2030-05-17T09:00:00+02:00. A ' +
    'leap second (second 60) is not accepted.',
  'not-a-time-of-day': 'A time is not from 00:00 to 23:59, written HH:mm.',
  'closes-before-it-opens': 'The opening time is not before the closing time.',
  'too-many-exceptions': 'A schedule, or the entry times, have more than 1000 exceptions.',
  'duplicate-date': 'A schedule has two exceptions for the same date.',
  'no-dates': 'A special event has no date.',
  'too-many-dates':
    'A special event has more than 366 dates, or an order is for more than 5 dates of events and days of general entry, or their ' +
    'entry times.',
  'price-out-of-range':
    'A price is not a number from 0 to 99999999.99, an amount of a closing not one from -99999999.99 to 99999999.99, or a total not one from 0 to 4999999999.5.',
  'price-too-precise': "A price has more than two decimals, or more than the museum's currency: none in JPY.",
  'not-an-email':
    'An e-mail address does not have exactly one @ between two parts without white space, is longer than 254 characters, or ' +
    'is that of a purchase and has one of ; , | < > ( ) [ ] : \\ or a double quote, or no host name after the @.',
  'not-a-phone':
    'A phone number has characters other than digits, + ( ) - . / x # and space, more than 32 characters, or fewer than 3 digits.',
  'not-a-currency': 'A currency is not three capital letters.',
  'not-a-price-category':
    'The identifier of a price category is not 1 to 30 lower-case letters, digits and hyphens, the first a letter.',
  'percentage-out-of-range': 'A percentage is not an integer from 0 to 100.',
  'too-many-price-categories': 'A list has more than 20 price categories.',
  'duplicate-price-category': 'A list has two price categories with the same identifier.',
  'duplicate-price-category-name':
    'A list has two price categories with names that read the same: case, characters that are not shown, and spaces at the ends do not count.',
  'full-price-not-100': 'The price category full has another percentage than 100.',
  'full-price-missing': 'A list of price categories does not contain full.',
  'full-price-has-general-price': 'The price category full has a price of its own for general entry.',
  'unknown-price-category': 'The museum does not have this price category.',
  'unknown-event': 'There is no such special event.',
  'not-a-language': 'The language of a visitor is not a BCP 47 tag of at most 35 characters.',
  'online-method':
    'The payment method is online, which is recorded only for what visitors pay at the payment provider.',
  'no-reference': 'A refund through the payment provider has a reference of the sender.',
  'not-a-return-url': 'A visitor would come back from the payment page to an address that is not one of the museum.',
  'not-in-the-future': 'The end of a reservation is not in the future.',
  'too-far-ahead': 'The end of a reservation is more than 180 days ahead.',
  'after-the-last-date': 'The end of a reservation is after the last date of the items.',
  'until-required': 'A reservation that was made with an end is extended without one.',
  'no-until': 'A reservation that was made without an end is extended with one.',
  'not-one-for-each-item': 'A list of quantities has not one number for each item of the reservation.',
  'no-tickets': 'A reservation is sold for no ticket at all.',
  'no-items': 'An order has no item.',
  'too-many-items': 'An order has more than 20 items, or a closing more than 20 counted methods or movements of cash.',
  'quantity-out-of-range':
    'A quantity is not an integer from 1 to 50, or of the sale of a reservation not one from 0 to the reserved number.',
  'too-many-tickets': 'An order is for more than 50 tickets.',
  'not-a-payment-method':
    'A method of payment is not 1 to 30 lower-case letters, digits and hyphens, the first a letter.',
  'not-an-order-number':
    'The number of an order is not eight of the letters and digits of order numbers, with or without hyphens.',
  'not-a-confirmation-code': 'A text is not a confirmation code, with or without ticket-general- or ticket-event-.',
  'not-the-method-of-the-order':
    'The reversal of an order names another payment method than that with which the order was paid.',
  'not-a-page-url':
    'The URL of a page of the museum is not an http or https URL of at most 2,000 characters without user, password and white space.',
  'not-a-vat-rate': 'A rate of value added tax is not a number from 0 to 100 with at most two decimals.',
  'not-a-list-of-methods': 'The payment methods of the desk are none, more than 8, or have one twice.',
  'needed-by-shop': 'A setting that the shop needs is taken away, and the environment has no value for it.',
  'duplicate-method': 'A closing counts a payment method twice.',
  'not-a-webhook-url':
    'The URL of a webhook is not an https URL of at most 2,000 characters, contains credentials, or is of an address to which no messages are sent: one of ' +
    'this machine, of a private network, or reserved.',
  'not-a-username':
    'The name of a user is not 1 to 255 characters, has a colon, a slash, a control character or a space at an end, or is me, server, . or ...',
  'not-a-password': 'A password is not 10 to 1000 characters, or has a control character.',
  'wrong-password': 'The present password is not that of the user.',
  'no-types': 'A webhook names no type of message.',
  'too-many-types': 'A webhook names more types of messages than there are.',
  'capacity-out-of-range': 'A capacity is not an integer from 0 to 1000000.',
  'event-id-required': 'An event ticket has no eventId.',
  'event-not-on-that-date': 'The special event does not take place on the date of the ticket.',
  'date-in-the-past': "The date of the ticket is before today in the museum's time zone.",
  'museum-closed': 'The museum is closed on the date of the ticket.',
  'sold-out': 'Too few places are left on the date, or at the entry time, of the ticket.',
  'minutes-out-of-range': 'A number of minutes is not an integer in the range of this member, which the detail names.',
  'no-times': 'A rule of entry times has an empty list of times.',
  'too-many-times': 'A rule of entry times has more than 48 times, or of an event more than 12.',
  'times-not-ascending': 'A time of a rule of entry times is not later than the one before it.',
  'not-of-an-event': 'The entry times of an event, or their rule, have a member that only those of the museum have.',
  'not-a-rule': 'A rule of entry times has both every and times, or neither.',
  'entry-time-required': 'The date of the ticket has entry times, and none was sent.',
  'not-an-entry-time': 'The date of the ticket does not have this entry time.',
  'no-entry-times': 'What the ticket is for has no entry times, and one was sent.',
  'entry-time-over': 'The entry time of the ticket is today, and has ended.',
  'scanned-at-required': 'An offline scan has no scannedAt.',
  'whole-order-offline': '`wholeOrder` is true in an offline scan.',
  'scanned-in-the-future': 'The scannedAt of an offline scan is more than 5 minutes ahead of the clock of the server.',
  'scanned-too-long-ago': 'The scannedAt of an offline scan is more than 7 days ago.',
  'email-required': 'An order has a phone number but no e-mail address.',
  'times-incomplete': 'An exception of a schedule has one of timeOpen and timeClose without the other.',
  missing: 'A required member or parameter is absent.',
  'null-not-allowed': 'A member is null, which is not allowed for it.',
  'wrong-type': 'A member has the wrong JSON type.',
  'unknown-value': 'A member is not one of the allowed values.',
  'not-json': 'The body is empty or not JSON.',
  'not-csv': 'A line of a CSV file cannot be read: a quotation mark is not closed or not doubled.',
  'empty-file': 'A file of events is empty, or a CSV file has no titles.',
  'row-too-long': 'A row of a file has more than 100000 characters.',
  'file-too-large': 'A file of events has more than 100 MB.',
  'unknown-column': 'A file of events has a column or member that events do not have.',
  'duplicate-column': 'A CSV file has a column twice.',
  'thousands-separator': 'A number in a CSV file has a separator before three digits: 1.250 may be 1250 or 1.25.',
  'wrong-cell-count': 'A row of a CSV file has more or fewer cells than there are titles.',
  'not-utf-8': 'The body contains bytes that are not UTF-8.',
  'not-an-object': 'The body is JSON, but not an object.',
  'not-an-array': 'The body is JSON, but not an array.',
  'not-an-integer': 'A parameter is not a plain decimal integer of at most nine digits; a deliveryId, of at most 15.',
  'out-of-range': 'A query parameter is too small or too large.',
  'start-after-end':
    'The beginning of a period is after its end: startDate after endDate, since after until, or from after to.',
  'too-many-days': 'A period has more than 366 days, of the availability or of orders more than 31.',
  'filter-required': 'The query has no filter, and the list needs one.',
  'filters-combined': 'The query has more than one filter, and the list takes one.',
  'not-a-cursor': 'A cursor is not one of an earlier response.',
  'sent-twice': 'A query parameter was sent more than once.',
  'not-an-idempotency-key': 'Idempotency-Key is not 1 to 255 visible ASCII characters (U+0021 to U+007E).',
  'not-an-entity-tag': 'If-Match is neither * nor a list of entity tags, each in double quotes.',
  'broken-escape': 'The path contains a % that does not begin a percent-encoded UTF-8 character.',
  'broken-request': 'The request is not valid HTTP/1.1.',
} as const satisfies Record<FaultCode, string> & Record<string, string>

export type WireFaultCode = keyof typeof faultCodes

export const isWireFaultCode = (code: unknown): code is WireFaultCode =>
  typeof code === 'string' && Object.hasOwn(faultCodes, code)

/** The place of a fault: a JSON pointer into the body, the name of a query or path parameter, or the name of a header. */
export type FaultPlace = Readonly<{ pointer: string } | { parameter: string } | { header: string }>

/** One fault of a request, with its place. */
export type WireFault = Readonly<{ code: WireFaultCode; detail: string; values?: FaultValues; line?: number }> &
  FaultPlace
