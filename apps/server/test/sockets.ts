import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

/** A socket that is connected to a server, and the text that it has received so far. */
export const connectTo = (origin: string) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  return { socket, text: () => received }
}

/** Resolves when the socket is closed, with or without an error. */
export const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))

/** Sends bytes and resolves to the response, problem details, once the server has closed the connection. */
export const sendRaw = async (origin: string, bytes: string) => {
  const { socket, text } = connectTo(origin)
  socket.write(bytes)
  await once(socket, 'close')
  const [head, body] = text().split('\r\n\r\n') as [string, string]
  return { head, status: Number(head.split(' ')[1]), record: JSON.parse(body) as Record<string, unknown> }
}
