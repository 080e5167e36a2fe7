import { type SpecialEvent, isRefusal } from '@museum/domain'
import { etagOf } from '../operation/conditional.ts'
import { type Created, idempotencyKey, keyedRequest, render, renderedResponse } from '../operation/idempotency.ts'
import { operation } from '../operation/operation.ts'
import { json, privateNoCache } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { requestPath } from '../paths.ts'
import { toProblem } from '../problems/problem.ts'
import { SpecialEventBody, SpecialEventFields, createdEventHeaders, toSpecialEventBody } from './special-event.wire.ts'

export const createSpecialEvent = operation(
  {
    method: 'post',
    path: '/special-events',
    operationId: 'createSpecialEvent',
    tags: ['Events'],
    summary: 'Create special event',
    description: 'Creates a special event. Past dates are accepted. Dates are sorted, and repeated dates are removed.',
    request: {
      headers: idempotencyKey,
      body: { required: true, content: { 'application/json': { schema: SpecialEventFields } } },
    },
    responses: {
      201: jsonResponse('The event was created.', SpecialEventBody, createdEventHeaders),
      400: problemResponse('The body or Idempotency-Key is not valid, or the price is finer than the currency.'),
      409: problemResponse('Another request with the same key is in progress.', 'request-in-progress'),
      422: problemResponse('The same key was used for another request.', 'idempotency-key-reused'),
    },
  },
  async (museum, { headers, body: draft }, c) => {
    const represent = (event: SpecialEvent): Created<SpecialEventBody> => {
      const body = toSpecialEventBody(event)
      const Location = `${requestPath(c)}/${event.eventId}`
      return { body, headers: { ...privateNoCache, ETag: etagOf(body), Location } }
    }
    const key = headers['Idempotency-Key']
    if (key === undefined) {
      const event = await museum.createSpecialEvent(draft, c.get('principal'))
      if (isRefusal(event)) return toProblem(c, event)
      const created = represent(event)
      return json(c, created.body, 201, created.headers)
    }
    const request = await keyedRequest(c, key)
    const outcome = await museum.idempotent.createSpecialEvent(draft, request, (event) => render(represent(event)))
    return isRefusal(outcome) ? toProblem(c, outcome) : renderedResponse<SpecialEventBody>(c, outcome)
  },
)
