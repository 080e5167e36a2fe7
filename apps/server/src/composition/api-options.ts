import type { HttpBindings } from '@hono/node-server'
import type { MuseumApiOptions, RequestRecord } from '@museum/adapters-http'
import type { MuseumDatabase } from '@museum/adapters-persistence'
import type { SystemPorts } from '@museum/adapters-system'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { ServerObserver } from './server-observer.ts'
import { clientAddress } from '../system/client-address.ts'

/** The options of the API on this server. `shutdown` is aborted when the server begins to stop. */
export const apiOptions = (
  { museumName, basePath, corsOrigins, trustedProxies }: Config,
  log: Logger,
  { traceRequest }: Tracing,
  { newId, today }: SystemPorts,
  database: MuseumDatabase,
  shutdown: AbortController,
  { onResponse }: ServerObserver,
): MuseumApiOptions => ({
  museumName,
  basePath,
  today,
  corsOrigins,
  newRequestId: newId,
  isReady: database.isReady,
  stopping: shutdown.signal,
  withDeadline: database.withDeadline,
  clientAddress: (c) => {
    const { incoming } = c.env as HttpBindings
    return clientAddress(incoming.socket.remoteAddress ?? '', c.req.header('X-Forwarded-For'), trustedProxies)
  },
  ...(traceRequest !== undefined && { traceRequest }),
  // After the response is written, which takes less time than the line.
  onResponse: (record) => {
    onResponse?.(record)
    process.nextTick(() => log[levelOf(record)](record, 'answered'))
  },
})

// 503 is expected while the database is unavailable; 500 is a defect.
const levelOf = ({ status }: RequestRecord) => (status === 500 ? 'error' : status > 500 ? 'warn' : 'info')
