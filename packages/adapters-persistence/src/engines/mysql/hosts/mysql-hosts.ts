import type { PoolOptions } from 'mysql2'
import type { DatabaseOptions } from '../../../database/database-options.ts'
import { hostWithPort } from '../../../database/database-url.ts'
import type { DatabaseHosts } from '../../engine.ts'
import { classifyMysqlError } from '../classify-mysql-error.ts'
import { connectionOptions } from '../connection-options.ts'
import { hostChecks } from './host-checks.ts'
import { hostChoice } from './host-choice.ts'
import { type SocketsToHost, socketsToHost } from './sockets-to-host.ts'

/** The hosts of a MySQL database with several, for its pools. */
export type MysqlHosts = DatabaseHosts &
  Readonly<{
    /** Resolves when a host is chosen. */
    start: () => Promise<void>
    /** Looks at the hosts, if the error may say that the host in use cannot be used. */
    noteError: (error: unknown) => void
    /** The sockets of a pool. `leave` is called after each move: the pool uses none of its connections again. */
    socketsOf: (leave: () => void) => SocketsToHost
  }>

/** `urls` has a URL for each host, two or more. */
export const mysqlHosts = (urls: readonly string[], options: DatabaseOptions): MysqlHosts => {
  const addresses: readonly PoolOptions[] = urls.map((url) => connectionOptions(url, options))
  const names = urls.map(hostWithPort)
  const pools: Readonly<{ leave: () => void; sockets: SocketsToHost }>[] = []
  const checks = hostChecks(addresses, () => void choice.lookAtHosts())
  const choice = hostChoice({
    hosts: names,
    ...checks,
    warn: options.warn ?? (() => undefined),
    onMove: ({ to, condition }) => {
      for (const { leave, sockets } of pools) {
        leave()
        if (condition.state === 'unusable' && condition.isSilent) sockets.breakAll()
      }
      options.observer?.onHostChange?.(to)
    },
  })
  return {
    active: () => names[choice.active()]!,
    moves: choice.moves,
    movedSince: choice.movedSince,
    start: choice.start,
    noteError(error) {
      const kind = classifyMysqlError(error)
      if (kind === 'lost' || kind === 'read-only' || kind === 'unavailable') void choice.lookAtHosts()
    },
    socketsOf(leave) {
      const sockets = socketsToHost(() => addresses[choice.active()]!)
      pools.push({ leave, sockets })
      return sockets
    },
    stop() {
      choice.stop()
      checks.close()
    },
  }
}
