import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** The connections on which a request was answered before all of its body has arrived. */
export type IncompleteRequests = Readonly<{
  /** Must be called when the response to a request has been written: reads and drops what is left of its body. */
  discardRest: (request: IncomingMessage) => void
  /** Whether the connection has such a request; if its response is the last one, it must stay open for the rest. */
  isDiscarding: (socket: Socket) => boolean
}>

/**
 * Many clients send the whole request before they read the response. If the server closed the connection after an early
 * response, they would get a reset instead of it.
 */
export const incompleteRequests = (): IncompleteRequests => {
  const discarding = new WeakSet<Socket>()
  return {
    discardRest(request) {
      if (request.complete) return
      const { socket } = request
      discarding.add(socket)
      request.once('end', () => {
        discarding.delete(socket)
        // After the last response, the connection was open for the rest of the request only.
        if (socket.writableEnded) socket.destroySoon()
      })
      request.removeAllListeners('data').resume()
    },
    isDiscarding: (socket) => discarding.has(socket),
  }
}
