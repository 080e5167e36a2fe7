import type { Socket } from 'node:net'

/** The connections of a server, which closes the idle ones when it stops. */
export type IdleConnections = Readonly<{
  /** Follows a new connection. */
  watch: (socket: Socket) => void
  /** Must be called when a response of the connection has finished. */
  endResponse: (socket: Socket) => void
  /** Closes each connection as soon as it is idle for `timeout`, from now on; returns a function that ends this. */
  startClosing: () => () => void
  /** Closes all connections. */
  closeAll: () => void
}>

/** In milliseconds. */
const checkInterval = 100

/**
 * A client may send a request on an idle connection while the server closes it: that request has no response. So a server
 * that stops closes a connection only when nothing has arrived on it for `timeout` milliseconds.
 */
export const idleConnections = (timeout: number, isBusy: (socket: Socket) => boolean): IdleConnections => {
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
    watch(socket) {
      connections.set(socket, { bytesRead: 0, activeAt: performance.now() })
      socket.once('close', () => connections.delete(socket))
    },
    endResponse: noteActivity,
    startClosing() {
      // Immediates run after all that has arrived is read.
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
