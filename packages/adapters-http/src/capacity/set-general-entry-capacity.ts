import { operation } from '../operation/operation.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { CapacityBody, CapacityFields } from './capacity.wire.ts'

export const setGeneralEntryCapacity = operation(
  {
    method: 'put',
    path: '/museum-hours/capacity',
    operationId: 'setGeneralEntryCapacity',
    tags: ['Operations'],
    summary: 'Set capacity of general entry',
    description:
      'Limits how many tickets for general entry are sold for each day. ' +
      'Tickets that are sold stay valid, also where they are more. After a 503, send it again.',
    request: {
      body: { required: true, content: { 'application/json': { schema: CapacityFields } } },
    },
    responses: {
      200: jsonResponse('The capacity is in force.', CapacityBody),
      400: problemResponse('The body is faulty.'),
    },
  },
  async (museum, { body }, c) => {
    const change = await museum.setGeneralEntryCapacity(body.capacity, c.get('principal'))
    return json(c, { capacity: change.capacity }, 200, noStore)
  },
)
