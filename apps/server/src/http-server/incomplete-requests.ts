import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** The connections on which a request was answered before all of its body has arrived. */
export type IncompleteRequests = Readonly<{
  /** Reads and drops what is left of the body of an answered request. */
  discardRest: (request: IncomingMessage) => void
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
      request.once('end', () => discarding.delete(socket))
      request.removeAllListeners('data').resume()
    },
    isDiscarding: (socket) => discarding.has(socket),
  }
}
