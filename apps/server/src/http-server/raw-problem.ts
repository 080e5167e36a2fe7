import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { type ProblemSlug, problemDetails } from '@museum/adapters-http'

/** Problem details as the parts of an HTTP response, for a request that does not reach the application. */
export type RawProblem = Readonly<{
  requestId: string
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}>

/** Problem details with a request identifier of its own. `mountPath` is the mount path of the API. */
export const rawProblem = (
  slug: ProblemSlug,
  detail: string,
  errors?: Parameters<typeof problemDetails>[3],
  mountPath = '',
): RawProblem => {
  const requestId = randomUUIDv7()
  const record = problemDetails(slug, requestId, detail, errors, mountPath)
  const body = JSON.stringify(record)
  const headers = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...(slug === 'service-unavailable' && { 'Retry-After': '2' }),
    'Content-Length': String(Buffer.byteLength(body)),
  }
  return { requestId, status: record.status, headers, body }
}

/** The response as text to write to a socket; it closes the connection. */
export const httpMessage = ({ status, headers, body }: RawProblem): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
