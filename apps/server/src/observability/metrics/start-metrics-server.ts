import { type ServerResponse, createServer } from 'node:http'
import type { Logger } from 'pino'
import { maxMetricsConnections } from '../../http-server/limits.ts'
import { listen, originOf } from '../../http-server/listen.ts'
import type { MuseumMetrics } from './museum-metrics.ts'

/** In milliseconds. Idle connections are kept longer than the scrape interval of Prometheus, a minute at most. */
const [requestTimeout, keepAliveTimeout, inactivityTimeout] = [5_000, 65_000, 30_000]

export type MetricsServer = Readonly<{
  /** `http://127.0.0.1:9464/metrics`, for example. */
  address: string
  /** Closes all connections at once, also connections with a request in progress. */
  stop: () => Promise<void>
}>

/**
 * Starts a server that answers GET and HEAD of `/metrics`, for every client that can reach it. Rejects with the error of
 * Node when it cannot listen.
 */
export const startMetricsServer = async (
  { contentType, read }: Pick<MuseumMetrics, 'contentType' | 'read'>,
  { host, port, log }: Readonly<{ host: string; port: number; log: Logger }>,
): Promise<MetricsServer> => {
  const sendMetrics = async (response: ServerResponse) => {
    try {
      send(response, 200, await read(), { 'Content-Type': contentType })
    } catch (error) {
      log.error({ error }, 'the metrics cannot be read')
      send(response, 500, 'The metrics cannot be read. The log has the reason.\n')
    }
  }
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout, keepAliveTimeout, connectionsCheckingInterval: 1_000 },
    ({ method, url = '' }, response) => {
      if (url.split('?', 1)[0] !== '/metrics') send(response, 404, 'The metrics are at /metrics.\n')
      else if (method === 'GET' || method === 'HEAD') void sendMetrics(response)
      else send(response, 405, 'The metrics can only be read.\n', { Allow: 'GET, HEAD' })
    },
  )
  server.maxConnections = maxMetricsConnections
  server.timeout = inactivityTimeout
  await listen(server, { host, port })
  return {
    address: `${originOf(server)}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const send = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) => {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Length': Buffer.byteLength(text),
      ...headers,
    })
    .end(text)
}
