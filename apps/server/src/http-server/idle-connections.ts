import type { Socket } from 'node:net'

/** In milliseconds. */
const checkInterval = 100

/**
 * A client may send a request on an idle connection while the server closes it, and that request would get no response. So a
 * stopping server closes a connection only when nothing has arrived on it for `timeout` milliseconds.
 */
export const idleConnections = (timeout: number, isBusy: (socket: Socket) => boolean) => {
  /** How many bytes had arrived when the connection was last active, and when that was, by `performance.now`. */
  const connections = new Map<Socket, { bytesRead: number; activeAt: number }>()

  const noteActivity = (socket: Socket) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.bytesRead = socket.bytesRead
    connection.activeAt = performance.now()
  }
  const closeIdle = () => {
    for (const [socket, { bytesRead, activeAt }] of connections)
      if (isBusy(socket) || socket.bytesRead !== bytesRead) noteActivity(socket)
      else if (performance.now() - activeAt >= timeout) socket.destroy()
  }
  return {
    watch(socket: Socket) {
      connections.set(socket, { bytesRead: 0, activeAt: performance.now() })
      socket.once('close', () => connections.delete(socket))
    },
    /** Must be called when a response on the connection has finished. */
    endResponse: noteActivity,
    /** From now on, closes each connection that has been idle for `timeout`. Returns a function that ends this. */
    startClosing() {
      // `setImmediate` runs after all arrived data are read.
      const check = () => setImmediate(closeIdle)
      check()
      const timer = setInterval(check, checkInterval)
      return () => clearInterval(timer)
    },
    closeAll() {
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}

export type IdleConnections = ReturnType<typeof idleConnections>
