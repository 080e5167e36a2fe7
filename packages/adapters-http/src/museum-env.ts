import type { OperationName, Principal } from '@museum/application'

/** The variables that Hono's context has for each request. */
export type MuseumEnv = {
  Variables: {
    /** The option of that name: the path that the whole API is below in its host. */
    mountPath: string
    /** A UUID made by the service: the `instance` of a problem record, and `X-Request-Id`. */
    requestId: string
    /** The operation whose method and path the request has; not set for any other request. */
    operationId: OperationName | undefined
    /** The path of that operation below the base path, with the names of its parameters: `/tickets/{ticketId}`. */
    route: string | undefined
    /** The authenticated user and the user's role. Not set outside of the base path and before the authentication. */
    principal: Principal
    /** The IP address of the client, or `''` when it is not known. */
    clientAddress: string
    /** The `retryAdvice` of the route, for an operation with a body. */
    retryAdvice: string | undefined
  }
}
