import { type Socket, connect } from 'node:net'
import type { PoolOptions } from 'mysql2'
import type { DatabaseOptions } from '../../../database-options.ts'
import { hostWithPort } from '../../../database-url.ts'
import type { DatabaseHosts } from '../../engine.ts'
import { classifyMysqlError } from '../classify-mysql-error.ts'
import { connectionOptions } from '../connection-options.ts'
import { hostChecks } from './host-checks.ts'
import { hostChoice } from './host-choice.ts'

/** The hosts of a MySQL database that has several, as its connection pools use them. */
export type MysqlHosts = DatabaseHosts &
  Readonly<{
    /** Resolves when a host is chosen. */
    start: () => Promise<void>
    /** Probes the hosts, if the error may mean that the host in use has failed. */
    noteError: (error: unknown) => void
    /**
     * The sockets of a pool. `leave` is called after each failover: from then on the pool uses none of its open connections.
     */
    socketsOf: (leave: () => void) => SocketsToHost
  }>

/** `urls` has a URL for each host, two or more. */
export const mysqlHosts = (urls: readonly string[], options: DatabaseOptions): MysqlHosts => {
  const addresses: readonly PoolOptions[] = urls.map((url) => connectionOptions(url, options))
  const names = urls.map(hostWithPort)
  const pools: Readonly<{ leave: () => void; sockets: SocketsToHost }>[] = []
  const checks = hostChecks(addresses, () => void choice.probeHosts())
  const choice = hostChoice({
    hosts: names,
    ...checks,
    warn: options.warn ?? (() => undefined),
    onFailover: ({ to, condition }) => {
      for (const { leave, sockets } of pools) {
        leave()
        // On any other host, the statements in progress end by themselves.
        if (condition.state === 'unusable' ? condition.isSilent : 'commitsHang' in condition) sockets.breakAll()
      }
      options.observer?.onHostChange?.(to)
    },
  })
  return {
    active: () => names[choice.active()]!,
    failovers: choice.failovers,
    failedOverSince: choice.failedOverSince,
    start: choice.start,
    noteError(error) {
      const kind = classifyMysqlError(error)
      if (kind === 'lost' || kind === 'read-only' || kind === 'unavailable') void choice.probeHosts()
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

type Address = Readonly<Pick<PoolOptions, 'host' | 'port'>>

/** The sockets of a pool whose new connections go to the host in use, at the address `addressInUse`. */
const socketsToHost = (addressInUse: () => Address) => {
  const sockets = new Set<Socket>()
  return {
    /** The option `stream` of mysql2, which is called with the options of each new connection. */
    stream({ config }: Readonly<{ config: object }>): Socket {
      const { host, port } = addressInUse()
      // The options are those of this connection only. For TLS, mysql2 compares the host with the certificate.
      Object.assign(config, { host, port })
      // As mysql2 does without this option.
      const socket = connect({ host, port: port!, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 })
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    /** Breaks all connections, also those that are being opened: the statements on them fail as `lost`. */
    breakAll() {
      const error = Object.assign(new Error('The database server does not respond'), {
        code: 'PROTOCOL_CONNECTION_LOST',
      })
      for (const socket of sockets) socket.destroy(error)
    },
  }
}

type SocketsToHost = ReturnType<typeof socketsToHost>
