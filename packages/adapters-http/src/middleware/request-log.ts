import type { OperationName } from '@museum/application'
import type { Context, MiddlewareHandler } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { requestPath } from '../operation/request-path.ts'

/**
 * The facts about a request that are logged once its response is made. It holds no credentials, no query and nothing of
 * a body.
 */
export type RequestRecord = Readonly<{
  requestId: string
  /** The `X-Request-Id` that the client sent, at most 200 characters of it. */
  callerRequestId?: string
  method: string
  /** At most 500 characters of the path. */
  path: string
  /**
   * The operation whose method and path the request has, also when the operation was not called. Absent for every other
   * request, such as one for `/docs` or an unknown path.
   */
  operationId?: OperationName
  /** The IP address of the client, where it is known. */
  clientAddress?: string
  status: number
  milliseconds: number
  /** The identifier of the trace of the request, which the option `traceRequest` has added. */
  traceId?: string
  /** The error that was thrown, when it is the cause of a 500 or 503. `JSON.stringify` makes it `{}`: use `describeError`. */
  error?: Error
}>

/** Runs `handle`, which handles a request, and returns its record. */
export type TraceRequest = (c: Context<MuseumEnv>, handle: () => Promise<RequestRecord>) => Promise<RequestRecord>

const maxCallerRequestIdLength = 200
const maxPathLength = 500

/** Sets the mount path, the identifier of each request and the client's address, and passes the request's record to `onResponse`. */
export const requestLog =
  (
    mountPath: string,
    newRequestId: () => string,
    clientAddress: (c: Context) => string | undefined,
    onResponse: (record: RequestRecord) => void,
    traceRequest: TraceRequest = (_c, handle) => handle(),
  ): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    const start = performance.now()
    const requestId = newRequestId()
    const callerRequestId = c.req.header('X-Request-Id')
    // Read before the request is handled: a connection that the client has closed by then has no address.
    const address = clientAddress(c)
    c.set('mountPath', mountPath)
    c.set('requestId', requestId)
    c.set('clientAddress', address ?? '')
    const handle = async (): Promise<RequestRecord> => {
      await next()
      const operationId = c.get('operationId')
      return {
        requestId,
        ...(callerRequestId !== undefined && { callerRequestId: callerRequestId.slice(0, maxCallerRequestIdLength) }),
        method: c.req.method,
        path: requestPath(c).slice(0, maxPathLength),
        ...(operationId !== undefined && { operationId }),
        ...(address !== undefined && { clientAddress: address }),
        status: c.res.status,
        milliseconds: performance.now() - start,
        ...(c.error && { error: c.error }),
      }
    }
    onResponse(await traceRequest(c, handle))
  }
