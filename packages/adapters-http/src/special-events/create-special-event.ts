import { json, revalidated } from '../answer.ts'
import { etagOf } from '../conditional.ts'
import { answers, operation, refuses } from '../operation.ts'
import { SpecialEventBody, SpecialEventFields, bodyOf, createdEventHeaders } from './special-event.wire.ts'

export const createSpecialEvent = operation(
  {
    method: 'post',
    path: '/special-events',
    operationId: 'createSpecialEvent',
    tags: ['Events'],
    summary: 'Create special event',
    description: 'Creates a special event. Past dates are accepted; dates are sorted, and each is kept once.',
    request: { body: { required: true, content: { 'application/json': { schema: SpecialEventFields } } } },
    responses: {
      201: answers('The event was created.', SpecialEventBody, createdEventHeaders),
      400: refuses('The body is faulty.'),
    },
  },
  async (museum, { body }, c) => {
    const created = bodyOf(await museum.createSpecialEvent(body))
    return json(c, created, 201, {
      ...revalidated,
      ETag: etagOf(created),
      Location: `${c.req.path}/${created.eventId}`,
    })
  },
)
