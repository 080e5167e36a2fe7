import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ZodArray, z } from 'zod'
import { type MuseumEnv, incomingOf } from '../museum-env.ts'
import type { WireFaultCode } from '../problems/fault-codes.ts'
import { problem } from '../problems/problem.ts'
import type { DocumentedBody, Route } from './route.ts'

/** The content of a body: a JSON object or array with its media type, or why it is none. */
type ReadBody = Readonly<
  { type: string; object: object } | { fault: Readonly<{ code: WireFaultCode; detail: string }> }
>

/** The maximum size of a JSON body. */
const maxJsonBytes = 128 * 1024

/** What an operation without a body ignores, since some programs send it: an empty body, or JSON. */
const ignoredBody: DocumentedBody = {
  content: { 'application/json': { schema: z.unknown().transform(() => undefined) } },
  required: false,
  maxBytes: maxJsonBytes,
}

/** The body that a request may have; a GET has none. */
export const documentedBody = ({ method, request }: Route): DocumentedBody | undefined =>
  request.body ?? (method === 'get' ? undefined : ignoredBody)

/**
 * Reads a body that must be a JSON object, or an array where the schema is one, in UTF-8, of a media type of the route. It is `undefined` where it is optional and
 * empty, and a response with 415 or 408 where it cannot be read.
 */
export const readBody = async (
  c: Context<MuseumEnv>,
  { method }: Route,
  { content, required, maxBytes }: DocumentedBody,
): Promise<ReadBody | Response | undefined> => {
  const types = Object.keys(content)
  const type = mediaTypeOf(c, types)
  // A form always names its media type, also when it is empty.
  if (type === undefined && (required || c.req.header('Content-Type') !== undefined))
    return unsupportedMediaType(c, method, types)
  const bytes = await c.req.arrayBuffer().catch(() => undefined)
  if (bytes === undefined) return incompleteBody(c)
  if (bytes.byteLength === 0) expectBodyOfClient(c)
  // An empty body needs no media type where the body is optional.
  if (bytes.byteLength === 0 && !required) return undefined
  if (type !== undefined && maxBytes !== undefined) return { type, object: { type, bytes: new Uint8Array(bytes) } }
  return type === undefined
    ? unsupportedMediaType(c, method, types)
    : parseJson(bytes, type, content[type]!.schema instanceof ZodArray)
}

/** The media type of the body, in lower case; `undefined` when it is not one of `types`, or the body is compressed. */
const mediaTypeOf = (c: Context, types: readonly string[]): string | undefined => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  return type !== undefined && types.includes(type) && !isCompressed(c) ? type : undefined
}

/** 415 with the media types that the operation reads. */
const unsupportedMediaType = (c: Context<MuseumEnv>, method: Route['method'], types: readonly string[]) => {
  const headers = { [acceptHeaderOf(method)]: types.join(', ') }
  const detail = `The body must be ${types.join(' or ')}, not compressed, and say so in Content-Type.`
  return problem(c, 'unsupported-media-type', detail, { headers })
}

/** The response header that names the media types of bodies for this method. */
export const acceptHeaderOf = (method: Route['method']): string => acceptHeaders[method] ?? 'Accept'
const acceptHeaders: Partial<Record<Route['method'], string>> = { post: 'Accept-Post', patch: 'Accept-Patch' }

const isCompressed = (c: Context) =>
  !['', 'identity'].includes(c.req.header('Content-Encoding')?.trim().toLowerCase() ?? '') ||
  // Node decodes chunks and no other transfer coding.
  !['', 'chunked'].includes(c.req.header('Transfer-Encoding')?.trim().toLowerCase() ?? '')

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parseJson = (bytes: ArrayBuffer, type: string, isArray: boolean): ReadBody => {
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
  if (typeof value === 'object' && value !== null && Array.isArray(value) === isArray) return { type, object: value }
  return {
    fault: isArray
      ? { code: 'not-an-array', detail: 'must be a JSON array' }
      : { code: 'not-an-object', detail: 'must be a JSON object' },
  }
}

/**
 * Responds with 413 to a body of more than `maxBytes`, by default 128 KiB. Only a body without a `Content-Length` is read as a stream to measure it:
 * that takes two thirds of the processor time of the rest of the request.
 */
export const limitBody = (maxBytes = maxJsonBytes): MiddlewareHandler<MuseumEnv> => {
  const tooLarge = (c: Context<MuseumEnv>) =>
    problem(c, 'payload-too-large', `The body has more than ${maxBytes} bytes.`, { values: { maxBytes } })
  const limitStream = bodyLimit({ maxSize: maxBytes, onError: tooLarge })
  return async (c, next) => {
    expectUnreadBody(c)
    const length = c.req.header('Transfer-Encoding') === undefined ? c.req.header('Content-Length') : undefined
    // Only reading the stream can throw here, since Hono catches the errors of the operation behind `next`.
    if (length === undefined && !isBodyCached(c)) return limitStream(c, next).catch(() => incompleteBody(c))
    return Number(length ?? 0) > maxBytes ? tooLarge(c) : next()
  }
}

/**
 * 408 for a body whose connection was closed, or timed out, before its end. Throws `BodyReadByHost` when the body could not be
 * read for another reason.
 */
const incompleteBody = (c: Context<MuseumEnv>) => {
  expectBodyOfClient(c)
  return problem(c, 'request-timeout', 'The body did not arrive completely.')
}

/**
 * Thrown when the application that the API is mounted in has read the body of a request, so that nothing is left for
 * the API.
 */
export class BodyReadByHost extends Error {
  override readonly name = 'BodyReadByHost'
  constructor() {
    super(
      'The body of this request was read before the museum API received the request, by a parser such as express.json() or a ' +
        'content type parser of Fastify. Mount the API before the parser, or limit the parser to other paths.',
    )
  }
}

/** Throws `BodyReadByHost` when the body was read already. Called before the API itself reads it. */
const expectUnreadBody = (c: Context<MuseumEnv>): void => {
  if (c.req.raw.bodyUsed && !isBodyCached(c)) throw new BodyReadByHost()
}

/**
 * Whether the body was read through this context, which keeps it. That happens if the API is mounted with `route` of
 * Hono.
 */
const isBodyCached = (c: Context<MuseumEnv>): boolean => Object.keys(c.req.bodyCache).length > 0

/** Throws `BodyReadByHost` when an earlier read is why the API could not read the body, or found it empty. */
const expectBodyOfClient = (c: Context<MuseumEnv>): void => {
  const incoming = incomingOf(c)
  // If the connection failed, the body is not complete. If the body was empty, no data were read.
  if (incoming?.complete && incoming.readableDidRead) throw new BodyReadByHost()
}
