import type { Once, OperationName, Principal, Role } from '@museum/application'
import { type ZodObject, type ZodType, z } from 'zod'
import { Problem } from '../problems/problem-details.ts'
import type { ProblemSlug } from '../problems/problem-types.ts'
import type { Identifiers } from './identifiers.ts'
import type { TypedResponse } from './response.ts'

/** Examples by name, for the documentation. */
type Examples = Readonly<Record<string, Readonly<{ summary: string; value: unknown }>>>
/**
 * Schemas by media type. `documented` is the schema for the documentation, if that describes more rules than `schema`.
 * `schema` must not check the rules of the domain, since the faults that the domain finds would then be missing from
 * the response.
 */
type Content = Readonly<Record<string, Readonly<{ schema: ZodType; documented?: ZodType; examples?: Examples }>>>

/**
 * The body of a request: JSON of at most 128 KiB, or, with `maxBytes`, a file of at most so many bytes, whose schemas are
 * `FileBody`.
 */
export type DocumentedBody = Readonly<{ content: Content; required: boolean; maxBytes?: number }>

/** A body that is not JSON, with its media type. */
export const FileBody = z.object({ type: z.string(), bytes: z.instanceof(Uint8Array<ArrayBuffer>) })

/**
 * What an operation does, and what a repetition of a request does. It decides which headers and responses the operation has
 * besides those of its descriptor (`completeRoute`), and when the client repeats a request.
 * - `read`: it changes nothing. It has an ETag and `If-None-Match`.
 * - `list`: a read that returns a page.
 * - `keyed`: it creates something; requests with the same `Idempotency-Key` create it once.
 * - `idempotent`: a change; the same request again has no further effect.
 * - `change`: any other change. A client does not repeat it unless it knows that it had no effect.
 */
type KindAndMethod = Readonly<
  | { kind: 'read' | 'list' | 'keyed'; method?: never }
  | { kind: 'idempotent' | 'change'; method: 'post' | 'put' | 'patch' | 'delete' }
>

type Responses = Readonly<
  Record<
    number,
    Readonly<{
      description: string
      headers?: ZodObject
      content?: Content
      /** The problem types that an error response can have. */
      problems?: readonly ProblemSlug[]
    }>
  >
>

type Described = Readonly<{
  path: string
  operationId: OperationName
  /** The roles that may call it. */
  roles: readonly Role[]
  tags: string[]
  description: string
  /** Whether the responses may be long, so that users take turns: `takeTurns`. */
  isLong?: true
  /** What a client should do when it is unknown whether this POST took effect, if its kind does not say it. */
  retryAdvice?: string
  responses: Responses
}>

/**
 * The description of an operation, from which the OpenAPI document, the validation of requests, the permissions, the client and
 * the types of responses are made. It leaves out what follows from its kind, its path and its other members.
 */
export type Descriptor = KindAndMethod &
  Described &
  Readonly<{
    /** By default made of the operationId: `List ticket keys`. */
    summary?: string
    query?: ZodObject
    body?: DocumentedBody
    /** What a request with `If-Match` changes, such as `event`. */
    ifMatch?: string
    /** Where a new thing is: a path below that of the request, with members of the response, such as `{ticketId}/qr`. */
    location?: Readonly<{ path: string; description: string }>
  }>

/** A descriptor with everything that follows from it. */
export type Route = Described &
  Readonly<{
    kind: Descriptor['kind']
    summary: string
    method: 'get' | 'post' | 'put' | 'patch' | 'delete'
    request: Readonly<{
      params?: ZodObject | undefined
      query?: ZodObject | undefined
      headers?: ZodObject | undefined
      body?: DocumentedBody | undefined
    }>
    location?: Descriptor['location']
  }>

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never
type RequestBody<D extends Descriptor> =
  D extends Readonly<{
    body: { content: infer Types extends Content; required: infer Required }
  }>
    ? z.output<Types[keyof Types]['schema']> | (Required extends true ? never : undefined)
    : undefined

/** A valid request: who sent it, and its parts as values of the domain. */
export type RequestOf<D extends Descriptor = Descriptor> = Readonly<{
  principal: Principal
  path: Pick<Identifiers, ParameterOf<D['path']> & keyof Identifiers>
  query: D extends Readonly<{ query: infer Query extends ZodType }> ? z.output<Query> : undefined
  body: RequestBody<D>
  /** Whether a body has an ETag of `If-Match`; true for every body without that header. */
  isMatch: (body: object) => boolean
  /** How a keyed operation creates something once; `undefined` without an `Idempotency-Key`. */
  once: Once<unknown> | undefined
}>

/** The body of a response as a descriptor documents it; `null` if it has none. */
export type BodyOf<Documented> = Documented extends { content: infer Types extends Content }
  ? z.output<Types[keyof Types]['schema']>
  : null

/** The statuses of the error responses that operations with this descriptor can have. */
export type ErrorStatusOf<D extends Descriptor> =
  | keyof D['responses']
  | 400
  | 403
  | (D['path'] extends `${string}{${string}` ? 404 : never)
  | (D extends Readonly<{ ifMatch: string }> ? 412 : never)
  | (D['kind'] extends 'keyed' ? 409 | 422 : never)

/**
 * The responses that a descriptor documents. An operation with another status, or another body, does not compile.
 */
export type ResponseOf<D extends Descriptor> =
  | (D['kind'] extends 'read' | 'list' ? TypedResponse<304, null> : never)
  | {
      [Status in keyof D['responses'] & number]: TypedResponse<Status, BodyOf<D['responses'][Status]>>
    }[keyof D['responses'] & number]
  | TypedResponse<400 | 403, Problem>

/** Documents a response with a JSON body. */
export const jsonResponse = <Schema extends ZodType>(
  description: string,
  schema: Schema,
  headers?: ZodObject,
  examples?: Examples,
) => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema, ...(examples && { examples }) } },
})

/**
 * Documents an error response with one of these problem types. Those that every operation has, such as
 * `validation-failed`, are left out.
 */
export const problemResponse = (description: string, ...problems: ProblemSlug[]) => ({
  description,
  problems,
  content: { 'application/problem+json': { schema: Problem } },
})

/** Documents a required JSON body. `documented` and `examples` are for the documentation. */
export const jsonBody = <Schema extends ZodType>(
  schema: Schema,
  documentation: Readonly<{ documented?: ZodType; examples?: Examples }> = {},
) => ({ required: true as const, content: { 'application/json': { schema, ...documentation } } })
