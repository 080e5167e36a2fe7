import type { ProblemSentence, ProblemWords } from './problem-words.ts'

const ofPage = 'This page has sent something that the museum does not accept. Please reload the page.'
const wholeNumber = ({ number }: ProblemWords) => `Write a whole number from ${number('min')} to ${number('max')}.`
const word = (example: string) =>
  `Write 1 to 30 lower-case letters, digits and hyphens, the first a letter, such as ${example}.`
const meanings = ({ list }: ProblemWords) => `It may mean either of ${list('meanings')}. Write one of them.`
const times = ({ count, text }: ProblemWords) =>
  count('entryTimes') === 1 ? `The only one is ${text('first')}.` : `They are from ${text('first')} to ${text('last')}.`

/** What went wrong, in English. */
export const en = {
  /** What is wrong with a value, by the `code` of the fault. It is shown at the field. */
  codes: {
    'text-blank': 'Please fill this in.',
    'text-too-long': ({ number }) => `Write at most ${number('maxLength')} characters.`,
    'text-control-character': 'Please remove the control characters.',
    'text-not-unicode': 'Please remove the character that cannot be read.',
    'not-a-uuid': 'This is not an identifier of the museum.',
    'not-a-calendar-date': (words) => (words.has('meanings') ? meanings(words) : 'Write a date, such as 2030-05-17.'),
    'not-a-date-or-time': 'Write a date, such as 2030-05-17, or a date and a time, such as 2030-05-17T09:00:00Z.',
    'not-a-date-time': 'Write a date and a time, such as 2030-05-17T09:00:00Z.',
    'not-a-time-of-day': 'Write a time from 00:00 to 23:59.',
    'closes-before-it-opens': 'The museum must open before it closes.',
    'too-many-exceptions': ({ number }) =>
      `There may be at most ${number('max')} exceptions. Please remove past dates.`,
    'duplicate-date': ({ date }) => `${date('date')} is there twice.`,
    'no-dates': 'Write at least one date.',
    'too-many-dates': ({ has, number }) =>
      has('dates')
        ? `A sale is for at most ${number('max')} dates and entry times. These are ${number('dates')}.`
        : `Write at most ${number('max')} dates.`,
    'price-out-of-range': ({ number }) => `Write an amount from ${number('min')} to ${number('max')}.`,
    'price-too-precise': ({ count, number }) =>
      count('decimals') === 0
        ? 'Write an amount without decimals.'
        : `Write an amount with at most ${number('decimals')} decimals.`,
    'not-an-email': 'Write an e-mail address, such as name@example.org.',
    'not-a-phone': 'Write a phone number: at least 3 digits, and at most 32 characters.',
    'not-a-currency': 'Write the three capital letters of a currency, such as EUR.',
    'not-a-price-category': word('child'),
    'percentage-out-of-range': wholeNumber,
    'too-many-price-categories': ({ number }) => `There may be at most ${number('max')} categories.`,
    'duplicate-price-category': ({ text }) => `The identifier ${text('priceCategory')} is there twice.`,
    'duplicate-price-category-name': ({ text }) =>
      `The category ${text('priceCategory')} has the same name. Please write another one.`,
    'full-price-has-general-price': 'The full price has no price of its own for general entry. Leave it empty.',
    'full-price-not-100': 'The full price is always 100 percent.',
    'full-price-missing': 'The list needs the category “full” with 100 percent.',
    'unknown-price-category': 'This category does not exist any more. Please choose another one.',
    'unknown-event': 'This event does not exist any more. Please choose another one.',
    'not-a-language': ofPage,
    'not-in-the-future': 'Choose a time in the future.',
    'too-far-ahead': ({ number }) => `Choose a time at most ${number('days')} days ahead.`,
    'after-the-last-date': ({ date }) =>
      `The last day of the reservation is ${date('date')}. Choose a time until its end.`,
    'until-required': 'Choose until when the places are held.',
    'no-until': 'This reservation was made without such a time. Leave it empty.',
    'not-one-for-each-item': ofPage,
    'no-tickets': 'Sell at least one ticket, or release the reservation.',
    'no-items': 'Please choose a ticket.',
    'too-many-items': ({ number }) => `A sale has at most ${number('max')} lines. Please sell the others separately.`,
    'quantity-out-of-range': wholeNumber,
    'too-many-tickets': ({ number }) =>
      `A sale is for at most ${number('max')} tickets. These are ${number('tickets')}.`,
    'online-method': 'Write another word: online is only what visitors pay on the payment page.',
    'no-reference': 'Leave this empty: the payment provider names the refund itself.',
    'not-a-return-url': ofPage,
    'not-a-payment-method': word('cash'),
    'not-a-confirmation-code': 'This is neither a code nor an e-mail address nor the number of an order.',
    'not-an-order-number': 'Write the number of an order: eight letters and digits, such as k7m3-qx8p.',
    'not-a-page-url': 'Write an http or https URL, such as https://museum.example/page.',
    'not-a-vat-rate': 'Write a number from 0 to 100 with at most two decimals, such as 19 or 8.1.',
    'not-a-list-of-methods': ({ number }) => `Write 1 to ${number('max')} payment methods, each once.`,
    'needed-by-shop': 'The online shop needs this. Write a value: the server has none of its own.',
    'duplicate-method': ({ text }) => `${text('method')} is counted twice.`,
    'not-the-method-of-the-order': ({ text }) =>
      `The order was paid by ${text('method')}. Please refund it the same way.`,
    'not-a-webhook-url': 'Write an https URL of a public server, without password and #, of at most 2,000 characters.',
    'not-a-username': ({ number }) =>
      `Write a name of 1 to ${number('maxLength')} characters without colon and slash. “me” and “server” are taken.`,
    'not-a-password': ({ number }) => `Write ${number('minLength')} to ${number('maxLength')} characters.`,
    'wrong-password': 'This is not your present password.',
    'no-types': 'Please choose at least one type.',
    'too-many-types': ofPage,
    'capacity-out-of-range': wholeNumber,
    'event-id-required': ofPage,
    'event-not-on-that-date': ({ date }) => `The event does not take place on ${date('date')}.`,
    'date-in-the-past': ({ date }) => `${date('date')} is over.`,
    'museum-closed': ({ date }) => `The museum is closed on ${date('date')}.`,
    'sold-out': ({ has, count, number, date, text, list }) => {
      const where = has('entryTime') ? `at ${text('entryTime')}` : `on ${date('date')}`
      const left = count('left')
      const places = left === 0 ? 'No place is' : left === 1 ? 'Only 1 place is' : `Only ${number('left')} places are`
      const others = has('entryTime') ? list('nextEntryTimes') : ''
      return `${places} left ${where}.${others && ` Enough are left at ${others}.`}`
    },
    'minutes-out-of-range': ({ number }) =>
      `Write a whole number of minutes from ${number('min')} to ${number('max')}.`,
    'no-times': 'Write at least one time.',
    'too-many-times': ({ number }) => `Write at most ${number('max')} times.`,
    'times-not-ascending': ({ text }) => `Write a later time than the one before it, ${text('previous')}.`,
    'not-of-an-event': 'This can only be set for the whole museum.',
    'not-a-rule': 'Write either a regular interval or given times.',
    'entry-time-required': (words) => `Please choose an entry time. ${times(words)}`,
    'not-an-entry-time': (words) =>
      words.count('entryTimes') === 0
        ? `${words.date('date')} has no entry times any more. Please choose the day again.`
        : `This is no entry time of ${words.date('date')} any more. ${times(words)}`,
    'no-entry-times': 'This has no entry times any more. Please choose it again.',
    'entry-time-over': ({ text }) => `The entry time ${text('entryTime')} ended at ${text('until')}.`,
    'scanned-at-required': ofPage,
    'whole-order-offline': 'Without the network an order cannot be let in at once: scan each ticket.',
    'scanned-in-the-future': ({ number }) =>
      `The clock of this device is more than ${number('minutes')} minutes ahead. Please set it.`,
    'scanned-too-long-ago': ({ number }) => `The scan is more than ${number('days')} days ago.`,
    'email-required': 'With a phone number, an e-mail address is needed too.',
    'times-incomplete': 'Write both times, or neither.',
    missing: ({ has, text }) => (has('column') ? `The column ${text('column')} is missing.` : 'Please fill this in.'),
    'null-not-allowed': 'Please fill this in.',
    'wrong-type': ({ text }) => (text('expected') === 'number' ? 'Write a number, such as 12.50.' : ofPage),
    'unknown-value': ({ list }) => `Possible are: ${list('allowed')}.`,
    'not-json': 'This is not JSON.',
    'not-csv': 'A quotation mark is not closed, or not doubled.',
    'empty-file': 'The file is empty, or has no titles of columns.',
    'row-too-long': ({ number }) =>
      `The row has more than ${number('maxLength')} characters. Perhaps a quotation mark is not closed.`,
    'file-too-large': 'The file is too large. Please divide it into several files.',
    'unknown-column': ({ has, number, text }) =>
      has('column')
        ? `The column ${text('column')} is not known.`
        : `Of ${number('titles')} columns, at most ${number('known')} are known. Please remove the others.`,
    'duplicate-column': ({ text }) => `The column ${text('column')} is there twice.`,
    'thousands-separator': meanings,
    'wrong-cell-count': ({ number }) =>
      `The row has ${number('cells')} cells, and there are ${number('titles')} titles. A text with a separator or a line break must be in quotation marks.`,
    'not-utf-8': 'The file is not in UTF-8. In the spreadsheet, save it as “CSV UTF-8”.',
    'not-an-object': ofPage,
    'not-an-array': ofPage,
    'not-an-integer': ofPage,
    'out-of-range': wholeNumber,
    'start-after-end': 'The beginning is after the end.',
    'too-many-days': ({ number }) => `Choose at most ${number('max')} days. These are ${number('days')}.`,
    'filter-required': 'Please write what is searched for.',
    'filters-combined': ofPage,
    'not-a-cursor': ofPage,
    'sent-twice': ofPage,
    'not-an-idempotency-key': ofPage,
    'not-an-entity-tag': ofPage,
    'broken-escape': ofPage,
    'broken-request': ofPage,
  } satisfies Record<string, ProblemSentence>,
  /** Why something was refused, by the type of the problem: beside what is said at the fields. */
  types: {
    'validation-failed': 'Please correct what is marked.',
    'museum-closed': 'Nothing was sold. Please see what is marked.',
    unauthorized: 'The user or the password is wrong.',
    forbidden: 'Your role does not allow this.',
    'users-by-commands':
      'In this museum, users and passwords are changed by a command on the server only. Please ask its administrator.',
    'origin-not-allowed':
      'The museum does not accept changes from the address of this page. Please tell the administrator.',
    'not-found': 'There is no such page at the museum any more.',
    'event-not-found': 'This event does not exist. Perhaps it was deleted.',
    'ticket-not-found': 'This ticket does not exist.',
    'order-not-found': 'This order does not exist.',
    'reservation-not-found': 'This reservation does not exist. Perhaps it has ended and was removed.',
    'payment-not-found': 'The reservation has no such payment.',
    'closing-not-found': 'This closing does not exist.',
    'admission-not-found': 'This admission does not exist, or was reverted.',
    'user-not-found': 'This user does not exist. Perhaps the user was removed.',
    'webhook-not-found': 'This webhook does not exist. Perhaps it was deleted.',
    'delivery-not-found': 'This message does not exist any more, or its address is no longer stored.',
    'method-not-allowed': ofPage,
    'request-timeout': 'The request took too long to arrive. Please try again.',
    'request-in-progress': 'The same request is still in progress. Please wait a moment.',
    'sold-out': 'Nothing was sold. Please see what is marked.',
    'total-changed': ({ money }) =>
      `The price has changed: it is ${money('total')} now. Nothing was sold. Tell the visitor, then sell again.`,
    'payment-open': 'A visitor is paying for this reservation. Wait, or release it.',
    'reservation-without-end': 'This reservation is held for a few minutes only: let the visitor pay now.',
    'shop-off': 'This museum has no online shop: sell the reservation at the desk.',
    'payment-off': 'This museum takes no payments online.',
    'nothing-to-pay': 'This reservation costs nothing.',
    'below-minimum': 'The amount is too small for a payment online.',
    'too-many-payments': 'This reservation had too many payments. Make another one.',
    'payment-provider-unavailable': 'The payment provider does not answer. The places stay held; try again.',
    'reservation-ended': ({ text }) => {
      if (text('state') === 'sold') return 'This reservation is already sold.'
      return text('state') === 'released'
        ? 'This reservation was released. Its places were given back.'
        : 'This reservation has expired. Its places are no longer held.'
    },
    'ticket-not-cancelled': 'This ticket is not cancelled. Cancel it before you refund it.',
    'not-paid-online': 'This was not paid online. Please give the money back in another way.',
    'nothing-due': 'No refund is due.',
    'refund-settled': 'This refund was settled before, in another way. Give no money back again.',
    'ticket-admitted': ({ has }) => {
      if (!has('orderId')) return 'This ticket was used, so it cannot be cancelled.'
      return has('ticketId')
        ? 'A ticket of this order was used, so the order cannot be undone. Cancel the other tickets.'
        : 'Every ticket of this order was used, so none can be cancelled.'
    },
    'too-late-to-reverse': ({ date }) =>
      `A sale is undone on its own day only, and this one is of ${date('date')}. Cancel the order, then refund it.`,
    'too-late-to-correct': ({ date }) =>
      `A payment is corrected on the day of the sale only, and this one is of ${date('date')}.`,
    'order-paid-online': 'This was paid online: the payment stays as it is.',
    'order-refunded': 'All that was paid was given back: the payment stays as it is.',
    'no-address': 'The visitor gave no e-mail address. Write where to send it.',
    'shop-closed': 'The online shop is closed at the moment.',
    'mail-off': 'This museum sends no e-mails. Print the ticket instead.',
    'tickets-are-sold': ({ count, number, date }) =>
      count('tickets') === 1
        ? `1 ticket is sold for ${date('from')}. Nothing was changed.`
        : `${number('tickets')} tickets are sold for days from ${date('from')} on. Nothing was changed.`,
    'too-many-rows': ({ count, number }) =>
      count('days') === 0
        ? `One day alone has more than ${number('max')} rows.`
        : `These are more than ${number('max')} rows. Choose at most ${number('days')} days.`,
    'user-exists': 'There is a user of this name already. Please choose another name.',
    'last-administrator': 'This is the last administrator. Give another user the role admin first.',
    'set-by-environment': 'The password of this user is set on the server. Please ask its administrator.',
    'webhook-disabled': 'The webhook is disabled. Enable it, then send the test again.',
    'too-many-webhooks': ({ number }) => `There are ${number('max')} webhooks already. Delete one that is not needed.`,
    'too-many-secrets': ({ number }) =>
      `The secret was renewed ${number('renewals')} times within ${number('hours')} hours. Please wait.`,
    'ticket-cancelled': ({ has }) =>
      has('orderId') ? 'Every ticket of this order is cancelled.' : 'This ticket is cancelled.',
    'precondition-failed': 'Another user has changed this meanwhile. Nothing was changed.',
    'payload-too-large': 'This is too large.',
    'unsupported-media-type': ofPage,
    'scan-id-reused': ofPage,
    'idempotency-key-reused': ofPage,
    'too-many-requests': 'Too many passwords were wrong, or too many requests arrived. Please try again in a minute.',
    'too-many-mails': ({ count, number, text }) => {
      const wait = count('minutes') === 1 ? '1 minute' : `${number('minutes')} minutes`
      const sent = text('per') === 'address' ? 'This address has got' : 'You have sent'
      return `${sent} ${number('limit')} e-mails within an hour. Send the next one in ${wait}, or print the ticket.`
    },
    'headers-too-large': ofPage,
    'internal-error': 'The museum’s server has failed. Please report the request number.',
    'service-unavailable': 'The museum cannot do this at the moment. Please try again.',
    'outcome-unknown': 'It is not known whether this took effect. Check it before you repeat it.',
  } satisfies Record<string, ProblemSentence>,
}

/** The sentences in one language. A language without one of them does not compile. */
export type ProblemTexts = Readonly<{
  codes: Readonly<Record<keyof typeof en.codes, ProblemSentence>>
  types: Readonly<Record<keyof typeof en.types, ProblemSentence>>
}>
