import { type Socket, connect } from 'node:net'
import type { PoolOptions } from 'mysql2'

type Address = Readonly<Pick<PoolOptions, 'host' | 'port'>>

/** The sockets of a pool whose new connections go to the host in use. */
export type SocketsToHost = Readonly<{
  /** The option `stream` of mysql2, which is called with the options of each new connection. */
  stream: (options: Readonly<{ config: object }>) => Socket
  /** Breaks all connections, also those that are being opened: the statements on them fail as `lost`. */
  breakAll: () => void
}>

/** `addressInUse` returns the address of the host in use. */
export const socketsToHost = (addressInUse: () => Address): SocketsToHost => {
  const sockets = new Set<Socket>()
  return {
    stream({ config }) {
      const { host, port } = addressInUse()
      // The options are those of this connection only. For TLS, mysql2 compares the host with the certificate.
      Object.assign(config, { host, port })
      // As mysql2 does without this option.
      const socket = connect({ host, port: port!, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 })
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    breakAll() {
      const error = Object.assign(new Error('The database server does not answer'), {
        code: 'PROTOCOL_CONNECTION_LOST',
      })
      for (const socket of sockets) socket.destroy(error)
    },
  }
}
