import type { CredentialRefusal, IdempotentOperations, Museum } from '@museum/application'
import type { Refusal } from '@museum/domain'

/** Every refusal that an operation of the museum returns. A new one does not compile until it has a row. */
type MuseumRefusal =
  | Extract<Awaited<ReturnType<Operation<Omit<Museum, 'idempotent'>> | Operation<IdempotentOperations>>>, Refusal>
  | CredentialRefusal
type Operation<Operations> = Operations[keyof Operations] & ((...args: never) => unknown)

type ProblemType = Readonly<{
  status: number
  /** Fixed by the type. */
  title: string
  /** For the page of the problem: what happened, and what to do. */
  meaning: string
  remedy: string
}>

/** The problem types by their slug, the last part of a problem record's `type`. */
export const problemTypes = {
  'validation-failed': {
    status: 400,
    title: 'Validation failed',
    meaning: 'Something that was sent is missing, malformed or against a rule. Nothing was stored.',
    remedy: 'Each entry of errors names one place and what must hold there. Change all of them, then send it again.',
  },
  'museum-closed': {
    status: 400,
    title: 'Validation failed: the museum is closed on that date',
    meaning: 'General entry was asked for a day on which the museum does not open. No ticket was sold.',
    remedy: 'Choose a date that the museum hours list.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The request carries no user name and password that this museum knows.',
    remedy: 'Send them in the Authorization header of HTTP Basic authentication, encoded as UTF-8.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning: 'This user may not do that.',
    remedy: 'Ask an administrator of the museum.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    meaning: 'There is nothing at this address.',
    remedy: 'Compare the address with the API reference.',
  },
  'event-not-found': {
    status: 404,
    title: 'Special event not found',
    meaning: 'There is no special event with this identifier. It may have been cancelled, which deletes it.',
    remedy: 'List the special events to find those that are planned.',
  },
  'ticket-not-found': {
    status: 404,
    title: 'Ticket not found',
    meaning: 'No ticket with this identifier was ever sold here.',
    remedy: 'Compare the identifier with the one in the purchase confirmation.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, but not for this method.',
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
    meaning: 'Another request with the same Idempotency-Key is being carried out just now. This one did nothing.',
    remedy:
      'Wait for the seconds of Retry-After, then send it again under the same key: the answer is the same for both.',
  },
  'ticket-cancelled': {
    status: 410,
    title: 'Ticket cancelled',
    meaning: 'The ticket was cancelled, with its event or with the date it was for. A cancelled ticket has no image.',
    remedy: 'Tell the visitor; another event or date needs another ticket.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    meaning: 'If-Match names a state of the special event that is no longer the present one. Nothing was changed.',
    remedy: 'Read the event again, decide again, and send its new ETag.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    meaning: 'The body has more than 128 KiB (131072 bytes).',
    remedy: 'Send less.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body is of a type that this operation does not read, is compressed, or does not say its type.',
    remedy: 'Send one of the types in the Accept-Post or Accept-Patch header, named in Content-Type.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    meaning: 'This user sent another request under the same Idempotency-Key before. This one did nothing.',
    remedy:
      'Give each purchase and each creation a key of its own, a UUID for example; repeat one with the very same body.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    meaning:
      'More passwords were sent at once than can be checked; or too many from this address were wrong in the last ' +
      'minute: 10 for this user, or 100 for all. Then the right one is refused too.',
    remedy: 'Wait for the seconds of Retry-After, then ask again. Compare the user name and the password before.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request headers too large',
    meaning: 'The headers of the request have more than 16 KiB, or there are more than a hundred.',
    remedy: 'Send fewer or shorter headers.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal server error',
    meaning: 'A defect of this service.',
    remedy: 'Report it with the instance of the problem record: it is found in the log under that identifier.',
  },
  'service-unavailable': {
    status: 503,
    title: 'Service unavailable',
    meaning: 'The service cannot reach its database, or is too busy.',
    remedy: 'Wait for the seconds of Retry-After, then send it again.',
  },
  'outcome-unknown': {
    status: 503,
    title: 'Outcome unknown',
    meaning: 'The time or the database ran out before it was known whether the request took effect.',
    remedy:
      'If it carried an Idempotency-Key, send it again under the same key. If not, look whether it took effect before you send it again: the detail names the ticket, whose image is there if it was sold.',
  },
} as const satisfies Record<MuseumRefusal['refusal'], ProblemType> & Record<string, ProblemType>

export type ProblemSlug = keyof typeof problemTypes
export type StatusOf<Slug extends ProblemSlug> = (typeof problemTypes)[Slug]['status']
