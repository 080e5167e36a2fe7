import type { Socket } from 'node:net'

type UnreadBounds = Readonly<{
  unreadBytes: number
  uncountedBytes: number
  uncountedSum: number
  slowestReader: number
}>

/**
 * The connections whose client may not have read what it was answered. Node sees when the kernel has taken an answer, not
 * when the client has read it: only the end of a connection shows that. So a connection that was sent an answer of
 * more than `uncountedBytes`, or more than `uncountedSum` in all, counts until it ends, and ends with its next answer. When the sum is above `mostBytes`, the
 * connections that were answered first are reset: unlike closing, that also frees what the kernel holds for the client.
 * A client is expected to read at least `slowestReader` bytes a second.
 */
export const unreadAnswers = (
  { unreadBytes: mostBytes, uncountedBytes, uncountedSum, slowestReader }: UnreadBounds,
  onReset: (bytes: number) => void,
) => {
  // In the order in which they were answered.
  const bytesOf = new Map<Socket, number>()
  const answeredAt = new WeakMap<Socket, number>()
  /** What had been written when the answer before ended, and the connections that were sent a large one. */
  const writtenBefore = new WeakMap<Socket, number>()
  const hadLarge = new WeakSet<Socket>()
  const isCounted = (socket: Socket) => hadLarge.has(socket) || socket.bytesWritten > uncountedSum
  let sum = 0

  const remove = (socket: Socket) => {
    sum -= bytesOf.get(socket) ?? 0
    bytesOf.delete(socket)
  }
  const mayBeUnread = (socket: Socket) => bytesOf.has(socket)
  /** Whether a slow client may still be reading: the kernel has taken what it reads, so no byte moves here. */
  const mayBeReading = (socket: Socket) => {
    const milliseconds = performance.now() - (answeredAt.get(socket) ?? 0)
    return milliseconds < ((bytesOf.get(socket) ?? 0) / slowestReader) * 1_000
  }
  /** A request has come that is answered at once: its connection is not reset meanwhile. Whether the answer is its last. */
  const isLastRequest = (socket: Socket) => {
    remove(socket)
    return isCounted(socket)
  }
  const answered = (socket: Socket) => {
    if (socket.bytesWritten - (writtenBefore.get(socket) ?? 0) > uncountedBytes) hadLarge.add(socket)
    writtenBefore.set(socket, socket.bytesWritten)
    if (!isCounted(socket) || socket.destroyed) return
    remove(socket)
    bytesOf.set(socket, socket.bytesWritten)
    answeredAt.set(socket, performance.now())
    sum += socket.bytesWritten
    for (const [oldest, unread] of bytesOf) {
      if (sum <= mostBytes || oldest === socket) break
      remove(oldest)
      onReset(unread)
      oldest.resetAndDestroy()
    }
  }
  /** Keeps a connection that counts open until its client closes it, so that it can still be reset. */
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
  return { watch, isLastRequest, answered, mayBeUnread, mayBeReading }
}
