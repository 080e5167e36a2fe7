import { z } from 'zod'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse } from '../operation/route.ts'
import { TicketKeySet, toTicketKeySet } from './ticket-keys.wire.ts'

export const listTicketKeys = operation(
  {
    method: 'get',
    path: '/ticket-keys',
    operationId: 'listTicketKeys',
    tags: ['Gate'],
    summary: 'List ticket keys',
    description:
      'The public keys that verify the codes of tickets, for a scanner without a network. The codes of a key that is not ' +
      'here are invalid.',
    request: { headers: ifNoneMatch },
    responses: {
      200: jsonResponse(
        'The keys.',
        TicketKeySet,
        z.object({ ETag: z.string().meta({ description: 'Identifies this set of keys, for If-None-Match.' }) }),
      ),
      304: notModified,
    },
  },
  async (museum, _request, c) => okWithEtag(c, toTicketKeySet(await museum.listTicketKeys())),
)
