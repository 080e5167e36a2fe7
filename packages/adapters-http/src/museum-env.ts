import type { IncomingMessage } from 'node:http'
import type { CredentialVerifier, MuseumSettings, OperationName, Principal } from '@museum/application'
import type { VatRates } from '@museum/domain'
import type { Language } from '@museum/languages'
import type { Context } from 'hono'

/** The settings of the museum as pages show them. */
export type PageSettings = Omit<MuseumSettings, 'language'> &
  Readonly<{
    language: Language
    /** The rates of tax that prices contain. */
    vatRates?: VatRates | undefined
  }>

/** The variables that Hono's context has for each request. */
export type MuseumEnv = {
  Variables: {
    /** The option of that name: the path below which the API is mounted. */
    mountPath: string
    /** The option of that name: the origin at which clients see the API, where it is known. */
    publicOrigin: string | undefined
    /** A UUID that the service makes: the `instance` of problem details, and `X-Request-Id`. */
    requestId: string
    /** The operation with the method and path of the request; not set for other requests. */
    operationId: OperationName | undefined
    /** The path of that operation below the base path, with the names of its parameters: `/tickets/{ticketId}`. */
    route: string | undefined
    /** The authenticated user and the user's role. Not set outside of the base path and before the authentication. */
    principal: Principal
    /** What has verified the user; set with `principal`. */
    credentials: CredentialVerifier
    /** When the deadline of the request ends, as `performance.now()` counts. */
    endsAt: number
    /** The settings of the museum, for the pages; not set below the base path. */
    museumSettings: PageSettings
    /** The IP address of the client, or `''` when it is not known. */
    clientAddress: string
    /** Whether a POST has begun to change something. Not set before its operation is called. */
    mayHaveTakenEffect: boolean | undefined
    /** What a client should do when it is unknown whether the request took effect. Set with `mayHaveTakenEffect`. */
    retryAdvice: string
  }
}

/** The request that Node received, if the server passes it on, as `@hono/node-server` does. */
export const incomingOf = (c: Context): IncomingMessage | undefined =>
  (c.env as Readonly<{ incoming?: IncomingMessage }> | undefined)?.incoming
