import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/**
 * Starts a TCP proxy to the server of a URL that drops connections: at a rate, from 0 to 1, before a request, after it, before
 * a response and in the middle of it.
 */
export const startDroppingProxy = async (serverUrl: string, rate: () => number) => {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    const drop = () => {
      client.destroy()
      server.destroy()
    }
    const dropAtRandom = () => {
      const isDropped = Math.random() < rate()
      if (isDropped) drop()
      return isDropped
    }
    client.on('data', (request) => {
      if (dropAtRandom()) return
      // Drops a forwarded request before or while the server handles it.
      server.write(request, () => setTimeout(dropAtRandom, Math.random() * 5))
    })
    server.on('data', (response: Buffer) => {
      if (dropAtRandom()) return
      if (Math.random() < rate()) client.write(response.subarray(0, response.length / 2), drop)
      else client.write(response)
    })
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', drop)
      socket.on('close', () => {
        sockets.delete(socket)
        drop()
      })
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    host: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
      await once(proxy, 'close')
    },
  }
}
