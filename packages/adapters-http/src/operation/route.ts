import type { OperationName } from '@museum/application'
import type { ZodObject, ZodType, z } from 'zod'
import { Problem } from '../problems/problem-record.ts'
import type { ProblemSlug } from '../problems/problem-types.ts'
import type { TypedResponse } from './response.ts'

/** Examples by name, for the documentation. */
type Examples = Readonly<Record<string, Readonly<{ summary: string; value: unknown }>>>
/**
 * Schemas by media type; `documented` is the one for the documentation, where it says more about valid bodies than `schema`
 * may check: one that checks also what the domain does would hide the faults that the domain finds.
 */
type Content = Readonly<Record<string, Readonly<{ schema: ZodType; documented?: ZodType; examples?: Examples }>>>

/** The description of an operation. The OpenAPI document, the checks of requests and the types of responses come from it. */
export type Route = Readonly<{
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  operationId: OperationName
  tags: string[]
  summary: string
  description: string
  request?: Readonly<{
    params?: ZodObject
    query?: ZodObject
    headers?: ZodObject
    body?: Readonly<{ content: Content; required: boolean }>
  }>
  /** What a client does when it is unknown whether this POST took effect; by default the advice for a purchase. */
  retryAdvice?: string
  responses: Readonly<
    Record<
      number,
      Readonly<{
        description: string
        headers?: ZodObject
        content?: Content
        /** The types of the problems that a response with a problem record can have. */
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

/** The parts of a request that has no fault, as values of the domain. */
export type RequestParts<R extends Route> = Readonly<{
  path: Part<R, 'params'>
  query: Part<R, 'query'>
  headers: Part<R, 'headers'>
  body: RequestBody<R>
}>

type ResponseBody<Documented> = Documented extends { content: infer Types extends Content }
  ? z.output<Types[keyof Types]['schema']>
  : null

/**
 * The responses that a route documents, and the 403 of every operation. An operation with another status, or another body,
 * does not compile.
 */
export type ResponseOf<R extends Route> =
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
 * Documents a response with a problem record of one of these types. Those that every operation has, such as
 * `validation-failed`, are left out.
 */
export const problemResponse = (description: string, ...problems: ProblemSlug[]) => ({
  description,
  problems,
  content: { 'application/problem+json': { schema: Problem } },
})
