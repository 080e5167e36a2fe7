import type { Socket } from 'node:net'
import type { ConnectionRejection } from './connection-rejection.ts'

/** Counts the connections that are open, and rejects new ones while there are more than `maxConnections`. */
export const connectionLimit = (maxConnections: number, reject: ConnectionRejection): ((socket: Socket) => void) => {
  let open = 0
  return (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
    if (open <= maxConnections) return
    reject(Object.assign(new Error('Too many connections'), { code: 'TOO_MANY_CONNECTIONS' }), socket)
    socket.destroySoon()
  }
}
