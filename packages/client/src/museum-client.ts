import type {
  ClientOptions,
  ConditionalOptions,
  KeyedOptions,
  PreconditionOptions,
  RequestOptions,
} from './client-options.ts'
import type { operations } from './generated/openapi.ts'
import { operationTable } from './generated/operation-table.ts'
import { type List, list } from './list.ts'
import { randomUuid } from './random-uuid.ts'
import { ResponsePromise } from './response-promise.ts'
import { type ApiRequest, baseOf, sendRequest } from './send-request.ts'

/** The query parameters of an operation. One that is `undefined` is not sent. */
export type QueryOf<Name extends keyof operations> = OrUndefined<NonNullable<operations[Name]['parameters']['query']>>
type OrUndefined<Query> = {
  [Key in keyof Query]: object extends Pick<Query, Key> ? Query[Key] | undefined : Query[Key]
}

/**
 * A read. With the `ETag` of an earlier response as `ifNoneMatch` its body is `undefined` when nothing has changed since.
 */
export type Read<Args extends readonly unknown[], Body> = {
  (...args: [...Args, options: ConditionalOptions]): ResponsePromise<Body | undefined>
  (...args: [...Args, options?: RequestOptions]): ResponsePromise<Body>
}

type Table = typeof operationTable
type Name = keyof Table & keyof operations
type Kind<N extends Name> = Table[N][0]
type Has<N extends Name, Part extends string> = Part extends Table[N][number] ? true : false

type Member<T, Key> = Key extends keyof T ? T[Key] : never

/** A file of special events, and the format of the file. */
type FileArguments = [file: string | Uint8Array<ArrayBuffer>, format: 'csv' | 'jsonl']
type PathArguments<
  N extends Name,
  Path extends string = Table[N][2],
> = Path extends `${string}{${infer Id}}${infer Rest}`
  ? [id: Member<operations[N]['parameters']['path'], Id>, ...PathArguments<N, Rest>]
  : []
type BodyArguments<N extends Name> =
  Has<N, 'file'> extends true
    ? FileArguments
    : Has<N, 'body'> extends false
      ? []
      : operations[N] extends { requestBody: { content: { 'application/json': infer Body } } }
        ? [body: Body]
        : [body?: Member<Member<NonNullable<operations[N]['requestBody']>, 'content'>, 'application/json'>]
type QueryArguments<N extends Name> =
  Has<N, 'query'> extends true ? (object extends QueryOf<N> ? [query?: QueryOf<N>] : [query: QueryOf<N>]) : []
/** The identifiers in the path, in their order; then the body, or a file and its format; then the query. */
type Arguments<N extends Name> = [...PathArguments<N>, ...BodyArguments<N>, ...QueryArguments<N>]

type Data<N extends Name> = Has<N, 'image'> extends true ? Uint8Array<ArrayBuffer> : JsonOf<operations[N]['responses']>
type JsonOf<Responses> = Responses extends
  | { 200: { content: { 'application/json': infer Json } } }
  | { 201: { content: { 'application/json': infer Json } } }
  ? Json
  : undefined

type OptionsOf<N extends Name> =
  Kind<N> extends 'keyed' ? KeyedOptions : Has<N, 'if-match'> extends true ? PreconditionOptions : RequestOptions

type Method<N extends Name> =
  Kind<N> extends 'list'
    ? (
        ...args: [...Arguments<N>, options?: RequestOptions]
      ) => List<Data<N> extends readonly (infer Item)[] ? Item : never>
    : Kind<N> extends 'read'
      ? Read<Arguments<N>, Data<N>>
      : (...args: [...Arguments<N>, options?: OptionsOf<N>]) => ResponsePromise<Data<N>>

/**
 * The operations of the museum's API by their names. A method takes the identifiers in the path, the body, the query and options.
 * A list requests its pages while it is iterated. `admitTicket` gives a scan without a `scanId` one, so that repetitions do not
 * admit twice. A request that fails rejects with a `ProblemError`, a `NoResponseError`, an `UnexpectedResponseError`, or the
 * reason of its signal.
 */
export type MuseumClient = { readonly [N in keyof Table]: Method<N> }

/** A client of the museum's API. It has no connection of its own and no state. */
export const museumClient = (clientOptions: ClientOptions): MuseumClient => {
  const base = baseOf(clientOptions.baseUrl)
  const send = sendRequest(base, clientOptions)
  const call =
    ([kind, method, template, ...parts]: Table[keyof Table]) =>
    (...given: unknown[]) => {
      const has = (part: string) => (parts as readonly string[]).includes(part)
      const path = template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(given.shift())))
      const file = has('file') ? fileOf(given.splice(0, 2) as FileArguments) : undefined
      const body = has('body') ? ((given.shift() ?? {}) as object) : undefined
      const query = has('query') ? (given.shift() as object | undefined) : undefined
      const options = given.shift() as (KeyedOptions & PreconditionOptions & Partial<ConditionalOptions>) | undefined
      const request: ApiRequest = {
        method,
        path,
        query,
        body,
        file,
        headers: {
          'If-None-Match': options?.ifNoneMatch,
          'If-Match': options?.ifMatch,
          'Idempotency-Key': kind === 'keyed' ? (options?.idempotencyKey ?? randomUuid()) : undefined,
        },
        // The repetition of a change could get another response, or undo the change of another client.
        isIdempotent: kind !== 'change',
        accepts: has('image') ? 'image/png' : 'application/json',
      }
      return kind === 'list'
        ? list(base + path, query ?? {}, (page) => send({ ...request, query: page }, options))
        : new ResponsePromise(send(request, options))
    }
  const methods = Object.fromEntries(Object.entries(operationTable).map(([name, row]) => [name, call(row)]))
  const { admitTicket, ...others } = methods as MuseumClient
  return {
    ...others,
    admitTicket: (scan, options) => admitTicket({ ...scan, scanId: scan.scanId ?? randomUuid() }, options),
  }
}

const fileOf = ([content, format]: FileArguments) => ({
  content,
  type: format === 'csv' ? 'text/csv' : 'application/jsonl',
})
