import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Many clients send the whole request before they read the response. If the server closed the connection after an early
 * response, they would get a reset instead of it.
 */
export const incompleteRequests = () => {
  const discarding = new WeakSet<Socket>()
  return {
    /** Must be called when the response to a request has been written: reads and drops the rest of its body. */
    discardRest(request: IncomingMessage) {
      if (request.complete) return
      const { socket } = request
      discarding.add(socket)
      request.once('end', () => {
        discarding.delete(socket)
        // After the last response, the connection was kept open only for the rest of the request.
        if (socket.writableEnded) socket.destroySoon()
      })
      request.removeAllListeners('data').resume()
    },
    /**
     * Whether the connection has such a request. If its response is the last one, the connection must stay open for the rest of
     * the body.
     */
    isDiscarding: (socket: Socket) => discarding.has(socket),
  }
}

/** The connections on which a request was answered before all of its body has arrived. */
export type IncompleteRequests = ReturnType<typeof incompleteRequests>

/**
 * Keeps a connection open while `isNeeded()` is true, even after both sides have sent everything.
 *
 * Node closes a connection in two ways, and neither can be configured: after the last response it calls `destroySoon`, which
 * closes the socket once the kernel has taken the response, and when the client has ended its side it calls `end`, after which
 * both sides have ended. Both methods are therefore replaced on the socket.
 */
export const keepOpenWhile = (isNeeded: () => boolean, socket: Socket): void => {
  const [end, destroySoon] = [socket.end.bind(socket), socket.destroySoon.bind(socket)]
  // Ends only the server's side: the client sees the end of the response and then ends its own side.
  socket.destroySoon = () => (isNeeded() ? void socket.end() : destroySoon())
  const endUnlessNeeded = (...args: Parameters<Socket['end']>) =>
    isNeeded() && socket.readableEnded ? socket : end(...args)
  socket.end = endUnlessNeeded as Socket['end']
}
