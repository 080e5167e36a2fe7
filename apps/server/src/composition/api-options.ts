import type { HttpBindings } from '@hono/node-server'
import type { MuseumApiOptions, RequestRecord } from '@museum/adapters-http'
import type { MuseumDatabase } from '@museum/adapters-persistence'
import type { SystemPorts } from '@museum/adapters-system'
import type { Logger } from 'pino'
import { deskFolder } from '../http-server/desk-folder.ts'
import { clientAddress } from '../http-server/trusted-proxies.ts'
import type { Tracing } from '../observability/tracing/tracing.ts'
import type { Config } from '../settings/settings.ts'
import type { ServerObserver } from '../observability/server-observer.ts'

type Parts = Readonly<{
  config: Config
  log: Logger
  tracing: Tracing
  observer: ServerObserver
  /** Aborted when the server begins to stop. */
  shutdown: AbortController
  system: SystemPorts
  database: MuseumDatabase
}>

export const apiOptions = ({
  config,
  log,
  tracing: { traceRequest },
  observer: { onResponse },
  shutdown,
  system: { newId, today },
  database,
}: Parts): MuseumApiOptions => {
  const { museumName, address, language, homePage, basePath, publicUrl, corsOrigins, trustedProxies } = config
  const desk = deskFolder(config)
  return {
    museumName,
    language,
    homePage,
    ...(address !== undefined && { address }),
    basePath,
    ...(publicUrl !== undefined && { mountPath: publicUrl.path, publicOrigin: publicUrl.origin }),
    today,
    ...(desk !== undefined && { desk }),
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
    // Logged after the response is written, so that the client does not wait for it.
    onResponse: (record) => {
      onResponse?.(record)
      process.nextTick(() => log[levelOf(record)](record, 'answered'))
    },
  }
}

// 503 is expected while the database is unavailable; 500 is a defect.
const levelOf = ({ status }: RequestRecord) => (status === 500 ? 'error' : status > 500 ? 'warn' : 'info')
