import { describe, expect, it } from '@jest/globals'
import { type MuseumRefusal, type ProblemType, problemTypes } from './problem-types.ts'

describe('the problem types', () => {
  it('have these slugs, statuses and titles', () => {
    const table = Object.entries(problemTypes).map(([slug, { status, title }]) => [slug, status, title])
    expect(table).toEqual([
      ['validation-failed', 400, 'Validation failed'],
      ['museum-closed', 400, 'Validation failed: the museum is closed on that date'],
      ['unauthorized', 401, 'Unauthorized'],
      ['forbidden', 403, 'Forbidden'],
      ['users-by-commands', 403, 'Users are changed by commands'],
      ['origin-not-allowed', 403, 'Origin not allowed'],
      ['not-found', 404, 'Not found'],
      ['event-not-found', 404, 'Special event not found'],
      ['ticket-not-found', 404, 'Ticket not found'],
      ['order-not-found', 404, 'Order not found'],
      ['reservation-not-found', 404, 'Reservation not found'],
      ['payment-not-found', 404, 'Payment not found'],
      ['closing-not-found', 404, 'Closing not found'],
      ['admission-not-found', 404, 'Admission not found'],
      ['user-not-found', 404, 'User not found'],
      ['webhook-not-found', 404, 'Webhook not found'],
      ['delivery-not-found', 404, 'Delivery not found'],
      ['method-not-allowed', 405, 'Method not allowed'],
      ['request-timeout', 408, 'Request timeout'],
      ['request-in-progress', 409, 'Request in progress'],
      ['sold-out', 409, 'Sold out'],
      ['total-changed', 409, 'Total has changed'],
      ['reservation-ended', 409, 'Reservation has ended'],
      ['reservation-without-end', 409, 'Reservation without a given end'],
      ['payment-open', 409, 'A visitor is paying'],
      ['payment-off', 409, 'No payments online'],
      ['nothing-to-pay', 409, 'Nothing to pay'],
      ['below-minimum', 409, 'Below the minimum amount'],
      ['too-many-payments', 409, 'Too many payments'],
      ['payment-provider-unavailable', 503, 'The payment provider is unavailable'],
      ['ticket-not-cancelled', 409, 'Ticket is not cancelled'],
      ['nothing-due', 409, 'No refund is due'],
      ['refund-settled', 409, 'Refund was settled'],
      ['not-paid-online', 409, 'Not paid online'],
      ['ticket-admitted', 409, 'Ticket was used'],
      ['too-late-to-reverse', 409, 'Too late to undo the order'],
      ['too-late-to-correct', 409, 'Too late to correct the payment'],
      ['order-paid-online', 409, 'Order was paid online'],
      ['order-refunded', 409, 'Order was refunded'],
      ['no-address', 409, 'No address'],
      ['shop-off', 409, 'No shop'],
      ['shop-closed', 409, 'Shop is closed'],
      ['mail-off', 409, 'No e-mails are sent'],
      ['tickets-are-sold', 409, 'Tickets are sold'],
      ['too-many-rows', 409, 'Too many rows'],
      ['user-exists', 409, 'User exists'],
      ['last-administrator', 409, 'Last administrator'],
      ['set-by-environment', 409, 'Password is set by the environment'],
      ['webhook-disabled', 409, 'Webhook is disabled'],
      ['too-many-webhooks', 409, 'Too many webhooks'],
      ['too-many-secrets', 409, 'Too many secrets'],
      ['ticket-cancelled', 410, 'Ticket cancelled'],
      ['precondition-failed', 412, 'Precondition failed'],
      ['payload-too-large', 413, 'Payload too large'],
      ['unsupported-media-type', 415, 'Unsupported media type'],
      ['scan-id-reused', 422, 'Scan identifier reused'],
      ['idempotency-key-reused', 422, 'Idempotency key reused'],
      ['too-many-requests', 429, 'Too many requests'],
      ['too-many-mails', 429, 'Too many e-mails'],
      ['headers-too-large', 431, 'Request headers too large'],
      ['internal-error', 500, 'Internal server error'],
      ['service-unavailable', 503, 'Service unavailable'],
      ['outcome-unknown', 503, 'Outcome unknown'],
    ])
  })

  // The compiler checks this list: `tsc` fails when it lacks a refusal or contains an unknown one.
  it('include every refusal of the use cases and of authentication', () => {
    const refusals = {
      'validation-failed': true,
      'museum-closed': true,
      'sold-out': true,
      'event-not-found': true,
      'ticket-not-found': true,
      'ticket-admitted': true,
      'order-not-found': true,
      'reservation-not-found': true,
      'reservation-ended': true,
      'reservation-without-end': true,
      'payment-open': true,
      'payment-off': true,
      'nothing-to-pay': true,
      'below-minimum': true,
      'too-many-payments': true,
      'payment-provider-unavailable': true,
      'payment-not-found': true,
      'closing-not-found': true,
      'total-changed': true,
      'ticket-not-cancelled': true,
      'nothing-due': true,
      'refund-settled': true,
      'not-paid-online': true,
      'admission-not-found': true,
      'users-by-commands': true,
      'user-not-found': true,
      'user-exists': true,
      'last-administrator': true,
      'set-by-environment': true,
      'webhook-not-found': true,
      'delivery-not-found': true,
      'no-address': true,
      'shop-off': true,
      'shop-closed': true,
      'mail-off': true,
      'tickets-are-sold': true,
      'too-late-to-reverse': true,
      'too-late-to-correct': true,
      'order-paid-online': true,
      'order-refunded': true,
      'too-many-rows': true,
      'webhook-disabled': true,
      'too-many-webhooks': true,
      'too-many-mails': true,
      'too-many-secrets': true,
      'scan-id-reused': true,
      'ticket-cancelled': true,
      'precondition-failed': true,
      'request-in-progress': true,
      'idempotency-key-reused': true,
      forbidden: true,
      unauthorized: true,
      'too-many-requests': true,
    } as const satisfies Record<MuseumRefusal['refusal'], true>
    expect(Object.keys(problemTypes)).toEqual(expect.arrayContaining(Object.keys(refusals)))
  })

  // The compiler runs this test too: `tsc` fails when one of the expected errors is missing.
  it('do not compile without a problem type for every refusal', () => {
    const { 'event-not-found': _, ...ofNoUseCase } = problemTypes
    // @ts-expect-error every use case of an event may refuse with it
    ofNoUseCase satisfies Record<MuseumRefusal['refusal'], ProblemType>
    const { 'idempotency-key-reused': __, ...ofNoKey } = problemTypes
    // @ts-expect-error the keyed use cases may refuse with it
    ofNoKey satisfies Record<MuseumRefusal['refusal'], ProblemType>
    const { 'too-many-requests': ___, ...ofNoAuthentication } = problemTypes
    // @ts-expect-error the authentication may refuse with it
    ofNoAuthentication satisfies Record<MuseumRefusal['refusal'], ProblemType>
    const { forbidden: ____, ...ofNoPermission } = problemTypes
    // @ts-expect-error the keyed use cases may refuse with it
    ofNoPermission satisfies Record<MuseumRefusal['refusal'], ProblemType>
    expect.assertions(0)
  })
})
