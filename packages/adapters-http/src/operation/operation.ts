import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import type { Museum } from '@museum/application'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ZodError, ZodObject, ZodType, z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import type { WireFault, WireFaultCode } from '../problems/fault-codes.ts'
import { type ProblemSlug, problemTypes } from '../problems/problem-types.ts'
import { invalid, Problem, problem } from '../problems/problem.ts'
import type { Answer } from './response.ts'

type Content = Readonly<Record<string, Readonly<{ schema: ZodType }>>>

/** An operation as the OpenAPI document has it: the one source of what is asked, checked and answered. */
export type Route = Readonly<{
  method: 'get' | 'post' | 'patch' | 'delete'
  path: string
  operationId: string
  tags: string[]
  summary: string
  description: string
  request?: Readonly<{
    params?: ZodObject
    query?: ZodObject
    headers?: ZodObject
    body?: Readonly<{ content: Content; required: true }>
  }>
  responses: Readonly<Record<number, Readonly<{ description: string; headers?: ZodObject; content?: Content }>>>
}>

type Part<R extends Route, Name extends string> =
  R['request'] extends Readonly<Record<Name, infer Schema extends ZodType>> ? z.output<Schema> : undefined
type Body<R extends Route> =
  R['request'] extends Readonly<{ body: { content: infer Types extends Content } }>
    ? z.output<Types[keyof Types]['schema']>
    : undefined

/** What was asked, checked and landed in the domain's values. */
export type Asked<R extends Route> = Readonly<{
  path: Part<R, 'params'>
  query: Part<R, 'query'>
  headers: Part<R, 'headers'>
  body: Body<R>
}>

type BodyAnswered<Documented> = Documented extends { content: infer Types extends Content }
  ? z.output<Types[keyof Types]['schema']>
  : null

/** The answers that a route documents: no other status, and no other body, compiles. */
export type AnswerOf<R extends Route> = {
  [Status in keyof R['responses'] & number]: Answer<Status, BodyAnswered<R['responses'][Status]>>
}[keyof R['responses'] & number]

/** Puts one operation into the API and its description into the document. */
export type Operation = (api: Hono<MuseumEnv>, museum: Museum, document: OpenAPIRegistry) => void

/** The largest body, in bytes. */
const largestBody = 128 * 1024

export const operation =
  <const R extends Route>(
    route: R,
    act: (museum: Museum, asked: Asked<R>, c: Context<MuseumEnv>) => Promise<AnswerOf<R>>,
  ): Operation =>
  (api, museum, document) => {
    document.registerPath(documented(route))
    const tooLarge = (c: Context<MuseumEnv>) =>
      problem(c, 'payload-too-large', `The body has more than ${largestBody} bytes.`)
    const counted = bodyLimit({ maxSize: largestBody, onError: tooLarge })
    // To count a body it must be read as a stream, for two thirds of what all the rest costs: one that tells its length need not.
    const limited: MiddlewareHandler<MuseumEnv> = async (c, next) => {
      const length = c.req.header('Transfer-Encoding') === undefined ? c.req.header('Content-Length') : undefined
      // What fails behind `next` is caught there: this is the reading alone.
      if (length === undefined) return counted(c, next).catch(() => brokenOff(c))
      return Number(length) > largestBody ? tooLarge(c) : next()
    }
    const answer = async (c: Context<MuseumEnv>): Promise<Response> => {
      const asked = await ask(c, route)
      return asked instanceof Response ? asked : act(museum, asked, c)
    }
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    if (route.request?.body === undefined) api.on(route.method.toUpperCase(), path, answer)
    else api.on(route.method.toUpperCase(), path, limited, answer)
  }

/** A response with a JSON body. */
export const answers = <Schema extends ZodType>(description: string, schema: Schema, headers?: ZodObject) => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema } },
})

/** A response with a problem record. */
export const problemResponse = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: Problem } },
})

// What any operation may answer, whatever it does.
const everywhere = [
  'unauthorized',
  'request-timeout',
  'too-many-requests',
  'headers-too-large',
  'internal-error',
  'service-unavailable',
]
const withBody = ['payload-too-large', 'unsupported-media-type']

const documented = ({ request, responses, ...route }: Route) => {
  const slugs = [...everywhere, ...(request?.body ? withBody : [])] as ProblemSlug[]
  const general = slugs.map((slug) => [problemTypes[slug].status, problemResponse(problemTypes[slug].meaning)] as const)
  return {
    ...route,
    security: [{ MuseumPlaceholderAuth: [] }],
    ...(request && { request }),
    responses: { ...Object.fromEntries(general), ...responses },
  }
}

/** Checks every part of a request against the route, and answers with all of its faults at once. */
const ask = async <R extends Route>(c: Context<MuseumEnv>, route: R): Promise<Asked<R> | Response> => {
  const { params, query, headers, body } = route.request ?? {}
  const faults: WireFault[] = []
  const parse = (schema: ZodType | undefined, raw: unknown, place: (path: PropertyKey[]) => object) => {
    const parsed = schema?.safeParse(raw)
    if (parsed?.success === false) faults.push(...faultsOf(parsed.error, raw, place))
    return parsed?.data
  }

  const asked = {
    path: parse(params, c.req.param(), ([parameter]) => ({ parameter })),
    query: parse(query, query && oneOfEach(c, query, faults), ([parameter]) => ({ parameter })),
    headers: parse(headers, headers && headersNamed(c, headers), ([header]) => ({ header })),
    body: undefined as unknown,
  }
  if (body !== undefined) {
    const types = Object.keys(body.content)
    const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
    if (type === undefined || !types.includes(type) || encoded(c)) {
      const accepted = { [route.method === 'patch' ? 'Accept-Patch' : 'Accept-Post']: types.join(', ') }
      const detail = `The body must be ${types.join(' or ')}, not compressed, and say so in Content-Type.`
      return problem(c, 'unsupported-media-type', detail, { headers: accepted })
    }
    const bytes = await c.req.arrayBuffer().catch(() => undefined)
    if (bytes === undefined) return brokenOff(c)
    const read = readObject(bytes)
    if ('fault' in read) faults.push({ pointer: '', ...read.fault })
    else asked.body = parse(body.content[type]!.schema, read.object, (path) => ({ pointer: pointerOf(path) }))
  }
  return faults.length > 0 ? invalid(c, faults) : (asked as Asked<R>)
}

const brokenOff = (c: Context<MuseumEnv>) => problem(c, 'request-timeout', 'The body did not arrive completely.')

const encoded = (c: Context) =>
  !['', 'identity'].includes(c.req.header('Content-Encoding')?.trim().toLowerCase() ?? '') ||
  // Node removes the chunks, and nothing else.
  !['', 'chunked'].includes(c.req.header('Transfer-Encoding')?.trim().toLowerCase() ?? '')

/** The known query parameters, each once; one that was sent twice is a fault. */
const oneOfEach = (c: Context, schema: ZodObject, faults: WireFault[]) => {
  const sent = c.req.queries()
  return Object.fromEntries(
    Object.keys(schema.shape).map((parameter) => {
      const values = sent[parameter] ?? []
      if (values.length > 1) faults.push({ parameter, code: 'sent-twice', detail: 'must be sent once' })
      return [parameter, values.length === 1 ? values[0] : undefined]
    }),
  )
}

const headersNamed = (c: Context, schema: ZodObject) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, c.req.header(name)]))

type Read = Readonly<{ object: object } | { fault: { code: WireFaultCode; detail: string } }>

const utf8 = new TextDecoder('utf-8', { fatal: true })

const readObject = (bytes: ArrayBuffer): Read => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { fault: { code: 'not-utf-8', detail: 'must be encoded in UTF-8' } }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: { code: 'not-json', detail: text.trim() === '' ? 'must not be empty' : 'must be JSON' } }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { object: value }
    : { fault: { code: 'not-an-object', detail: 'must be a JSON object' } }
}

const faultsOf = (error: ZodError, raw: unknown, place: (path: PropertyKey[]) => object) =>
  error.issues.map((issue) => ({ ...place(issue.path), ...described(issue, at(raw, issue.path)) }) as WireFault)

const at = (raw: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], raw)

const described = (issue: z.core.$ZodIssue, value: unknown): { code: WireFaultCode; detail: string } => {
  if (issue.code === 'custom') return { code: issue.params?.['code'] as WireFaultCode, detail: issue.message }
  if (value === undefined) return { code: 'missing', detail: 'is required' }
  if (value === null) return { code: 'null-not-allowed', detail: 'must not be null' }
  if (issue.code === 'invalid_value') return { code: 'unknown-value', detail: `must be ${issue.values.join(' or ')}` }
  return { code: 'wrong-type', detail: `must be of type ${issue.code === 'invalid_type' ? issue.expected : 'another'}` }
}

/** A JSON pointer in a URI fragment (RFC 6901, section 6). */
const pointerOf = (path: PropertyKey[]) =>
  `#${path.map((key) => `/${encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`
