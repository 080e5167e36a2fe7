import { z } from 'zod'
import { ifNoneMatchHeader, notModified } from './conditional.ts'
import { idempotencyKeyHeader, idempotencyReplayedHeader } from './idempotency.ts'
import { listHeaders } from './paging.ts'
import { type Route, problemResponse } from './route.ts'

/** A route with the headers and responses that follow from its kind. */
export const withKind = (route: Route): Route => {
  const { kind, request, responses } = route
  if (kind === 'read' || kind === 'list')
    return {
      ...route,
      request: { ...request, headers: ifNoneMatchHeader },
      responses: {
        ...responses,
        200: { ...responses[200]!, ...(kind === 'list' && { headers: listHeaders }) },
        304: notModified,
      },
    }
  if (kind === 'keyed') {
    const [created, conflict] = [responses[201]!, responses[409]]
    return {
      ...route,
      request: { ...request, headers: idempotencyKeyHeader },
      responses: {
        ...responses,
        201: { ...created, headers: z.object({ ...created.headers?.shape, ...idempotencyReplayedHeader.shape }) },
        409: problemResponse(
          conflict?.description ?? 'Another request with the same key is in progress.',
          ...(conflict?.problems ?? []),
          'request-in-progress',
        ),
        422: problemResponse('The same key was used for another request.', 'idempotency-key-reused'),
      },
    }
  }
  return route
}
