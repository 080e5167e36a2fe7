import { z } from 'zod'
import type { ProblemSlug } from '../problems/problem-types.ts'
import { ifMatchHeader, ifNoneMatchHeader, notModified } from './conditional.ts'
import { idempotencyKeyHeader, idempotencyReplayedHeader } from './idempotency.ts'
import { type Identifiers, identifiers } from './identifiers.ts'
import { listHeaders } from './paging.ts'
import { type Descriptor, type Route, problemResponse } from './route.ts'

/** The problem of a request whose path names nothing that exists, by the last parameter of the path. */
const notFound: Readonly<Record<keyof Identifiers, readonly [description: string, ProblemSlug]>> = {
  admissionId: ['There is no such admission; it may have been reverted.', 'admission-not-found'],
  deliveryId: ['There is no such delivery.', 'delivery-not-found'],
  eventId: ['There is no such event; it may have been deleted.', 'event-not-found'],
  orderId: ['There is no such order.', 'order-not-found'],
  reservationId: ['There is no such reservation.', 'reservation-not-found'],
  closingId: ['There is no such closing.', 'closing-not-found'],
  ticketId: ['There is no such ticket.', 'ticket-not-found'],
  username: ['There is no such user.', 'user-not-found'],
  webhookId: ['There is no such webhook.', 'webhook-not-found'],
}

/** A route with the parameters, headers and responses that follow from its descriptor. What the descriptor documents itself stays. */
export const completeRoute = (descriptor: Descriptor): Route => {
  const { kind, method, summary, query, body, ifMatch, responses, ...described } = descriptor
  const names = [...described.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof Identifiers)
  const missing = names.length > 0 && notFound[names.at(-1)!]
  const parts = [...names, ...(body === undefined ? [] : ['body']), ...(query === undefined ? [] : ['query'])]
  const fault = parts.length > names.length ? 'not valid' : 'malformed'
  const follows = {
    ...(parts.length > 0 && { 400: problemResponse(`The ${parts.join(' or the ')} is ${fault}.`) }),
    ...(missing && { 404: problemResponse(...missing) }),
    ...(ifMatch !== undefined && {
      412: problemResponse(`The ${ifMatch} has another ETag than If-Match.`, 'precondition-failed'),
    }),
  }
  return {
    ...described,
    kind,
    summary: summary ?? wordsOf(described.operationId),
    method: method ?? (kind === 'keyed' ? 'post' : 'get'),
    request: {
      params:
        names.length === 0 ? undefined : z.object(Object.fromEntries(names.map((name) => [name, identifiers[name]]))),
      query,
      headers: headersOf(descriptor),
      body,
    },
    responses: { ...follows, ...responses, ...responsesOfKind(descriptor) },
  }
}

/** `List ticket keys` of `listTicketKeys`. */
const wordsOf = (operationId: string) =>
  operationId
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())

/** The headers of requests that the operation reads. */
const headersOf = ({ kind, ifMatch }: Descriptor) => {
  if (kind === 'read' || kind === 'list') return ifNoneMatchHeader
  if (kind === 'keyed') return idempotencyKeyHeader
  return ifMatch === undefined ? undefined : ifMatchHeader
}

/** The responses that a kind adds, or to which it adds headers. */
const responsesOfKind = ({ kind, location, responses }: Descriptor): Route['responses'] => {
  const { 200: ok, 201: created, 409: conflict } = responses
  if (kind === 'list') return { 200: { ...ok!, headers: listHeaders }, 304: notModified }
  if (kind === 'read') return { 304: notModified }
  return {
    ...(created && {
      201: {
        ...created,
        headers: z.object({
          ...created.headers?.shape,
          ...(location && { Location: z.string().meta({ description: location.description }) }),
          ...(kind === 'keyed' && idempotencyReplayedHeader.shape),
        }),
      },
    }),
    ...(kind === 'keyed' && {
      409: problemResponse(
        conflict?.description ?? 'Another request with the same key is in progress.',
        ...(conflict?.problems ?? []),
        'request-in-progress',
      ),
      422: problemResponse('The same key was used for another request.', 'idempotency-key-reused'),
    }),
  }
}
