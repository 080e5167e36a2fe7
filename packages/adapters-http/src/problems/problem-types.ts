import type { CredentialRefusal, KeyRefusal, Mails, Museum, UsersOfApi, Webhooks } from '@museum/application'
import type { Refusal } from '@museum/domain'

/** The refusals that the functions of an object return. */
type RefusalsOf<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...args: never) => Promise<infer Outcome>
    ? Extract<Outcome, Refusal>
    : never
}[keyof Functions]

/** The use cases that commands and the pages of visitors call, and no operation of the API. */
type NotOfApi =
  | 'ensureTicketKey'
  | 'rotateTicketKey'
  | 'revokeTicketKey'
  | 'expirePurchaserData'
  | 'rotateLinkKey'
  | 'getLinkedTickets'
  | 'reservationOfLink'
  | 'sellFreeReservation'
  | 'requestCancellation'
  | 'getCancellation'
  | 'confirmCancellation'

/** The refusals of every use case that the API calls, and of the authentication. */
export type MuseumRefusal =
  | RefusalsOf<Omit<Museum, NotOfApi>>
  | KeyRefusal
  | RefusalsOf<Webhooks>
  | RefusalsOf<Mails>
  | RefusalsOf<UsersOfApi>
  | CredentialRefusal

/** A kind of problem. Title and status are the same in all problem details of this type. */
export type ProblemType = Readonly<{
  status: number
  title: string
  /** What happened, for the page of the type. */
  meaning: string
  /** What the client can do, for the page of the type. */
  remedy: string
}>

/**
 * The problem types by their slug, the last part of the `type` in problem details. The code does not compile while a
 * refusal of the museum has no row here.
 */
export const problemTypes = {
  'validation-failed': {
    status: 400,
    title: 'Validation failed',
    meaning: 'A part of the request is missing, malformed or breaks a rule. Nothing was stored.',
    remedy:
      'Each entry of errors names one place and what must be true there. Correct all of them, then send the request again. ' +
      'The rules of the museum are checked once nothing is missing or malformed.',
  },
  'museum-closed': {
    status: 400,
    title: 'Validation failed: the museum is closed on that date',
    meaning: 'The ticket is for general entry on a day on which the museum is closed. No ticket was sold.',
    remedy: 'Choose one of the dates in the museum hours.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The request has no user name and password, or they are wrong.',
    remedy: 'Send them in the Authorization header of HTTP Basic authentication, encoded as UTF-8.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning: 'The role of this user may not call this operation, or not for this date. The request had no effect.',
    remedy:
      'The API reference names the roles that may call each operation. Ask an administrator of the museum for another role.',
  },
  'users-by-commands': {
    status: 403,
    title: 'Users are changed by commands',
    meaning:
      'In this museum, users and their passwords are changed by the command `museum users` only. Nothing was changed.',
    remedy: 'Ask the administrator of the server, who can run the command or set MUSEUM_USER_ADMINISTRATION.',
  },
  'origin-not-allowed': {
    status: 403,
    title: 'Origin not allowed',
    meaning:
      'The request would change something, and a page of another origin than that of the museum sent it. Nothing was read, ' +
      'nothing was changed.',
    remedy:
      'Ask an administrator of the museum to allow the origin of the page; for a page of the museum itself, behind a proxy without TLS, ' +
      'to set the public URL of the museum. Programs send neither Origin nor Sec-Fetch-Site.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    meaning: 'The API has no such path.',
    remedy: 'Compare the path with the API reference.',
  },
  'event-not-found': {
    status: 404,
    title: 'Special event not found',
    meaning: 'There is no special event with this identifier. It may have been deleted.',
    remedy: 'List the special events to find those that are planned.',
  },
  'ticket-not-found': {
    status: 404,
    title: 'Ticket not found',
    meaning: 'No ticket with this identifier was ever sold.',
    remedy: 'Compare the identifier with the one in the purchase confirmation.',
  },
  'order-not-found': {
    status: 404,
    title: 'Order not found',
    meaning: 'No order with this identifier was ever sold. A ticket that was bought alone has no order.',
    remedy: 'Find a ticket of the order: its body has the orderId.',
  },
  'reservation-not-found': {
    status: 404,
    title: 'Reservation not found',
    meaning: 'There is no such reservation. One that was not sold is removed seven days after its end.',
    remedy: 'Check the reservationId. If the reservation was removed, make another one.',
  },
  'payment-not-found': {
    status: 404,
    title: 'Payment not found',
    meaning: 'The reservation has no payment with this identifier.',
    remedy: 'Find the payment in GET /reservations?state=attention.',
  },
  'closing-not-found': {
    status: 404,
    title: 'Closing not found',
    meaning: 'No closing with this identifier was ever made.',
    remedy: 'List the closings.',
  },
  'admission-not-found': {
    status: 404,
    title: 'Admission not found',
    meaning: 'There is no admission with this admissionId: it is that of another scan, or the admission was reverted.',
    remedy: 'Find the admission in the scan log, GET /admissions.',
  },
  'user-not-found': {
    status: 404,
    title: 'User not found',
    meaning: 'There is no user of this name. The user may have been removed.',
    remedy: 'List the users; capitals count, and the name is percent-encoded in the path.',
  },
  'webhook-not-found': {
    status: 404,
    title: 'Webhook not found',
    meaning: 'There is no webhook with this identifier. It may have been deleted.',
    remedy: 'List the webhooks to find their identifiers.',
  },
  'delivery-not-found': {
    status: 404,
    title: 'Delivery not found',
    meaning: 'The webhook has no delivery with this identifier. Deliveries that succeeded are kept for 30 days.',
    remedy: 'List the deliveries of the webhook to find their identifiers.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but does not support this method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send it again, without pauses.',
  },
  'request-in-progress': {
    status: 409,
    title: 'Request in progress',
    meaning: 'Another request with the same Idempotency-Key is in progress. This one had no effect.',
    remedy:
      'Wait for the seconds of Retry-After, then send it again with the same key: both requests get the same response.',
  },
  'sold-out': {
    status: 409,
    title: 'Sold out',
    meaning:
      'Too few places are left on the date of a ticket: its capacity does not allow more. No ticket was sold, of an order ' +
      'neither.',
    remedy:
      'Choose another date from the availability of the event or of general entry. When a ticket is cancelled or the capacity is ' +
      'raised, a place is left again: then send the request again, also with the same Idempotency-Key.',
  },
  'total-changed': {
    status: 409,
    title: 'Total has changed',
    meaning: 'The order does not cost the total of the request. No ticket was sold.',
    remedy: 'Tell the visitor the total in the detail; then send the order with that total.',
  },
  'reservation-ended': {
    status: 409,
    title: 'Reservation has ended',
    meaning:
      'The reservation was sold or released, or has expired: its time is over, or a date of it was removed. One that has expired is ' +
      'sold only while its places are free, and is not extended. Nothing was changed.',
    remedy: 'Make another reservation, or sell an order.',
  },
  'reservation-without-end': {
    status: 409,
    title: 'Reservation without a given end',
    meaning: 'The reservation was made without `until`, so it is held for minutes alone. Nothing was sent.',
    remedy: 'Make a reservation with `until`, or let the visitor pay at once.',
  },
  'payment-open': {
    status: 409,
    title: 'A visitor is paying',
    meaning: 'A payment of the reservation is open at the payment provider. Nothing was changed.',
    remedy: 'Wait until it is paid or its page has ended, or release the reservation, which closes it.',
  },
  'payment-off': {
    status: 409,
    title: 'No payments online',
    meaning: 'The museum takes no payments online. Nothing was changed.',
    remedy: 'Sell the reservation at the desk, or have an administrator switch payments on.',
  },
  'nothing-to-pay': {
    status: 409,
    title: 'Nothing to pay',
    meaning: 'The reservation costs nothing, so that there is no payment.',
    remedy: 'Sell it without a payment.',
  },
  'below-minimum': {
    status: 409,
    title: 'Below the minimum amount',
    meaning: 'The payment provider takes no amount as small as this one. Nothing was changed.',
    remedy: 'Sell the reservation at the desk.',
  },
  'too-many-payments': {
    status: 409,
    title: 'Too many payments',
    meaning: 'The reservation had as many payments as it may have, and none was paid.',
    remedy: 'Make another reservation.',
  },
  'payment-provider-unavailable': {
    status: 503,
    title: 'The payment provider is unavailable',
    meaning: 'The payment provider does not answer at the moment. The places stay held.',
    remedy: 'Send the same request again after the seconds of Retry-After.',
  },
  'ticket-not-cancelled': {
    status: 409,
    title: 'Ticket is not cancelled',
    meaning: 'Only a cancelled ticket is refunded, and this one is not. Nothing was changed.',
    remedy: 'Cancel the ticket first, if the visitor gives it back.',
  },
  'nothing-due': {
    status: 409,
    title: 'No refund is due',
    meaning:
      'The ticket was free, or its date was removed only after it had passed; or nothing is due for any ticket of the order. ' +
      'Nothing was changed.',
    remedy: 'Give no money back for the ticket, or the order.',
  },
  'refund-settled': {
    status: 409,
    title: 'Refund was settled',
    meaning:
      'The refund of this ticket was settled before, with another method or reference, or the payment provider is giving it back. ' +
      'Nothing was changed.',
    remedy: 'Give no money back again: the body of the ticket says how it was refunded.',
  },
  'not-paid-online': {
    status: 409,
    title: 'Not paid online',
    meaning:
      'The ticket or the order was not paid at the payment provider, which therefore cannot give it back. Nothing was changed.',
    remedy: 'Give the money back in another way, and send the method of that.',
  },
  'ticket-admitted': {
    status: 409,
    title: 'Ticket was used',
    meaning:
      'The ticket, or every ticket of the order, was used, so it cannot be cancelled; or one ticket of the order was used, so the ' +
      'order cannot be undone. Nothing was changed.',
    remedy:
      'If it was admitted by mistake, an administrator reverts the admission; then send the request again. The other tickets of ' +
      'an order can be cancelled.',
  },
  'too-late-to-reverse': {
    status: 409,
    title: 'Too late to undo the order',
    meaning: 'An order is undone on the day of its sale only, and that is over. Nothing was changed.',
    remedy: 'Cancel the order, and settle its refund: POST /orders/{orderId}/cancellation, then /refund.',
  },
  'too-late-to-correct': {
    status: 409,
    title: 'Too late to correct the payment',
    meaning: 'The payment of an order is corrected on the day of its sale only, and that is over. Nothing was changed.',
    remedy: 'Leave the payment as it is; note the difference where the accounts are kept.',
  },
  'order-paid-online': {
    status: 409,
    title: 'Order was paid online',
    meaning: 'The order was paid at the payment provider, so its payment is not corrected. Nothing was changed.',
    remedy:
      'Leave the payment as it is. To give the money back, cancel the order and refund it with the method online.',
  },
  'order-refunded': {
    status: 409,
    title: 'Order was refunded',
    meaning:
      'All that was paid for the order was refunded, so its payment is not corrected: the refunds would keep the other method. ' +
      'Nothing was changed.',
    remedy: 'Leave the payment as it is; note the difference where the accounts are kept.',
  },
  'no-address': {
    status: 409,
    title: 'No address',
    meaning:
      'The ticket, the order or the reservation was made without an e-mail address, or its address was erased. Nothing was sent or ' +
      'changed.',
    remedy: 'Send the tickets to an address that the request names: `mailTicket` and `mailOrder` take an email.',
  },
  'shop-off': {
    status: 409,
    title: 'No shop',
    meaning: 'This museum has no shop for visitors, who get no links. Nothing was changed or sent.',
    remedy: 'Ask the administrator of the server to switch the shop on.',
  },
  'shop-closed': {
    status: 409,
    title: 'Shop is closed',
    meaning: 'The shop is closed at the moment. No places are held.',
    remedy: 'Tell the visitor to come back later, or to buy at the museum. What is held already can be paid and sold.',
  },
  'mail-off': {
    status: 409,
    title: 'No e-mails are sent',
    meaning: 'This museum sends no e-mails: its administrator has not set a mail server. Nothing was sent.',
    remedy: 'Print the image of the ticket, or ask the administrator to set a mail server.',
  },
  'tickets-are-sold': {
    status: 409,
    title: 'Tickets are sold',
    meaning:
      'The request would close the museum on days for which valid tickets are sold, or take away entry times for which tickets ' +
      'are sold. Nothing was changed.',
    remedy:
      'See the days and the number of tickets in tickets. To do it all the same, send the request again with confirm=true: the ' +
      'tickets stay as they are.',
  },
  'too-many-rows': {
    status: 409,
    title: 'Too many rows',
    meaning:
      'The response would have more than 10,000 rows: dates of general entry and of events, or rows of a report.',
    remedy: 'Ask for fewer days at a time: the detail names how many fit, from the first day on.',
  },
  'user-exists': {
    status: 409,
    title: 'User exists',
    meaning: 'There is a user of this name already. None was added.',
    remedy: 'Choose another name, or change that user.',
  },
  'last-administrator': {
    status: 409,
    title: 'Last administrator',
    meaning:
      'The user is the last enabled one with the role admin, without whom nobody could manage the museum. Nothing was changed.',
    remedy: 'Give another user the role admin first.',
  },
  'set-by-environment': {
    status: 409,
    title: 'Password is set by the environment',
    meaning:
      'The user has the password of MUSEUM_ADMIN_PASSWORD whenever a server starts, so a change would not last. Nothing was changed.',
    remedy: 'Ask the administrator of the server to change that setting.',
  },
  'webhook-disabled': {
    status: 409,
    title: 'Webhook is disabled',
    meaning: 'No messages are sent to a disabled webhook. No test was sent.',
    remedy: 'Enable the webhook, with PATCH; then send the test again.',
  },
  'too-many-webhooks': {
    status: 409,
    title: 'Too many webhooks',
    meaning: 'The museum has as many webhooks as it can have. None was added.',
    remedy: 'Delete a webhook that is not needed; then send the request again.',
  },
  'too-many-secrets': {
    status: 409,
    title: 'Too many secrets',
    meaning:
      'The secret of the webhook was renewed 4 times within 24 hours, in which the secrets before sign too. It was not renewed.',
    remedy:
      'Give the receiver the latest secret. Wait for the seconds of Retry-After before you renew it again, or create another webhook ' +
      'and delete this one.',
  },
  'ticket-cancelled': {
    status: 410,
    title: 'Ticket cancelled',
    meaning:
      'The ticket was cancelled, by the box office or because its event was deleted or its date removed. It has no image.',
    remedy: 'Tell the visitor. For another event or date, buy another ticket.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    meaning:
      'What the request changes has another ETag than If-Match: it has changed since you read it. This request changed nothing.',
    remedy: 'Read it again, decide whether the change is still wanted, and send it with the new ETag.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    meaning: 'The body has more than 128 KiB (131072 bytes), or that of an import more than 10 MB (10000000 bytes).',
    remedy: 'Send a smaller body.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The media type of the body is missing or not supported by this operation, or the body is compressed.',
    remedy:
      'Send an uncompressed body of a media type from the Accept, Accept-Post or Accept-Patch header, and name it in Content-Type.',
  },
  'scan-id-reused': {
    status: 422,
    title: 'Scan identifier reused',
    meaning: 'Another scan with the same scanId was sent before. This one was not decided and is not in the scan log.',
    remedy: 'Use a new UUID as the scanId of each scan. To get a lost response again, send the same body.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    meaning: 'This user has sent another request with the same Idempotency-Key before. This one had no effect.',
    remedy:
      'Use a new key, for example a UUID, for each purchase and each new event. To repeat a request, send the same body.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    meaning:
      'More passwords arrived at once than can be checked, or too many from this address were wrong within a minute: 10 for ' +
      'this user, or 100 for all users. Until the minute is over, the right password is refused too.',
    remedy: 'Check the user name and the password. Wait for the seconds of Retry-After, then send the request again.',
  },
  'too-many-mails': {
    status: 429,
    title: 'Too many e-mails',
    meaning:
      'Within an hour, 10 e-mails were requested to this address, or 200 by this user. This one will not be sent. E-mails about ' +
      'a purchase or a cancellation are not counted.',
    remedy: 'Wait for the seconds of Retry-After, then send the request again; or print the image of the ticket.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request headers too large',
    meaning: 'The request has more than 16 KiB of headers, or more than 100 headers.',
    remedy: 'Send fewer or shorter headers.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal server error',
    meaning: 'The service has a defect.',
    remedy: 'Report the identifier in instance: the log of the service has it too.',
  },
  'service-unavailable': {
    status: 503,
    title: 'Service unavailable',
    meaning: 'The service cannot reach its database, or has too many requests at the moment.',
    remedy: 'Wait for the seconds of Retry-After, then send it again.',
  },
  'outcome-unknown': {
    status: 503,
    title: 'Outcome unknown',
    meaning: 'The service lost its database, or ran out of time, before it knew whether the request took effect.',
    remedy:
      'If the request had an Idempotency-Key, send it again with the same key; a scan, with the same scanId; the cancellation ' +
      'of a ticket, as it is. Find out whether any other request took effect before you send it again: the detail names the ' +
      'ticket, which has an image if it was sold, and the scan log has the scan.',
  },
} as const satisfies Record<MuseumRefusal['refusal'], ProblemType> & Record<string, ProblemType>

/** The last part of the `type` in problem details. */
export type ProblemSlug = keyof typeof problemTypes
export type StatusOf<Slug extends ProblemSlug> = (typeof problemTypes)[Slug]['status']
