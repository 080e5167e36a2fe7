import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { HttpServerLimits } from './limits.ts'

type Connection = {
  /** The value of `bytesWritten` after the last response. */
  bytesWritten: number
  hasLargeResponse: boolean
  /** When the last response ended, by `performance.now`. */
  respondedAt: number
}

/**
 * Limits how many bytes of responses the kernel holds for clients that do not read them.
 *
 * The server cannot see whether a client has read a response until the connection closes. So a connection with a large response
 * counts, with all bytes written to it, until it closes, and its next response is its last. When the sum exceeds the limit, the
 * connections with the oldest responses are reset: unlike closing, a reset frees the kernel's buffers. Connections without a
 * large response do not count, since well-behaved clients send many requests on one connection.
 */
export const unreadResponses = ({ maxUnreadBytes, largeResponse, minReadRate }: HttpServerLimits, log: Logger) => {
  const connections = new WeakMap<Socket, Connection>()
  /** The connections that count, in the order of their last responses. */
  const unreadBytes = new Map<Socket, number>()
  let sum = 0

  const remove = (socket: Socket) => {
    sum -= unreadBytes.get(socket) ?? 0
    unreadBytes.delete(socket)
  }
  const resetOldestExcept = (newest: Socket) => {
    for (const [oldest, bytes] of unreadBytes) {
      if (sum <= maxUnreadBytes || oldest === newest) break
      remove(oldest)
      log.info({ bytes }, 'reset a connection: clients have not read too many bytes of large responses')
      oldest.resetAndDestroy()
    }
  }
  return {
    watch(socket: Socket) {
      connections.set(socket, { bytesWritten: 0, hasLargeResponse: false, respondedAt: 0 })
      socket.once('close', () => remove(socket))
    },
    /**
     * Must be called when a request is started on an idle connection, so that the connection is not reset. Returns whether the
     * response must be the last one of the connection.
     */
    beginRequest(socket: Socket) {
      remove(socket)
      return connections.get(socket)!.hasLargeResponse
    },
    /**
     * Must be called when a response has been written to the socket, before another response is written to any socket.
     */
    endResponse(socket: Socket) {
      const connection = connections.get(socket)!
      const { bytesWritten } = socket
      if (bytesWritten - connection.bytesWritten > largeResponse) connection.hasLargeResponse = true
      connection.bytesWritten = bytesWritten
      if (!connection.hasLargeResponse || socket.destroyed) return
      connection.respondedAt = performance.now()
      remove(socket)
      unreadBytes.set(socket, bytesWritten)
      sum += bytesWritten
      resetOldestExcept(socket)
    },
    /** Whether the connection has a response that the client may not have read. */
    mayBeUnread: (socket: Socket) => unreadBytes.has(socket),
    /** Whether a client that reads at the minimum rate may still be reading. */
    mayBeReading(socket: Socket) {
      const seconds = (performance.now() - connections.get(socket)!.respondedAt) / 1_000
      return seconds < (unreadBytes.get(socket) ?? 0) / minReadRate
    },
  }
}
