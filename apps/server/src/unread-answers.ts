import type { Socket } from 'node:net'

/**
 * The connections whose client may not have read a large answer yet. Node sees when the kernel has taken an answer, not
 * when the client has read it. So a large answer counts until the next request of its connection or the end of it. When
 * the sum is above `mostBytes`, the connections that were answered first are reset: unlike closing, that also frees what
 * the kernel holds for the client.
 */
export const unreadAnswers = (mostBytes: number, largeAnswer: number, onReset: (bytes: number) => void) => {
  /** How many bytes each connection had been sent when its client had read all of them. */
  const readUpTo = new WeakMap<Socket, number>()
  // In the order in which they were answered.
  const bytesOf = new Map<Socket, number>()
  let sum = 0

  const remove = (socket: Socket) => {
    sum -= bytesOf.get(socket) ?? 0
    bytesOf.delete(socket)
  }
  const mayBeUnread = (socket: Socket) => bytesOf.has(socket)
  /** The client has read everything that it was sent. */
  const read = (socket: Socket) => {
    remove(socket)
    readUpTo.set(socket, socket.bytesWritten)
  }
  const answered = (socket: Socket) => {
    const bytes = socket.bytesWritten - (readUpTo.get(socket) ?? 0)
    if (bytes <= largeAnswer || socket.destroyed) return
    remove(socket)
    bytesOf.set(socket, bytes)
    sum += bytes
    for (const [oldest, unread] of bytesOf) {
      if (sum <= mostBytes || oldest === socket) break
      remove(oldest)
      onReset(unread)
      oldest.resetAndDestroy()
    }
  }
  /** Keeps a connection with a large answer open until its client closes it, so that it can still be reset. */
  const watch = (socket: Socket) => {
    const [end, destroySoon] = [socket.end.bind(socket), socket.destroySoon.bind(socket)]
    socket.destroySoon = () => {
      answered(socket)
      if (mayBeUnread(socket)) socket.end()
      else destroySoon()
    }
    // Once both sides have ended, Node closes the socket.
    socket.end = ((...last: Parameters<typeof end>) =>
      mayBeUnread(socket) && socket.readableEnded ? socket : end(...last)) as typeof end
    socket.once('close', () => remove(socket))
  }
  return { watch, read, answered, mayBeUnread }
}
