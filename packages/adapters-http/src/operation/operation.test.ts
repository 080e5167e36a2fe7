import { describe, expect, it } from '@jest/globals'
import { EventId, isRefusal, refuse } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { SpecialEventBody, toSpecialEventBody } from '../special-events/special-event.wire.ts'
import { operation } from './operation.ts'
import { json } from './response.ts'
import { type Descriptor, jsonResponse } from './route.ts'

const descriptor = {
  path: '/special-events/{eventId}',
  operationId: 'getSpecialEvent',
  kind: 'read',
  roles: ['admin'],
  tags: ['Events'],
  summary: 'Get special event',
  description: 'One special event.',
  responses: { 200: jsonResponse('The event.', SpecialEventBody) },
} as const satisfies Descriptor

// These tests run in the compiler: `tsc` fails when one of the expected errors is missing.
describe('an operation', () => {
  it('compiles when its descriptor documents every response', () => {
    operation(descriptor).calls((museum, { path }) => museum.getSpecialEvent(path.eventId), toSpecialEventBody)
    operation(descriptor).calls(async (museum, { path }, c) => {
      const event = await museum.getSpecialEvent(path.eventId)
      return isRefusal(event) ? event : json(c, toSpecialEventBody(event), 200)
    })
    expect.assertions(0)
  })

  it('does not compile when its descriptor does not document the status of a refusal', () => {
    const undocumented = { ...descriptor, path: '/special-events' } as const
    // @ts-expect-error 404 is not documented
    operation(undocumented).calls((museum) => museum.getSpecialEvent(EventId(exampleId(1))), toSpecialEventBody)
    expect.assertions(0)
  })

  it('does not compile when its operationId is not the name of a use case', () => {
    // @ts-expect-error there is no such use case
    operation({ ...descriptor, operationId: 'removeSpecialEvent' }).calls(async () => refuse('event-not-found', ''))
    expect.assertions(0)
  })

  it('does not compile when it does not check for a refusal', () => {
    operation(descriptor).calls(async (museum, { path }, c) => {
      // @ts-expect-error the event may be a refusal
      return json(c, toSpecialEventBody(await museum.getSpecialEvent(path.eventId)), 200)
    })
    expect.assertions(0)
  })

  it('does not compile when its body is not the documented one', () => {
    // @ts-expect-error the body lacks members
    operation(descriptor).calls(async () => ({ eventId: '' }))
    // @ts-expect-error the body lacks members
    operation(descriptor).calls(async (_museum, _request, c) => json(c, { eventId: '' }, 200))
    operation(descriptor).calls(
      (museum, { path }) => museum.getSpecialEvent(path.eventId),
      // @ts-expect-error the body lacks members
      () => ({ eventId: '' }),
    )
    expect.assertions(0)
  })

  it('does not compile when its response has no documented status or body', () => {
    // @ts-expect-error any response could have any status
    operation(descriptor).calls(async () => new Response())
    expect.assertions(0)
  })
})
