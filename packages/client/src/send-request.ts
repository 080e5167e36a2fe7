import type { ClientOptions, RequestOptions } from './client-options.ts'
import { NoResponseError, ProblemError, UnexpectedResponseError, isProblem } from './errors.ts'
import type { Problem } from './generated/schemas.ts'
import type { DataAndResponse } from './response-promise.ts'

/** A request of an operation. */
export type ApiRequest = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: object | undefined
  body?: object | undefined
  /** A body that is not JSON, with its media type. */
  file?: Readonly<{ content: string | Uint8Array<ArrayBuffer>; type: string }> | undefined
  headers?: Readonly<Record<string, string | null | undefined>>
  /** Whether the request can be repeated when the first attempt may have taken effect. */
  isIdempotent: boolean
  /** The media type of the body, if it has one. */
  accepts?: 'application/json' | 'image/png'
}>

/** Sends a request, repeats it where that is safe, and returns the body of a successful response. */
export type SendRequest = (request: ApiRequest, options?: RequestOptions) => Promise<DataAndResponse<unknown>>

const firstDelay = 200
const backOffFactor = 2
/**
 * How long a request is repeated at most, in milliseconds. A device may sleep between two attempts, and the server forgets a key
 * after 24 hours.
 */
const maxRepetitionTime = 60 * 60 * 1_000

/** The function that sends the requests of a client with these options to the API at `base`. */
export const sendRequest = (base: string, client: ClientOptions): SendRequest => {
  const { credentials, fetch: send = (url, init) => fetch(url, init), maxRetryDelay = 10_000 } = client

  return async (request, { signal, retries = client.retries ?? 3, timeout = client.timeout ?? 15_000 } = {}) => {
    const { method, path, query, body, file, accepts = 'application/json' } = request
    // An identifier that is empty, . or .. would change the path.
    if (/\/\.{0,2}(\/|$)/.test(path)) throw new TypeError(`Not the path of an operation: ${path}`)
    const url = `${base}${path}${queryOf(query)}`
    const headers = new Headers({ Accept: `${accepts}, application/problem+json` })
    if (credentials) headers.set('Authorization', basic(credentials))
    if (body || file) headers.set('Content-Type', file?.type ?? 'application/json')
    for (const [name, value] of Object.entries(request.headers ?? {}))
      if (value !== undefined) headers.set(name, String(value))
    const key = headers.get('Idempotency-Key') ?? undefined
    const init: RequestInit = {
      method,
      headers,
      // Serialized once: under a key, the body of a repetition must be the same.
      body: file?.content ?? (body ? JSON.stringify(body) : null),
      // A redirect is an error: to follow it could send the body and the key of the request to another origin.
      redirect: 'manual',
      // So that a browser does not ask for a password when the response is 401.
      ...(credentials && { credentials: 'omit' }),
    }

    const firstSentAt = Date.now()
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await receive(send, url, init, timeout, signal)
      if ('cause' in outcome) signal?.throwIfAborted()
      if ('data' in outcome && (outcome.response.ok || outcome.response.status === 304)) {
        const { data, response } = outcome
        if ([202, 204, 304].includes(response.status)) return { data: undefined, response }
        const parsed = accepts === 'image/png' ? new Uint8Array(data) : parseJson(data)
        if (isOf(accepts, response) && parsed !== undefined) return { data: parsed, response }
      }
      const error = errorOf(outcome, `${method} ${base}${path}`, attempt, key)
      const delay = retryDelay(outcome) ?? firstDelay * backOffFactor ** (attempt - 1) * (0.5 + Math.random() / 2)
      if (attempt > retries || delay > maxRetryDelay || !isRepeatable(error, request.isIdempotent)) throw error
      await wait(delay, signal)
      if (Date.now() - firstSentAt >= maxRepetitionTime) throw error
    }
  }
}

/** A base URL without a slash at its end, a query and a fragment. */
export const baseOf = (baseUrl: string): string => {
  const page = (globalThis as { location?: { href: string } }).location
  if (URL.canParse(baseUrl, page?.href)) {
    const { protocol, origin, pathname } = new URL(baseUrl, page?.href)
    // `localhost:8080/v1.1` is a URL too, with the scheme `localhost:`.
    if (/^https?:$/.test(protocol)) return origin + pathname.replace(/\/$/, '')
  }
  throw new TypeError(`baseUrl must be an HTTP URL, such as https://museum.example/v1.1: ${baseUrl}`)
}

type Outcome = DataAndResponse<ArrayBuffer> | Readonly<{ cause: unknown }>

/** One attempt: returns the complete response, or the error that prevented it. */
const receive = async (
  send: NonNullable<ClientOptions['fetch']>,
  url: string,
  init: RequestInit,
  timeout: number,
  signal?: AbortSignal,
): Promise<Outcome> => {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.addEventListener('abort', abort)
  const expire = () => controller.abort(new DOMException(`No response within ${timeout} ms`, 'TimeoutError'))
  const timer = setTimeout(expire, timeout)
  try {
    const response = await send(url, { ...init, signal: controller.signal })
    return { data: await response.arrayBuffer(), response }
  } catch (cause) {
    return { cause }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const errorOf = (outcome: Outcome, request: string, attempts: number, key: string | undefined) => {
  if (!('data' in outcome)) return new NoResponseError(request, attempts, outcome.cause, key)
  const { data, response } = outcome
  const record = isOf('application/problem+json', response) ? parseJson(data) : undefined
  if (isProblemDetails(record)) return new ProblemError(record, retryAfter(response), key)
  return new UnexpectedResponseError(request, response, utf8Text(data))
}

const isRepeatable = (error: ReturnType<typeof errorOf>, isIdempotent: boolean): boolean => {
  if (error instanceof NoResponseError) return isIdempotent
  // With these statuses, the server has not processed the request.
  if ([408, 429].includes(error.status)) return true
  return isIdempotent && ([502, 503, 504].includes(error.status) || isProblem(error, 'request-in-progress'))
}

/** The seconds of `Retry-After`, which is a number or a date: by the clock of the server, if its `Date` can be read. */
const retryAfter = ({ headers }: Response): number | undefined => {
  const value = headers.get('Retry-After')
  if (value === null) return undefined
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
const retryDelay = (outcome: Outcome): number | undefined => {
  const seconds = 'data' in outcome ? retryAfter(outcome.response) : undefined
  return seconds && seconds * 1000
}

/** Waits, but no longer than until the signal is aborted: then the next attempt rejects with its reason. */
const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })

/** The query of a URL with its `?`, of the members that are not undefined. */
const queryOf = (query: object = {}): string => {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(sent).toString()
  return text && `?${text}`
}

/** The value of `Authorization` for HTTP Basic authentication in UTF-8. */
export const basic = ({ username, password }: NonNullable<ClientOptions['credentials']>): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`

const isOf = (mediaType: string, { headers }: Response): boolean =>
  (headers.get('Content-Type') ?? '').toLowerCase().split(';')[0] === mediaType

const utf8Text = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes)
const parseJson = (bytes: ArrayBuffer): unknown => {
  try {
    return JSON.parse(utf8Text(bytes)) as unknown
  } catch {
    return undefined
  }
}

const isProblemDetails = (value: unknown): value is Problem =>
  ['type', 'title', 'detail'].every(
    (name) => typeof (value as Record<string, unknown> | undefined)?.[name] === 'string',
  )
