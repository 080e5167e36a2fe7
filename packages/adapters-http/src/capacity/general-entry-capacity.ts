import { z } from 'zod'
import { okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { listQuery, pagingHeaders } from '../operation/paging.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { AvailabilityBody, CapacityBody, CapacityFields, capacityHeaders, toAvailabilityBody } from './capacity.wire.ts'

export const setGeneralEntryCapacity = operation(
  {
    method: 'put',
    path: '/museum-hours/capacity',
    operationId: 'setGeneralEntryCapacity',
    kind: 'idempotent',
    roles: ['admin'],
    tags: ['Operations'],
    summary: 'Set capacity of general entry',
    description:
      'Limits how many tickets for general entry are sold for each day. ' +
      'Sold tickets stay valid, even if they are more than that. After a 503, send the request again.',
    request: {
      body: { required: true, content: { 'application/json': { schema: CapacityFields } } },
    },
    responses: {
      200: jsonResponse('The capacity is in force.', CapacityBody),
      400: problemResponse('The body is not valid.'),
    },
  },
  async (museum, { body }, c) => {
    const change = await museum.setGeneralEntryCapacity(body.capacity, c.get('principal'))
    return json(c, { capacity: change.capacity }, 200, noStore)
  },
)

export const getGeneralEntryCapacity = operation(
  {
    method: 'get',
    path: '/museum-hours/capacity',
    operationId: 'getGeneralEntryCapacity',
    kind: 'read',
    roles: ['admin', 'box-office'],
    tags: ['Operations'],
    summary: 'Get capacity of general entry',
    description: 'How many tickets for general entry are sold at most for each day.',
    responses: { 200: jsonResponse('The capacity.', CapacityBody, capacityHeaders) },
  },
  async (museum, _, c) => okWithEtag(c, await museum.getGeneralEntryCapacity()),
)

export const getGeneralEntryAvailability = operation(
  {
    method: 'get',
    path: '/museum-hours/availability',
    operationId: 'getGeneralEntryAvailability',
    kind: 'list',
    roles: ['admin', 'box-office', 'gate', 'reader'],
    tags: ['Operations'],
    summary: 'Get availability of general entry',
    description: 'The places for general entry on each open day, ascending by date. A closed day has no record.',
    request: {
      query: listQuery(
        "The first day. By default today in the museum's time zone.",
        'The last day. The list ends 365 days after the later of startDate and today at the latest.',
        'The number of open days in a page.',
      ),
    },
    responses: {
      200: jsonResponse('The places of each open day.', z.array(AvailabilityBody)),
      400: problemResponse('The query is not valid.'),
    },
  },
  async (museum, { query }, c) => {
    const page = await museum.getGeneralEntryAvailability(query, query)
    return okWithEtag(c, page.items.map(toAvailabilityBody), pagingHeaders(c, query, page))
  },
)
