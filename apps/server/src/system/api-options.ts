import { type HttpBindings } from '@hono/node-server'
import type { MuseumApiOptions, RequestRecord } from '@museum/adapters-http'
import type { MuseumDatabase } from '@museum/adapters-persistence'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import { clientAddress } from './client-address.ts'
import type { systemPorts } from './system-ports.ts'

/** How the API is set up on this server. */
export const apiOptions = (
  { basePath, corsOrigins, trustedProxies }: Config,
  log: Logger,
  { newId }: ReturnType<typeof systemPorts>,
  database: MuseumDatabase,
  shutdown: AbortController,
): MuseumApiOptions => ({
  basePath,
  corsOrigins,
  newRequestId: newId,
  isReady: database.isReady,
  stopping: shutdown.signal,
  within: database.withDeadline,
  clientAddress: (c) => {
    const { incoming } = c.env as HttpBindings
    return clientAddress(incoming.socket.remoteAddress ?? '', c.req.header('X-Forwarded-For'), trustedProxies)
  },
  onAnswered: (record) => log[levelOf(record)](record, 'answered'),
})

const levelOf = ({ status }: RequestRecord) => (status === 500 ? 'error' : status > 500 ? 'warn' : 'info')
