import type { Context } from 'hono'
import type { ZodObject, ZodType } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import type { FaultPlace, WireFault } from '../problems/fault-codes.ts'
import { hasFaults, validationFailed } from '../problems/problem.ts'
import { documentedBody, readBody } from './body.ts'
import type { EntityTags } from './conditional.ts'
import type { Route } from './route.ts'
import { toFaults } from './schemas.ts'

/**
 * Reads every part of a request by the schemas of its route. One 400 response has the faults of all parts. The rules of
 * the domain are checked later, if there is no such fault.
 */
export const readRequest = async (c: Context<MuseumEnv>, route: Route): Promise<RequestParts | Response> => {
  const { params, query, headers } = route.request
  const body = documentedBody(route)
  const faults: WireFault[] = []
  const parse = (
    schema: ZodType | undefined,
    input: unknown,
    placeOf: (path: readonly PropertyKey[]) => FaultPlace,
  ) => {
    const parsed = schema?.safeParse(input)
    if (parsed?.success === false) faults.push(...toFaults(parsed.error, input, placeOf))
    return parsed?.data
  }

  const parts = {
    path: parse(params, c.req.param(), inParameter),
    query: parse(query, query && singleValues(c, query, faults), inParameter),
    headers: parse(headers, headers && headersOf(c, headers), inHeader) as RequestParts['headers'],
    body: undefined as unknown,
  }
  if (body !== undefined) {
    const read = await readBody(c, route, body)
    if (read instanceof Response) return read
    if (read && 'fault' in read) faults.push({ pointer: '#', ...read.fault })
    else if (read) parts.body = parse(body.content[read.type]!.schema, read.object, inBody)
  }
  return hasFaults(faults) ? validationFailed(c, faults) : parts
}

/** The results of the schemas of a route, which the compiler cannot know. */
type RequestParts = Readonly<{
  path: unknown
  query: unknown
  headers: { 'If-Match'?: EntityTags; 'Idempotency-Key'?: string } | undefined
  body: unknown
}>

const inParameter = ([name]: readonly PropertyKey[]): FaultPlace => ({ parameter: String(name) })
const inHeader = ([name]: readonly PropertyKey[]): FaultPlace => ({ header: String(name) })
/** A JSON pointer in a URI fragment (RFC 6901, section 6). */
const inBody = (path: readonly PropertyKey[]): FaultPlace => ({ pointer: `#${path.map(escapeKey).join('')}` })
/** A key as a part of a JSON pointer in a URI fragment. */
export const escapeKey = (key: PropertyKey) =>
  `/${encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))}`

/** The query parameters of the schema. A repeated parameter is a fault. */
const singleValues = (c: Context, schema: ZodObject, faults: WireFault[]) => {
  const sent = c.req.queries()
  return Object.fromEntries(
    Object.keys(schema.shape).map((parameter) => {
      const values = sent[parameter] ?? []
      if (values.length > 1) faults.push({ parameter, code: 'sent-twice', detail: 'must be sent once' })
      return [parameter, values[0]]
    }),
  )
}

/** The headers of the schema. */
const headersOf = (c: Context, schema: ZodObject) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, c.req.header(name)]))
