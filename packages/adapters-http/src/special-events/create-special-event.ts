import { createdResponse, idempotencyKey } from '../operation/idempotency.ts'
import { etagOf } from '../operation/entity-tag.ts'
import { operation } from '../operation/operation.ts'
import { mustRevalidate } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { bodyOf, createdEventHeaders, SpecialEventBody, SpecialEventFields } from './special-event.wire.ts'

export const createSpecialEvent = operation(
  {
    method: 'post',
    path: '/special-events',
    operationId: 'createSpecialEvent',
    tags: ['Events'],
    summary: 'Create special event',
    description: 'Creates a special event. Past dates are accepted; dates are sorted, and each is kept once.',
    request: {
      headers: idempotencyKey,
      body: { required: true, content: { 'application/json': { schema: SpecialEventFields } } },
    },
    responses: {
      201: jsonResponse('The event was created.', SpecialEventBody, createdEventHeaders),
      400: problemResponse('The body or Idempotency-Key is faulty.'),
      409: problemResponse('A request under the same key is being carried out.'),
      422: problemResponse('Another request was sent under the same key.'),
    },
  },
  (museum, { headers, body: draft }, c) =>
    createdResponse(c, headers['Idempotency-Key'], {
      create: () => museum.createSpecialEvent(draft),
      createOnce: (request, render) => museum.idempotent.createSpecialEvent(draft, request, render),
      represent(event) {
        const body = bodyOf(event)
        const Location = `${c.req.path}/${event.eventId}`
        return { body, headers: { ...mustRevalidate, ETag: etagOf(body), Location } }
      },
    }),
)
