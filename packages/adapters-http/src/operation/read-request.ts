import type { Context } from 'hono'
import type { ZodObject, ZodType } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import type { FaultPlace, WireFault } from '../problems/fault-codes.ts'
import { incompleteBody } from '../problems/incomplete-body.ts'
import { hasFaults, validationFailed } from '../problems/validation-failed.ts'
import { expectBodyOfClient } from './body-read-by-host.ts'
import { parseJsonObject } from './json-object.ts'
import { mediaTypeOf, unsupportedMediaType } from './media-type.ts'
import type { RequestParts, Route } from './route.ts'
import { toFaults } from './zod-faults.ts'

/**
 * Reads every part of a request by the schemas of its route. The faults of all parts make one 400. These are the faults of
 * shape; the rules of the domain are checked later, for a request that has none.
 */
export const readRequest = async <R extends Route>(
  c: Context<MuseumEnv>,
  route: R,
): Promise<RequestParts<R> | Response> => {
  const { params, query, headers, body } = route.request ?? {}
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
    headers: parse(headers, headers && headersOf(c, headers), inHeader),
    body: undefined as unknown,
  }
  if (body !== undefined) {
    const types = Object.keys(body.content)
    const type = mediaTypeOf(c, types)
    if (type === undefined && body.required) return unsupportedMediaType(c, route.method, types)
    const bytes = await c.req.arrayBuffer().catch(() => undefined)
    if (bytes === undefined) return incompleteBody(c)
    if (bytes.byteLength === 0) expectBodyOfClient(c)
    // An empty body needs no media type where the body is optional.
    if (body.required || bytes.byteLength > 0) {
      if (type === undefined) return unsupportedMediaType(c, route.method, types)
      const parsed = parseJsonObject(bytes)
      if ('fault' in parsed) faults.push({ pointer: '#', ...parsed.fault })
      else parts.body = parse(body.content[type]!.schema, parsed.object, inBody)
    }
  }
  // The schemas of the route have made these parts; the compiler cannot follow that.
  return hasFaults(faults) ? validationFailed(c, faults) : (parts as RequestParts<R>)
}

const inParameter = ([name]: readonly PropertyKey[]): FaultPlace => ({ parameter: String(name) })
const inHeader = ([name]: readonly PropertyKey[]): FaultPlace => ({ header: String(name) })
/** A JSON pointer in a URI fragment (RFC 6901, section 6). */
const inBody = (path: readonly PropertyKey[]): FaultPlace => ({ pointer: `#${path.map(escapeKey).join('')}` })
const escapeKey = (key: PropertyKey) =>
  `/${encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))}`

/** The query parameters of the schema. A repeated one is a fault. */
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
