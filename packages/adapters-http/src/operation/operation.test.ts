import { describe, expect, it } from '@jest/globals'
import { isRefusal, refuse } from '@museum/domain'
import { z } from 'zod'
import { toProblem } from '../problems/problem.ts'
import { SpecialEventBody, eventId, toSpecialEventBody } from '../special-events/special-event.wire.ts'
import { operation } from './operation.ts'
import { json } from './response.ts'
import { type Route, jsonResponse, problemResponse } from './route.ts'

const route = {
  method: 'get',
  path: '/special-events/{eventId}',
  operationId: 'getSpecialEvent',
  kind: 'read',
  roles: ['admin'],
  tags: ['Events'],
  summary: 'Get special event',
  description: 'One special event.',
  request: { params: z.object({ eventId }) },
  responses: { 200: jsonResponse('The event.', SpecialEventBody), 404: problemResponse('There is none.') },
} as const satisfies Route

// These tests run in the compiler: `tsc` fails when one of the expected errors is missing.
describe('an operation', () => {
  it('compiles when its route documents every response', () => {
    operation(route, async (museum, { path }, c) => {
      const event = await museum.getSpecialEvent(path.eventId)
      return isRefusal(event) ? toProblem(c, event) : json(c, toSpecialEventBody(event), 200)
    })
    expect.assertions(0)
  })

  it('does not compile when its route does not document the status of a refusal', () => {
    const undocumented = { ...route, responses: { 200: route.responses[200] } }
    // @ts-expect-error 404 is not documented
    operation(undocumented, async (museum, { path }, c) => {
      const event = await museum.getSpecialEvent(path.eventId)
      return isRefusal(event) ? toProblem(c, event) : json(c, toSpecialEventBody(event), 200)
    })
    expect.assertions(0)
  })

  it('does not compile when its operationId is not the name of a use case', () => {
    // @ts-expect-error there is no such use case
    operation({ ...route, operationId: 'removeSpecialEvent' }, async (_museum, _request, c) =>
      toProblem(c, refuse('event-not-found', 'There is none.')),
    )
    expect.assertions(0)
  })

  it('does not compile when it does not check for a refusal', () => {
    operation(route, async (museum, { path }, c) => {
      // @ts-expect-error the event may be a refusal
      return json(c, toSpecialEventBody(await museum.getSpecialEvent(path.eventId)), 200)
    })
    expect.assertions(0)
  })

  it('does not compile when its body is not the documented one', () => {
    // @ts-expect-error the body lacks members
    operation(route, async (_museum, _request, c) => json(c, { eventId: '' }, 200))
    expect.assertions(0)
  })

  it('does not compile when its response has no documented status or body', () => {
    // @ts-expect-error any response could have any status
    operation(route, async () => new Response())
    expect.assertions(0)
  })
})
