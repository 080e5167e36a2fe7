import type { OperationName, Role } from '@museum/application'
import { type ZodObject, type ZodType, z } from 'zod'
import { Problem } from '../problems/problem-details.ts'
import type { ProblemSlug } from '../problems/problem-types.ts'
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
 * besides those of its route (`withKind`), and when the client repeats a request.
 * - `read`: it changes nothing. It has an ETag and `If-None-Match`.
 * - `list`: a read that returns a page.
 * - `keyed`: it creates something; requests with the same `Idempotency-Key` create it once.
 * - `idempotent`: a change; the same request again has no further effect.
 * - `change`: any other change. A client does not repeat it unless it knows that it had no effect.
 */
type KindAndMethod = Readonly<
  | { kind: 'read' | 'list'; method: 'get' }
  | { kind: 'keyed'; method: 'post' }
  | { kind: 'idempotent' | 'change'; method: 'post' | 'put' | 'patch' | 'delete' }
>

/**
 * The description of an operation, from which the OpenAPI document, the validation of requests, the permissions, the client and
 * the types of responses are made.
 */
export type Route = KindAndMethod &
  Readonly<{
    path: string
    operationId: OperationName
    /** The roles that may call it. */
    roles: readonly Role[]
    tags: string[]
    summary: string
    description: string
    request?: Readonly<{
      params?: ZodObject
      query?: ZodObject
      headers?: ZodObject
      body?: DocumentedBody
    }>
    /** Whether the responses may be long, so that users take turns: `takeTurns`. */
    isLong?: true
    /** What a client should do when it is unknown whether this POST took effect, if its kind does not say it. */
    retryAdvice?: string
    responses: Readonly<
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
  }>

type Part<R extends Route, Name extends string> =
  R['request'] extends Readonly<Record<Name, infer Schema extends ZodType>> ? z.output<Schema> : undefined
type RequestBody<R extends Route> =
  R['request'] extends Readonly<{ body: { content: infer Types extends Content; required: infer Required } }>
    ? z.output<Types[keyof Types]['schema']> | (Required extends true ? never : undefined)
    : undefined

/** The parts of a valid request, as values of the domain. */
export type RequestParts<R extends Route> = Readonly<{
  path: Part<R, 'params'>
  query: Part<R, 'query'>
  headers: Part<R, 'headers'>
  body: RequestBody<R>
}>

export type ResponseBody<Documented> = Documented extends { content: infer Types extends Content }
  ? z.output<Types[keyof Types]['schema']>
  : null

/**
 * The responses that a route documents, the 403 of every operation and the 304 of a read. An operation with another status, or
 * another body, does not compile.
 */
export type ResponseOf<R extends Route> =
  | (R['method'] extends 'get' ? TypedResponse<304, null> : never)
  | {
      [Status in keyof R['responses'] & number]: TypedResponse<Status, ResponseBody<R['responses'][Status]>>
    }[keyof R['responses'] & number]
  | TypedResponse<403, Problem>

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
