import { ClientGone, type OperationName } from '@museum/application'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import type { Operation } from '../operation/operation.ts'
import { requestPath } from '../paths.ts'

/**
 * The facts about a request that are logged once its response is made. It contains no credentials, no query and no part
 * of a body.
 */
export type RequestRecord = Readonly<{
  requestId: string
  /** The `X-Request-Id` that the client sent, at most 200 characters of it. */
  callerRequestId?: string
  method: string
  /** At most 500 characters of the path; of a link of a visitor, only the first 8. */
  path: string
  /**
   * The operation with the method and path of the request, also when it was not called. Absent for all other requests,
   * such as one for `/docs` or for an unknown path.
   */
  operationId?: OperationName
  /** The IP address of the client, where it is known. */
  clientAddress?: string
  status: number
  milliseconds: number
  /** The identifier of the request's trace, which the option `traceRequest` adds. */
  traceId?: string
  /** The error that was thrown, when it is the cause of a 500 or 503. `JSON.stringify` makes it `{}`: use `describeError`. */
  error?: Error
}>

/** Runs `handle`, which handles a request, and returns its record. */
export type TraceRequest = (c: Context<MuseumEnv>, handle: () => Promise<RequestRecord>) => Promise<RequestRecord>

const maxCallerRequestIdLength = 200
const maxPathLength = 500

/** The path of a request with the first 8 characters of a link of a visitor: its pages ask for nothing else. */
const withoutLink = (path: string): string => path.replace(/(\/(?:my-tickets|buy)\/.{8}).+/su, '$1…')

/** Sets where the API is, the identifier of each request and the client's address, and passes the request's record to `onResponse`. */
export const requestLog =
  (
    { mountPath, publicOrigin }: Pick<MuseumEnv['Variables'], 'mountPath' | 'publicOrigin'>,
    newRequestId: () => string,
    clientAddress: (c: Context) => string | undefined,
    onResponse: (record: RequestRecord) => void,
    traceRequest: TraceRequest = (_c, handle) => handle(),
  ): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    const start = performance.now()
    const requestId = newRequestId()
    const callerRequestId = c.req.header('X-Request-Id')
    // Read before the request is handled: once the client has closed the connection, it has no address.
    const address = clientAddress(c)
    c.set('mountPath', mountPath)
    c.set('publicOrigin', publicOrigin)
    c.set('requestId', requestId)
    c.set('clientAddress', address ?? '')
    const handle = async (): Promise<RequestRecord> => {
      await next()
      const operationId = c.get('operationId')
      return {
        requestId,
        ...(callerRequestId !== undefined && { callerRequestId: callerRequestId.slice(0, maxCallerRequestIdLength) }),
        method: c.req.method,
        path: withoutLink(requestPath(c)).slice(0, maxPathLength),
        ...(operationId !== undefined && { operationId }),
        ...(address !== undefined && { clientAddress: address }),
        status: c.res.status,
        milliseconds: performance.now() - start,
        ...(c.error && !(c.error instanceof ClientGone) && { error: c.error }),
      }
    }
    onResponse(await traceRequest(c, handle))
  }

/** Sets the `operationId` and the `route` of every request that has the method and the path of an operation, before it can be refused. */
export const nameOperations = (
  api: Hono<MuseumEnv>,
  operations: readonly Pick<Operation, 'route' | 'path'>[],
): void => {
  for (const { route, path } of operations)
    api.on(route.method.toUpperCase(), path, (c, next) => {
      c.set('operationId', route.operationId)
      c.set('route', route.path)
      return next()
    })
}

/** Writes the error of a request that got 500 to standard error, without what may be personal data. */
export const logDefect = ({ status, requestId, method, path, error }: RequestRecord): void => {
  if (status === 500 && error !== undefined) console.error(`500 ${method} ${path} (${requestId})`, describeError(error))
}

type DatabaseError = Error & Readonly<{ code?: unknown; errno?: unknown; sql?: unknown; errcode?: unknown }>

/** How many causes are described at most, since causes may form a cycle. */
const maxCauses = 10

/**
 * The parts of an error that are logged: type, message, codes, stack and cause. The message and the statement of a
 * database error are left out, since they contain personal data.
 */
export const describeError = (error: DatabaseError): object => describe(error, maxCauses)

const describe = (error: DatabaseError, causes: number): object => {
  const { name, code, errno, errcode, sql, stack, message, cause } = error
  const isDatabaseError = sql !== undefined || errno !== undefined || errcode !== undefined
  return {
    type: name,
    ...(!isDatabaseError && { message }),
    ...(code !== undefined && { code }),
    ...(errno !== undefined && { errno }),
    ...(errcode !== undefined && { errcode }),
    stack: stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(cause instanceof Error && causes > 0 && { cause: describe(cause, causes - 1) }),
  }
}
