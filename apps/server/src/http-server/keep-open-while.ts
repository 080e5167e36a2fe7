import type { Socket } from 'node:net'

/**
 * Keeps a connection open while `isNeeded()`, also after both sides have sent all that they will send.
 *
 * Node closes a connection in two ways, and neither can be configured: after the last response it calls `destroySoon`,
 * which closes the socket once the kernel has taken the response, and when the client has ended its side it calls
 * `end`, after which both sides have ended. Both methods are therefore replaced on the socket.
 */
export const keepOpenWhile = (isNeeded: () => boolean, socket: Socket): void => {
  const [end, destroySoon] = [socket.end.bind(socket), socket.destroySoon.bind(socket)]
  // Ends only the server's side: the client sees the end of the response and then ends its own side.
  socket.destroySoon = () => (isNeeded() ? void socket.end() : destroySoon())
  const endUnlessNeeded = (...args: Parameters<Socket['end']>) =>
    isNeeded() && socket.readableEnded ? socket : end(...args)
  socket.end = endUnlessNeeded as Socket['end']
}
