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

/** What clients may not have read of large responses. */
export type UnreadResponses = Readonly<{
  /** Follows a new connection. */
  watch: (socket: Socket) => void
  /**
   * Must be called when a request is started on an idle connection, which then is not reset. Returns whether the
   * response must be the last one of the connection.
   */
  beginRequest: (socket: Socket) => boolean
  /**
   * Must be called when a response has been written to the socket, before another response is written to any socket.
   */
  endResponse: (socket: Socket) => void
  /** Whether the connection has a response that the client may not have read. */
  mayBeUnread: (socket: Socket) => boolean
  /** Whether a client that reads at the least rate may still be reading. */
  mayBeReading: (socket: Socket) => boolean
}>

/**
 * Limits how many bytes of responses the kernel holds for clients that do not read them.
 *
 * Node learns when the kernel has taken a response, but not when the client has read it: only the end of a connection
 * shows that. So a connection with a large response counts with all that was written to it until it ends, and its next
 * response is its last. When the sum exceeds the limit, the connections with the oldest responses are reset: unlike
 * closing, a reset frees what the kernel holds. Connections without a large response do not count, since well-behaved
 * clients send many requests on one.
 */
export const unreadResponses = (
  { maxUnreadBytes, largeResponse, minReadRate }: HttpServerLimits,
  log: Logger,
): UnreadResponses => {
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
    watch(socket) {
      connections.set(socket, { bytesWritten: 0, hasLargeResponse: false, respondedAt: 0 })
      socket.once('close', () => remove(socket))
    },
    beginRequest(socket) {
      remove(socket)
      return connections.get(socket)!.hasLargeResponse
    },
    endResponse(socket) {
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
    mayBeUnread: (socket) => unreadBytes.has(socket),
    mayBeReading(socket) {
      const seconds = (performance.now() - connections.get(socket)!.respondedAt) / 1_000
      return seconds < (unreadBytes.get(socket) ?? 0) / minReadRate
    },
  }
}
