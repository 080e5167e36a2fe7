import { describe, expect, it } from '@jest/globals'
import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { problemTypes } from '../problems/problem-types.ts'
import { toProblem } from '../problems/to-problem.ts'
import { eventId } from '../special-events/event-id.wire.ts'
import { bodyOf, SpecialEventBody } from '../special-events/special-event.wire.ts'
import { operation } from './operation.ts'
import { json } from './response.ts'
import { type Route, jsonResponse, problemResponse } from './route.ts'

const route = {
  method: 'get',
  path: '/special-events/{eventId}',
  operationId: 'getSpecialEvent',
  tags: ['Events'],
  summary: 'Get special event',
  description: 'One special event.',
  request: { params: z.object({ eventId }) },
  responses: { 200: jsonResponse('The event.', SpecialEventBody), 404: problemResponse('There is none.') },
} as const satisfies Route

// The compiler is the test: `tsc` fails when one of these expected errors is missing.
describe('the compiler', () => {
  it('accepts an operation whose every outcome is documented', () => {
    operation(route, async (museum, { path }, c) => {
      const event = await museum.getSpecialEvent(path.eventId)
      return isRefusal(event) ? toProblem(c, event) : json(c, bodyOf(event), 200)
    })
    expect.assertions(0)
  })

  it('refuses a refusal that has no documented status', () => {
    const undocumented = { ...route, responses: { 200: route.responses[200] } }
    // @ts-expect-error 404 is not documented
    operation(undocumented, async (museum, { path }, c) => {
      const event = await museum.getSpecialEvent(path.eventId)
      return isRefusal(event) ? toProblem(c, event) : json(c, bodyOf(event), 200)
    })
    expect.assertions(0)
  })

  it('refuses a refusal that was forgotten, and a body that is not the documented one', () => {
    operation(route, async (museum, { path }, c) => {
      // @ts-expect-error it may be a refusal
      return json(c, bodyOf(await museum.getSpecialEvent(path.eventId)), 200)
    })
    // @ts-expect-error the body lacks members
    operation(route, async (_museum, _request, c) => json(c, { eventId: '' }, 200))
    expect.assertions(0)
  })
})

describe('the problem types', () => {
  it('are these, with these statuses and titles', () => {
    const table = Object.entries(problemTypes).map(([slug, { status, title }]) => [slug, status, title])
    expect(table).toEqual([
      ['validation-failed', 400, 'Validation failed'],
      ['museum-closed', 400, 'Validation failed: the museum is closed on that date'],
      ['unauthorized', 401, 'Unauthorized'],
      ['forbidden', 403, 'Forbidden'],
      ['not-found', 404, 'Not found'],
      ['event-not-found', 404, 'Special event not found'],
      ['ticket-not-found', 404, 'Ticket not found'],
      ['method-not-allowed', 405, 'Method not allowed'],
      ['request-timeout', 408, 'Request timeout'],
      ['request-in-progress', 409, 'Request in progress'],
      ['ticket-cancelled', 410, 'Ticket cancelled'],
      ['precondition-failed', 412, 'Precondition failed'],
      ['payload-too-large', 413, 'Payload too large'],
      ['unsupported-media-type', 415, 'Unsupported media type'],
      ['idempotency-key-reused', 422, 'Idempotency key reused'],
      ['too-many-requests', 429, 'Too many requests'],
      ['headers-too-large', 431, 'Request headers too large'],
      ['internal-error', 500, 'Internal server error'],
      ['service-unavailable', 503, 'Service unavailable'],
      ['outcome-unknown', 503, 'Outcome unknown'],
    ])
  })
})
