import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse } from '../operation/route.ts'
import { CapacityBody, capacityHeaders } from './capacity.wire.ts'

export const getGeneralEntryCapacity = operation(
  {
    method: 'get',
    path: '/museum-hours/capacity',
    operationId: 'getGeneralEntryCapacity',
    tags: ['Operations'],
    summary: 'Get capacity of general entry',
    description: 'How many tickets for general entry are sold at most for each day.',
    request: { headers: ifNoneMatch },
    responses: { 200: jsonResponse('The capacity.', CapacityBody, capacityHeaders), 304: notModified },
  },
  async (museum, _, c) => okWithEtag(c, await museum.getGeneralEntryCapacity()),
)
