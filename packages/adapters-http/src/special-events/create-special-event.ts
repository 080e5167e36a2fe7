import { type SpecialEvent, isRefusal } from '@museum/domain'
import { etagOf } from '../operation/entity-tag.ts'
import { type Created, idempotencyKey, keyedRequest, render, renderedResponse } from '../operation/idempotency.ts'
import { operation } from '../operation/operation.ts'
import { requestPath } from '../operation/request-path.ts'
import { json, mustRevalidate } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/to-problem.ts'
import { createdEventHeaders, SpecialEventBody, SpecialEventFields, toSpecialEventBody } from './special-event.wire.ts'

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
      409: problemResponse('Another request with the same key is in progress.', 'request-in-progress'),
      422: problemResponse('The same key was used for another request.', 'idempotency-key-reused'),
    },
  },
  async (museum, { headers, body: draft }, c) => {
    const represent = (event: SpecialEvent): Created<SpecialEventBody> => {
      const body = toSpecialEventBody(event)
      const Location = `${requestPath(c)}/${event.eventId}`
      return { body, headers: { ...mustRevalidate, ETag: etagOf(body), Location } }
    }
    const key = headers['Idempotency-Key']
    if (key === undefined) {
      const created = represent(await museum.createSpecialEvent(draft, c.get('principal')))
      return json(c, created.body, 201, created.headers)
    }
    const request = await keyedRequest(c, key)
    const outcome = await museum.idempotent.createSpecialEvent(draft, request, (event) => render(represent(event)))
    return isRefusal(outcome) ? toProblem(c, outcome) : renderedResponse<SpecialEventBody>(c, outcome)
  },
)
